/** Tags of products, each kind once per product (PROD-22, B8.9). Only core roles have access. */
import { sql } from 'kysely';
import { productTag } from '#contract/catalogue/productTag.ts';
import { isHubSide } from '#domain/permissions.ts';
import { invalid, notFound } from '../calls/refusal.ts';
import { isLive } from '../db/reads.ts';
import { resource } from '../resources/resource.ts';

export const productTagResource = resource(productTag, {
  // Hub roles see a change log instead.
  scope: (who) => (isHubSide(who.role) ? sql`false` : null),
  writers: (who) => !isHubSide(who.role),
  unique: { product_tag_once: ['Product tag already exists.', 'tag'] },
  labelOf: (row) => String(row.tag),
  async before(input, ctx, stored) {
    const kind = input.tag ?? stored?.tag;
    if (kind === 'MARKUP' && !/^-?\d{1,4}(\.\d+)?$/.test(String(input.value ?? stored?.value)))
      throw invalid({ value: 'Markup must be a number.' });
    if (stored) return undefined;
    if (!(await isLive(ctx.db, 'product', String(input.product_id)))) throw notFound('Product');
    return undefined;
  },
});
