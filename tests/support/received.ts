/** Goods that a hub has on every day: what the demo's hubs hold depends on the weekday on which it is made. */
import type { Site } from './site.ts';

interface Row {
  _id: string;
  name: string;
  status: string;
  case_count: number;
}

/** Completes a receipt of ten cases of each product, found by its name, into the hub. Throws if the demo has no such hub, product or distributor. */
export async function receivedInto(site: Site, hub: string, products: readonly string[]): Promise<void> {
  const read = async (what: string, fields: Record<string, string> = {}) =>
    (await site.api('admin', 'GET', `${what}/read_all`, fields)) as Row[];
  const named = (rows: Row[], name: string) => {
    const row = rows.find((one) => one.name === name);
    if (!row) throw new Error(`The demo has no ${name}`);
    return row;
  };
  const supplier = (await read('distributor')).find((one) => one.status === 'active');
  const id = (await site.api('admin', 'POST', 'purchase_order/create', {
    ...{ ref: '*', timestamp: String(Math.floor(Date.now() / 1_000)), tag: 'purchase_order', meta: '{}', amount: '0' },
    ...{ source_type: 'distributor', source: String(supplier?._id) },
    ...{ destination_type: 'seller', destination: named(await read('seller'), hub)._id },
  })) as string;
  for (const name of products) {
    const product = named(await read('product', { search: name }), name);
    const quantity = String(10 * product.case_count);
    const line = { product_id: product._id, quantity, quantity_accepted: quantity, amount: '1000' };
    await site.api('admin', 'POST', 'purchase_order_item/upsert', { purchase_order_id: id, ...line });
  }
  await site.api('admin', 'POST', 'purchase_order/execute', { _id: id, commit: 'true' });
}
