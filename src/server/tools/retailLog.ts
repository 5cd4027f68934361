/**
 * Reads a wholesaler's invoice log (columns InvoiceNo, StockCode, Description, Quantity, InvoiceDate, UnitPrice, ...; .csv or .csv.gz) into
 * the books of one hub, which is made when missing. Each invoice row becomes one log row of the hub's warehouse:
 *
 *   sale       any other row             -> stock_out, quantity negative
 *   return     InvoiceNo starts with C   -> stock_in, quantity positive
 *   adjustment Quantity below 0 otherwise -> adjustment, quantity negative (damaged, lost, counted; at price 0)
 *   bad debt   InvoiceNo starts with A   -> nothing: money without goods; listed in the errors file
 *
 * Stock never goes below zero (B2.5): what a row takes beyond the stock is first booked as an `opening` row of the same moment.
 * A StockCode becomes a product of one unit per case under the brand "Imported". The log names no buying prices, so cost_price is the
 * product's first price; sell_price is UnitPrice, rounded half away from zero to the kobo (B1.4) where it has three decimals.
 * InvoiceDate is read as UTC. The other side of a movement (a shop, a customer) is outside the books: there are no purchase orders, no
 * second rows, and wallets stay as they are.
 *
 * Every batch of rows is one transaction with the stock it leaves behind, and every log row carries `source_key` = file name and row
 * number: a run that was stopped goes on after the last whole batch, and a second run of a finished file changes nothing.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { createGunzip } from 'node:zlib';
import { sql } from 'kysely';
import papa from 'papaparse';
import { csvCell } from '#domain/csvCell.ts';
import { parseMoney } from '#domain/money.ts';
import type { Database, Db } from '../db/open.ts';
import { enter } from '../db/underWay.ts';

export interface RetailImport {
  file: string;
  /** Rows that could not be read are listed here, with their number and why. */
  errorsFile: string;
  hubName: string;
  now: () => number;
  newId: () => string;
  onProgress?: (rows: number) => void;
  /** Rows per transaction. */
  batch?: number;
}

export interface RetailImported {
  warehouse_id: string;
  /** Of this run. */
  rows: number;
  imported: number;
  refused: number;
  openings: number;
  /** Rows that an earlier run had already read. */
  skipped: number;
}

interface Movement {
  row: number;
  code: string;
  name: string;
  kind: 'stock_out' | 'stock_in' | 'adjustment';
  quantity: number;
  price: number;
  timestamp: number;
  invoice: string;
}

/** Throws when the file cannot be read or the disk is full; rows of a whole batch are in the books then. */
export async function importRetailLog(database: Database, asked: RetailImport): Promise<RetailImported> {
  const source = basename(asked.file).replace(/\.gz$/, '');
  const warehouse = await makeHub(database, asked);
  const done = await lastRow(database.kysely, warehouse, source);
  const told: RetailImported = { warehouse_id: warehouse, rows: 0, imported: 0, refused: 0, openings: 0, skipped: 0 };
  const errors = createWriteStream(asked.errorsFile, { flags: done > 0 ? 'a' : 'w' });
  let waiting: Movement[] = [];
  const flush = async () => {
    const writable = database.writable();
    if (!writable.ok) throw new Error(writable.reason);
    told.openings += await writeBatch(database, asked, warehouse, source, waiting);
    told.imported += waiting.length;
    waiting = [];
    asked.onProgress?.(told.skipped + told.rows);
  };
  let number = 0;
  try {
    for await (const raw of rowsOf(asked.file)) {
      number += 1;
      if (number <= done) {
        told.skipped += 1;
        continue;
      }
      told.rows += 1;
      const read = movementOf(raw, number);
      if (typeof read === 'string') {
        told.refused += 1;
        const cells = [String(number), read, ...Object.values(raw).map((cell) => String(cell ?? ''))];
        errors.write(`${cells.map(csvCell).join(',')}\n`);
      } else {
        waiting.push(read);
      }
      if (waiting.length >= (asked.batch ?? 1_000)) await flush();
    }
    if (waiting.length > 0) await flush();
  } finally {
    await new Promise((resolve) => errors.end(resolve));
  }
  return told;
}

async function* rowsOf(file: string): AsyncGenerator<Record<string, string>> {
  const bytes = createReadStream(file);
  const text = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
  const rows = papa.parse(papa.NODE_STREAM_INPUT, { header: true, skipEmptyLines: 'greedy' });
  // A file that breaks off must stop the import, not end it quietly.
  for (const stream of [bytes, text]) stream.on('error', (error: Error) => rows.destroy(error));
  yield* text.pipe(rows) as AsyncIterable<Record<string, string>>;
}

/** One row of the file, or why it is none. */
export function movementOf(raw: Readonly<Record<string, string>>, row: number): Movement | string {
  const invoice = (raw.InvoiceNo ?? '').trim();
  const code = (raw.StockCode ?? '').trim();
  if (!invoice || !code) return 'No invoice or no stock code.';
  if (invoice.startsWith('A')) return 'A bad debt moves no goods.';
  if (!/^-?\d{1,9}$/.test((raw.Quantity ?? '').trim())) return 'The quantity is not a whole number.';
  const units = Number(raw.Quantity);
  if (units === 0) return 'The quantity is 0.';
  const price = parseMoney(raw.UnitPrice ?? '');
  if (price === null || price < 0) return 'The price is not an amount.';
  const at = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)$/.exec((raw.InvoiceDate ?? '').trim());
  const timestamp = at ? Date.parse(`${at[1]}-${at[2]}-${at[3]}T${at[4]}:${at[5]}:${at[6]}Z`) / 1_000 : Number.NaN;
  if (!Number.isInteger(timestamp)) return 'The date is not valid.';
  const returned = invoice.startsWith('C');
  if (returned && units > 0) return 'A return with a positive quantity.';
  return {
    row,
    code,
    name: (raw.Description ?? '').trim().replace(/\s+/g, ' ').slice(0, 120) || code,
    kind: returned ? 'stock_in' : units < 0 ? 'adjustment' : 'stock_out',
    quantity: returned ? -units : units < 0 ? units : -units,
    price,
    timestamp,
    invoice,
  };
}

/** The hub, its warehouse and the brand of what it sells; the same ones for the same name. */
async function makeHub(database: Database, { hubName, now: clock }: RetailImport): Promise<string> {
  const slug = hubName.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  const [hub, warehouse] = [`import_hub_${slug}`, `import_warehouse_${slug}`];
  await database.transaction(async (tx) => {
    const now = clock();
    await enter(database, tx, now);
    await sql`insert into seller (_id, created, modified, created_by, modified_by, name, address)
      values (${hub}, ${now}, ${now}, 'system', 'system', ${hubName}, 'Imported') on conflict do nothing`.execute(tx);
    await sql`insert into warehouse (_id, created, modified, created_by, modified_by, parent_type, parent, owner_name)
      values (${warehouse}, ${now}, ${now}, 'system', 'system', 'seller', ${hub}, ${hubName}) on conflict do nothing`.execute(
      tx,
    );
    await sql`insert into manufacturer (_id, created, modified, created_by, modified_by, name)
      values ('import_manufacturer', ${now}, ${now}, 'system', 'system', 'Imported') on conflict do nothing`.execute(
      tx,
    );
    await sql`insert into brand (_id, created, modified, created_by, modified_by, name, manufacturer_id)
      values ('import_brand', ${now}, ${now}, 'system', 'system', 'Imported', 'import_manufacturer') on conflict do nothing`.execute(
      tx,
    );
  });
  return warehouse;
}

/** The number of the last row of this file in the books; 0 when none is. */
async function lastRow(db: Db, warehouse: string, source: string): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(split_part(substr(source_key, ${source.length + 2}), ':', 1)::int8) as last from warehouse_log
    where warehouse_id = ${warehouse} and starts_with(source_key, ${`${source}:`})`.execute(db);
  return rows[0]?.last ?? 0;
}

const productId = (code: string) => `import_product_${code}`;

/** Returns how many opening rows were needed. */
function writeBatch(
  database: Database,
  { now: clock, newId }: RetailImport,
  warehouse: string,
  source: string,
  batch: readonly Movement[],
): Promise<number> {
  return database.transaction(async (tx) => {
    // Each batch is of its own moment: a PostgreSQL site works beside this, and its deltas must not be past what is still to come.
    const now = clock();
    await enter(database, tx, now);
    await sql`select 1 from warehouse where _id = ${warehouse} for update`.execute(tx);
    const fresh = [...new Map([...batch].reverse().map((one) => [one.code, one])).values()].map((one) => ({
      _id: productId(one.code),
      name: one.name,
      sku: `import-${one.code}`,
      price: one.price,
    }));
    await sql`insert into product (_id, created, modified, created_by, modified_by, name, description, sku_id, case_count, mpu, price_kobo, brand_id)
      select x._id, ${now}::int8, ${now}::int8, 'system', 'system', x.name, 'Imported product', x.sku, 1, 1, x.price, 'import_brand'
      from json_to_recordset(${JSON.stringify(fresh)}::json) as x(_id text, name text, sku text, price int8)
      on conflict do nothing`.execute(tx);
    const held = await heldBy(
      tx,
      warehouse,
      fresh.map((one) => one._id),
    );
    const logs: Record<string, unknown>[] = [];
    let openings = 0;
    for (const one of batch) {
      const stock = held.get(productId(one.code));
      if (!stock) throw new Error(`Product ${one.code} was not made`);
      const shared = { product: productId(one.code), cost: stock.cost, timestamp: one.timestamp };
      const key = `${source}:${one.row}`;
      if (stock.quantity + one.quantity < 0) {
        const missing = -(stock.quantity + one.quantity);
        stock.quantity += missing;
        openings += 1;
        const opening = {
          ref: `OPEN-${one.invoice}`,
          kind: 'opening',
          note: `Opening for ${one.invoice}`,
          key: `${key}:opening`,
        };
        logs.push({ ...shared, ...opening, _id: newId(), quantity: missing, sell: one.price, after: stock.quantity });
      }
      stock.quantity += one.quantity;
      const row = { ref: one.invoice, kind: one.kind, note: '', key };
      logs.push({ ...shared, ...row, _id: newId(), quantity: one.quantity, sell: one.price, after: stock.quantity });
    }
    await sql`insert into warehouse_log (_id, ref, kind, warehouse_id, product_id, quantity, cost_price_kobo, sell_price_kobo, balance_after,
        created, timestamp, note, reason, created_by, source_key)
      select x._id, x.ref, x.kind, ${warehouse}, x.product, x.quantity, x.cost, x.sell, x.after, ${now}::int8, x.timestamp, x.note,
        case when x.kind = 'adjustment' then 'count' end, 'system', x.key
      from json_to_recordset(${JSON.stringify(logs)}::json) as x(_id text, ref text, kind text, product text, quantity int8, cost int8,
        sell int8, after int8, timestamp int8, note text, key text)`.execute(tx);
    const stocks = [...held].map(([product, { quantity, cost }]) => ({ _id: newId(), product, quantity, cost }));
    await sql`insert into warehouse_product (_id, warehouse_id, product_id, quantity, cost_price_kobo, created, modified)
      select x._id, ${warehouse}, x.product, x.quantity, x.cost, ${now}::int8, ${now}::int8
      from json_to_recordset(${JSON.stringify(stocks)}::json) as x(_id text, product text, quantity int8, cost int8)
      on conflict (warehouse_id, product_id) do update set quantity = excluded.quantity, modified = excluded.modified,
        version = warehouse_product.version + 1`.execute(tx);
    return openings;
  });
}

async function heldBy(tx: Db, warehouse: string, products: string[]) {
  const { rows } = await sql<{ _id: string; quantity: number; cost: number }>`
    select p._id, coalesce(wp.quantity, 0) as quantity, coalesce(wp.cost_price_kobo, p.price_kobo) as cost from product p
    left join warehouse_product wp on wp.product_id = p._id and wp.warehouse_id = ${warehouse}
    where p._id = any(${products})`.execute(tx);
  return new Map(rows.map((row) => [row._id, { quantity: row.quantity, cost: row.cost }]));
}
