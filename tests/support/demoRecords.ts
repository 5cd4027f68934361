/** Records that journeys make through the API of a demo site. */
import type { Site } from './site.ts';

type Row = Record<string, unknown>;

/** An active retailer with the given phone, of the first store type and location. */
export async function newRetailer(site: Site, phone: string): Promise<string> {
  const [store] = (await site.api('admin', 'GET', 'store_type/read_all')) as [{ _id: string }];
  const [place] = (await site.api('admin', 'GET', 'location/read_all')) as [{ _id: string }];
  const made = (await site.api('admin', 'POST', 'buyer/create', {
    ...{ name: `Retailer ${phone}`, phone, status: 'active', store_type_id: store._id, location_id: place._id },
  })) as { _id: string };
  return made._id;
}

/** An order group as the administrator reads it. */
export const groupOf = async (site: Site, id: string) =>
  ((await site.api('admin', 'GET', 'order_group/read', { _id: id })) as Row[])[0];

/** A placed order of one product, two cases for 20,000. */
export async function placedOrder(site: Site, buyer: string) {
  const ask = (path: string, fields: Record<string, string>) => site.api('admin', 'POST', path, fields);
  const id = (await ask('order_group/create', { buyer_id: buyer, sales_officer_id: 'da_01' })) as string;
  const { rows } = (await site.api('admin', 'GET', 'product/read_all', {
    ...{ page: '1', per_page: '5', status: 'active' },
  })) as { rows: { _id: string; case_count: number }[] };
  const [product = { _id: '', case_count: 0 }] = rows;
  const line = { order_group_id: id, product_id: product._id, quantity: String(product.case_count * 2) };
  await ask('order_group_item/create', { ...line, amount: '20000' });
  await ask('order_group/update_tag', { _id: id, old_tag: 'draft', new_tag: 'pending' });
  const group = (await groupOf(site, id)) as {
    ref: string;
    orders: { _id: string; ref: string; items: { _id: string }[] }[];
  };
  const [order = { _id: '', ref: '', items: [] }] = group.orders;
  return { id, ref: group.ref, order, line: order.items[0]?._id ?? '' };
}
