/** Computes fields that our server sends and a plain server does not, from the fields that it sends. Amounts are naira, as texts or numbers. */
import { formatMoney, parseMoney } from '#domain/money.ts';
import { roleName } from '#domain/permissions.ts';
import { kindOf, labelOf } from '#domain/transfer.ts';

type Row = Record<string, unknown>;
type Derive = (row: Row) => Row;

/** The kobo of an amount on the wire, a text or a number of naira; null: missing. */
export function koboIn(amount: unknown): number | null {
  return typeof amount === 'string' || typeof amount === 'number' ? parseMoney(String(amount)) : null;
}

const textOf = (kobo: number | null) => (kobo === null ? '' : formatMoney(Math.round(kobo)));
const under = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
const isActive = (value: unknown) => under(value, 'status') === 'active';

/** The cases of a row with its product; 0 if the size of a case is missing. */
export const casesOf = (row: Row) => {
  const size = Number(under(row.product, 'case_count'));
  return size > 0 ? Number(row.quantity) / size : 0;
};

const purchaseOrder: Derive = (row) => {
  const kind = kindOf(String(row.source_type ?? ''), String(row.destination_type ?? ''));
  return {
    kind,
    label: labelOf(kind),
    amount_accepted: row.amount,
    timestamp: row.created,
    created: row.timestamp,
    ...row,
  };
};

const product: Derive = (row) => {
  const sellers = Object.entries((row.sellers ?? {}) as Row).map(([id, one]) => [
    id,
    { seller: { _id: id }, ...(one as Row) },
  ]);
  const sold = sellers.some(([, one]) => isActive(one)) ? 'active' : 'inactive';
  const isOn = isActive(row) && isActive(row.brand) && isActive(row.manufacturer) && sold === 'active';
  return {
    seller_status: sold,
    compound_status: isOn ? 'active' : 'inactive',
    brand_id: under(row.brand, '_id'),
    ...row,
    sellers: Object.fromEntries(sellers),
  };
};

const buyer: Derive = (row) => ({
  outstanding: outstandingOf(under(under(row.ledgers, 'wallet'), 'balance')),
  location_id: under(row.location, '_id'),
  store_type_id: under(row.store_type, '_id'),
  ...row,
});

/** The documents: the shown outstanding is the negated balance. All wallets use the same sign (A9). */
const outstandingOf = (balance: unknown) => {
  const kobo = koboIn(balance);
  return kobo === null ? '' : textOf(0 - kobo);
};

/** The documents: total = subtotal + delivery fee + discount; paid = cash + transfer; outstanding = paid minus total, 0 if cancelled. */
const orderGroup: Derive = (row) => {
  const sum = (...names: readonly string[]) => names.reduce((so, name) => so + (koboIn(row[name]) ?? 0), 0);
  const total = koboIn(row.total) ?? sum('subtotal', 'delivery_fee', 'discount');
  const paid = koboIn(row.paid) ?? sum('cash', 'transfer');
  const amount = koboIn(row.amount) ?? total;
  const balance = koboIn(under(under(under(row.buyer, 'ledgers'), 'wallet'), 'balance')) ?? 0;
  return {
    outstanding: row.tag === 'cancelled' ? '0.00' : textOf(paid - total),
    // "Amount due equals total plus wallet balance rounded up."
    amount_due: textOf(Math.ceil((total + balance) / 100) * 100),
    overpaid: '0.00',
    ...row,
    amount: textOf(amount),
    total: textOf(total),
    paid: textOf(paid),
    cash: textOf(koboIn(row.cash) ?? 0),
    transfer: textOf(koboIn(row.transfer) ?? 0),
    subtotal: textOf(koboIn(row.subtotal) ?? total),
    delivery_fee: textOf(koboIn(row.delivery_fee) ?? 0),
    discount: textOf(koboIn(row.discount) ?? 0),
  };
};

const stock: Derive = (row) => ({ product_id: under(row.product, '_id'), cases: casesOf(row), ...row });
const stockLog: Derive = (row) => ({ ...stock(row), timestamp: row.timestamp ?? row.created });

const line: Derive = (row) => {
  const kobo = koboIn(row.amount);
  const cases = casesOf(row);
  return {
    product_id: under(row.product, '_id'),
    amount_accepted: row.amount,
    line_value: row.amount,
    rate: kobo === null || cases === 0 ? null : textOf(kobo / cases),
    mpu: 1,
    ...row,
  };
};

const ledger: Derive = (row) => ({ shown_balance: outstandingOf(row.balance), ...row });
/** Screens show the negated effect. A value whose effect is unknown is shown as the server sent it. */
const ledgerLog: Derive = (row) => ({ effect: outstandingOf(row.value), ...row });
const person: Derive = (row) => ({ role_name: roleName(String(row.role ?? '')), ...row });
const salesOfficer: Derive = (row) => ({
  wallet_balance: outstandingOf(under(under(row.ledgers, 'wallet'), 'balance')),
  seller_id: under(row.seller, '_id'),
  ...person(row),
});

const DERIVED: Readonly<Record<string, Derive>> = {
  purchase_order: purchaseOrder,
  product,
  buyer,
  order_group: orderGroup,
  warehouse_product: stock,
  warehouse_log: stockLog,
  purchase_order_item: line,
  order_group_item: line,
  order_item: line,
  ledger,
  ledger_log: ledgerLog,
  manager: person,
  sales_officer: salesOfficer,
};

/** Fills in each row of a model. An answer of another shape stays as it is. */
export function derived(model: string, answer: unknown): unknown {
  const derive = DERIVED[model];
  if (!derive) return answer;
  const one = (row: unknown) => (typeof row === 'object' && row !== null ? derive({ ...row }) : row);
  return Array.isArray(answer) ? answer.map(one) : one(answer);
}

/** The figures of an inventory report, computed from its rows: the documents' answer has products, and for sales a total. */
export function reportFigures(answer: unknown, context: string): Row {
  const found = under(answer, 'products');
  const list: unknown[] = Array.isArray(found) ? found : Object.values((found ?? {}) as Row);
  const products = list.map((one) => {
    const row = one as Row;
    // The documents do not say whether a row is the product or contains it.
    const whole = row.product ? row : { ...row, product: row };
    return { product_id: under(whole.product, '_id'), ...whole, cases: casesOf(whole) };
  });
  const total = products.reduce((sum, row) => sum + (koboIn(under(row, 'total')) ?? 0), 0);
  return {
    products,
    total: textOf(total),
    skus: products.length,
    cases: products.reduce((sum, { cases }) => sum + cases, 0),
    context,
    from_timestamp: null,
    to_timestamp: null,
  };
}
