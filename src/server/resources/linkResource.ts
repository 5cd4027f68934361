/** Resources of link records (contract/link.ts): read by either side, one record per pair. */
import { type RawBuilder, sql } from 'kysely';
import type { Model } from '#contract/model.ts';
import { type Resource, resource } from './resource.ts';

/** Builds the resource. `to` is the table of the other side, joined as `other`; `shown` are the fields of it that a row shows. */
export function linkResource(
  model: Model,
  to: string,
  shown: RawBuilder<unknown>,
  rest: Partial<Resource> = {},
): Resource {
  const [field = ''] = model.locked.slice(1);
  const showsAs = field.replace(/_id$/, '');
  return resource(model, {
    joins: sql`join ${sql.table(to)} other on other._id = m.${sql.id(field)} ${rest.joins ?? sql``}`,
    columns: { [showsAs]: shown },
    sort: { name: sql`other.name_key` },
    alsoFoundBy: (like) => sql`other.name_key like ${like}`,
    once: model.locked,
    labelOf: (row) => (row[showsAs] as { name: string }).name,
    ...(rest.hold ? { hold: rest.hold } : {}),
    ...(rest.before ? { before: rest.before } : {}),
    ...(rest.after ? { after: rest.after } : {}),
    ...(rest.unique ? { unique: rest.unique } : {}),
  });
}

/** The _id and name of the other side. */
export const otherNamed = sql`json_build_object('_id', other._id, 'name', other.name)`;

/** Builds the resource of a link to a product, which is shown as a ProductRef without a price. */
export function productLinkResource(model: Model, rest: Partial<Resource> = {}): Resource {
  const status = (alias: string) =>
    sql`json_build_object('_id', ${sql.id(alias)}._id, 'name', ${sql.id(alias)}.name, 'status', ${sql.id(alias)}.status)`;
  return linkResource(
    model,
    'product',
    sql`json_build_object('_id', other._id, 'name', other.name, 'case_count', other.case_count, 'status', other.status,
      'brand', ${status('b')}, 'manufacturer', ${status('maker')},
      'upload', (select json_build_object('path', picture.path) from upload picture where picture._id = other.upload_id))`,
    {
      ...rest,
      joins: sql`join brand b on b._id = other.brand_id join manufacturer maker on maker._id = b.manufacturer_id`,
    },
  );
}
