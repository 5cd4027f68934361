import { PRODUCT_TAGS } from '#domain/choices.ts';
import { id, oneOf, text } from '../fields.ts';
import { model } from '../model.ts';
import { NEEDS } from '../needs.ts';

/** A tag of a product: words for its units, a markup in percent, or a class; each kind at most once per product (PROD-22, CONST-25, B8.9). */
export const productTag = model(
  'product_tag',
  {
    product_id: id('Product'),
    tag: oneOf('Tag', PRODUCT_TAGS),
    value: text('Value'),
  },
  {
    label: 'Product tag',
    needs: { view: NEEDS.product.view, create: NEEDS.product.update, update: NEEDS.product.update },
    generic: ['create', 'update', 'delete'],
    locked: ['product_id'],
  },
);
