/** Receipts that journeys reverse: issues of the hub in Mushin to one of its associates. */
import type { Site } from './site.ts';

const HUB = 'hub_lagos_mushin';
type Row = Readonly<Record<string, unknown>>;
export interface Goods {
  _id: string;
  name: string;
  case_count: number;
}

export function reversing(site: Site) {
  /** An associate who never sold anything: goods that somebody sold and did not settle would not be in hand. */
  let made: Promise<string> | undefined;
  const associate = (): Promise<string> => {
    made ??= site
      .api('admin', 'POST', 'sales_officer/create', {
        ...{ name: 'Ifeoma Nwosu', phone: '08031112233', email: 'ifeoma.nwosu@example.test' },
        ...{ role: 'sales_officer.rep', status: 'active', seller_id: HUB },
      })
      .then((answer) => String((answer as Row)._id));
    return made;
  };

  /** Products of the hub with at least five cases each. */
  async function goods(): Promise<Goods[]> {
    const input = { parent_type: 'seller', parent: HUB };
    const answer = (await site.api('officer1', 'POST', 'warehouse_product/read_by_party', input)) as {
      products: { product: Goods; quantity: number }[];
    };
    return answer.products
      .filter(({ product, quantity }) => quantity >= 5 * product.case_count)
      .map(({ product }) => product);
  }

  /** A completed issue of one case of each product, worth `amount` naira. Returns its id and reference. */
  async function issued(lines: readonly Goods[], amount: string): Promise<{ _id: string; ref: string }> {
    const id = (await site.api('admin', 'POST', 'purchase_order/create', {
      ...{
        ref: '*',
        timestamp: String(Math.floor(Date.now() / 1_000)),
        tag: 'purchase_order',
        meta: '{}',
        amount: '0',
      },
      ...{ source_type: 'seller', source: HUB, destination_type: 'sales_officer', destination: await associate() },
    })) as string;
    for (const one of lines) {
      const units = String(one.case_count);
      const line = { product_id: one._id, quantity: units, quantity_accepted: units, amount };
      await site.api('admin', 'POST', 'purchase_order_item/upsert', { purchase_order_id: id, ...line });
    }
    const done = (await site.api('admin', 'POST', 'purchase_order/execute', { _id: id, commit: 'true' })) as Row;
    return { _id: id, ref: String(done.ref) };
  }

  const reading = async (id: string) =>
    ((await site.api('admin', 'GET', 'purchase_order/read', { _id: id })) as { reversal: Row | null }[])[0];

  return { HUB, goods, associate, issued, reading };
}
