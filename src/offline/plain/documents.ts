/** Transfers on the wire of the documents: the fields of each call, and the parsers of their answers. Figures arrive as numbers or as texts. */
import type { HeaderValues } from '#contract/purchasing/changeFields.ts';
import { parseMoney } from '#domain/money.ts';
import type { ConfirmedLine, OpType, SentBody, TransferLine } from '../outbox/op.ts';

interface Call {
  path: string;
  fields: readonly string[];
}

const HEADER = ['timestamp', 'tag', 'meta', 'source_type', 'source', 'destination_type', 'destination', 'amount'];

/** The documents' calls, each with exactly its fields. The documents have no call for any other kind of change. */
const CALLS: Readonly<Partial<Record<OpType, Call>>> = {
  create: { path: 'purchase_order/create', fields: ['ref', ...HEADER] },
  header: { path: 'purchase_order/update', fields: ['_id', 'ref', ...HEADER] },
  upsert: {
    path: 'purchase_order_item/upsert',
    fields: ['product_id', 'purchase_order_id', 'quantity', 'quantity_accepted', 'amount', '_id'],
  },
  remove: { path: 'purchase_order_item/remove', fields: ['_id'] },
  execute: { path: 'purchase_order/execute', fields: ['_id', 'commit', 'error_on_empty'] },
};

/** undefined: the documents have no such change. */
export const callOf = (type: OpType): Call | undefined => CALLS[type];

/**
 * The fields of a body that the documents define. `_id` is sent only for existing records. The accepted quantity is always sent, because a plain server moves
 * what it is sent: it equals the quantity unless somebody accepted another one.
 */
export function documentFields({ fields }: Call, body: SentBody): SentBody {
  const sent: SentBody = body.quantity_accepted === '' ? { ...body, quantity_accepted: body.quantity } : body;
  return Object.fromEntries(
    fields.flatMap((name) => {
      const value = sent[name];
      return value === undefined || (name === '_id' && !value) ? [] : [[name, value]];
    }),
  );
}

export type PlainRow = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is PlainRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rows of a list: the plain array of the documents, or a page that holds all rows. null: neither. */
export function rowsIn(data: unknown): PlainRow[] | null {
  const rows = isRow(data) && Array.isArray(data.rows) ? data.rows : data;
  return Array.isArray(rows) && rows.every(isRow) ? rows : null;
}

/** One record, either by itself or as the only element of a list. null: neither. */
export function rowIn(data: unknown): PlainRow | null {
  if (isRow(data)) return data;
  const [row] = Array.isArray(data) ? data : [];
  return isRow(row) ? row : null;
}

/** An id as text: the id of a record, or the value itself. '': there is none. */
export function idIn(data: unknown): string {
  if (isRow(data)) return idIn(data._id);
  return typeof data === 'string' || typeof data === 'number' ? String(data) : '';
}

/** A whole number; null: none was given. */
function figure(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Naira on the wire as kobo; null: no amount was given. */
const koboIn = (value: unknown): number | null =>
  typeof value === 'number' ? Math.round(value * 100) : typeof value === 'string' ? parseMoney(value) : null;

/** The product's id in a line of such a server, which sends the id or the whole product; '' if neither is there. */
export const productOf = (row: PlainRow): string => idIn(row.product_id) || idIn(row.product);

/** Whether an order has these parties and this time. An order with another time is another order, even between the same parties. */
export function isSameHeader(row: PlainRow, header: Omit<HeaderValues, 'meta'>): boolean {
  const party = (name: 'source' | 'destination') => idIn(row[name]) || idIn(row[`${name}_obj`]);
  return (
    figure(row.timestamp) === header.timestamp &&
    party('source') === header.source &&
    party('destination') === header.destination &&
    row.source_type === header.source_type &&
    row.destination_type === header.destination_type
  );
}

/** When a record was created, epoch ms of the server's clock; null: the server does not say. */
export function createdAt({ created }: PlainRow): number | null {
  const seconds = figure(created);
  return seconds === null ? null : seconds * 1_000;
}

/** If nobody accepted another quantity, the server has the same quantity or none. */
const isSameAccepted = (
  there: unknown,
  { quantity, quantity_accepted: mine }: Pick<TransferLine, 'quantity' | 'quantity_accepted'>,
) => {
  const accepted = figure(there);
  return mine === null ? accepted === null || accepted === quantity : accepted === mine;
};

/** Whether two lines move the same units: quantity and accepted quantity are equal. */
export const movesTheSame = (
  row: PlainRow,
  line: Pick<TransferLine | ConfirmedLine, 'quantity' | 'quantity_accepted'>,
): boolean => figure(row.quantity) === line.quantity && isSameAccepted(row.quantity_accepted, line);

/** Whether a line of the server equals the line that was saved here. An amount that the server does not send is not compared. */
export function isSameLine(row: PlainRow, line: TransferLine): boolean {
  const amount = koboIn(row.amount);
  return movesTheSame(row, line) && (amount === null || amount === parseMoney(line.amount));
}

/** A line of the server in the shape of a confirmed line; `named` has its product name, as far as this tablet knows it. */
export const confirmedLineOf = (row: PlainRow, named: Pick<ConfirmedLine, 'name' | 'case_count'>): ConfirmedLine => ({
  product_id: productOf(row),
  ...named,
  quantity: figure(row.quantity) ?? 0,
  quantity_accepted: figure(row.quantity_accepted),
  amount: koboIn(row.amount) ?? 0,
});

/** The row of a conflict in the shape that its dialog reads: figures are numbers, whatever the server sent. */
export const currentOf = (row: PlainRow) => ({
  _id: idIn(row),
  product_id: productOf(row),
  quantity: figure(row.quantity) ?? 0,
  quantity_accepted: figure(row.quantity_accepted),
  amount: row.amount,
});
