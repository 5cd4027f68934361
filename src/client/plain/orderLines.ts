/** Orders with their lines: the documents read the lines by a separate call, and a line is written with its amount. */
import { product } from '#contract/catalogue/product.ts';
import { formatMoney, lineAmount } from '#domain/money.ts';
import { allQuery, queryClient } from '../reads/queries.ts';
import type { Ask, Input } from './ask.ts';
import { complete } from './complete.ts';
import { derived, koboIn } from './derived.ts';
import { outputOf, rowOf } from './schemas.ts';

type Row = Record<string, unknown>;
const rowsIn = (answer: unknown): Row[] => (Array.isArray(answer) ? (answer as Row[]) : []);
const LINES = 'order_group_item/read_by_order_group';

/** The lines that this page read, by id, because a change of a line names only its id. */
const seen = new Map<string, Row>();

/** An order as our server reads it: one part for each manufacturer, with its lines. */
export async function groupWithLines(ask: Ask, _id: unknown): Promise<Row> {
  const group = rowsIn(await ask('GET', 'order_group/read', { _id }))[0] ?? {};
  const rows = rowsIn(await ask('GET', LINES, { order_group_id: _id }));
  const known = rows.length > 0 ? await products() : new Map<unknown, Row>();
  // Of its product, the documents' line has only name, price and case size.
  const derivedRows = derived(
    'order_group_item',
    rows.map((row) => ({ ...row, product: { ...known.get(productIn(row)), ...(row.product as Row) } })),
  );
  const schema = outputOf(LINES);
  const lines = rowsIn(schema ? complete(schema, derivedRows) : derivedRows).map((line) => ({
    ...line,
    order_group_id: _id,
  }));
  for (const line of lines) seen.set(String((line as Row)._id), line);
  const parts = new Map<string, Row[]>();
  for (const line of lines) {
    const maker = String(makerOf(line)._id ?? '');
    parts.set(maker, [...(parts.get(maker) ?? []), line]);
  }
  const schemaOfPart = rowOf('order');
  const orders = [...parts].map(([maker, items]) => {
    const amount = items.reduce((sum, line) => sum + (koboIn(line.amount) ?? 0), 0);
    const part = {
      _id: `${String(_id)}:${maker}`,
      order_group_id: _id,
      manufacturer_id: maker,
      manufacturer: makerOf(items[0] ?? {}),
      ref: group.ref,
      tag: group.tag,
      amount: formatMoney(amount),
      buyer: group.buyer,
      group,
      items,
    };
    return schemaOfPart ? complete(schemaOfPart, part) : part;
  });
  return { ...group, orders };
}

const productIn = (row: Row) => row.product_id ?? (row.product as Row | undefined)?._id;
const products = async () =>
  new Map<unknown, Row>((await queryClient.fetchQuery(allQuery(product))).data.map((one) => [one._id, one]));

const makerOf = (line: Row): Row => ((line.product as Row | undefined)?.manufacturer ?? {}) as Row;

/** Writes a new line or changes one. Unchanged fields are sent with their present values, and the amount follows quantity and price unless it was typed. */
export const writeLine =
  (path: string) =>
  async (ask: Ask, input: Input): Promise<Row> => {
    const before = seen.get(String(input._id));
    const product_id = String(input.product_id ?? before?.product_id ?? '');
    const goods = (await queryClient.fetchQuery(allQuery(product))).data.find((one) => one._id === product_id);
    const size = goods?.case_count ?? 1;
    const quantity = Number(input.quantity ?? before?.quantity ?? 0);
    const accepted = input.quantity_accepted === undefined ? before?.quantity_accepted : input.quantity_accepted;
    const rate = koboIn(input.rate) ?? koboIn(before?.rate) ?? koboIn(goods?.price) ?? 0;
    const isSame = before !== undefined && quantity === before.quantity && input.rate === undefined;
    const amount = koboIn(input.amount) ?? (isSame ? koboIn(before.amount) : null) ?? lineAmount(quantity, rate, size);
    const order_group_id = input.order_group_id ?? before?.order_group_id;
    const line = {
      product_id,
      order_group_id,
      quantity,
      quantity_accepted: accepted === undefined || accepted === null || accepted === '' ? quantity : Number(accepted),
      amount: formatMoney(amount),
    };
    const answer = await ask('POST', path, { ...line, _id: input._id });
    const answered = typeof answer === 'object' && answer !== null ? answer : { _id: input._id ?? answer };
    return withTotals(ask, order_group_id, { ...line, product: goods ?? before?.product, ...answered });
  };

export const removeLine =
  (path: string) =>
  async (ask: Ask, input: Input): Promise<Row> => {
    await ask('POST', path, { _id: input._id });
    return withTotals(ask, seen.get(String(input._id))?.order_group_id, { _id: input._id, amount: '0.00' });
  };

async function withTotals(ask: Ask, _id: unknown, line: Row): Promise<Row> {
  const [group = {}] = rowsIn(await ask('GET', 'order_group/read', { _id }));
  return { ...line, group_total: group.total, group_amount: group.amount ?? group.total };
}

/** The prices of products in an order: their list prices. The documents have no limits per hub. */
export async function linePrices(input: Input): Promise<Row[]> {
  const wanted = rowsIn(input.product_id).map(String);
  return (await queryClient.fetchQuery(allQuery(product))).data
    .filter(({ _id }) => wanted.includes(_id))
    .map(({ _id, price, mpu, seller_status }) => ({
      product_id: _id,
      price: formatMoney(koboIn(price) ?? 0),
      available: null,
      mpu: mpu ?? 1,
      sold: seller_status !== 'inactive',
    }));
}
