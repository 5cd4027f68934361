/**
 * Imports a wholesaler's invoice log (columns InvoiceNo, StockCode, Description, Quantity, InvoiceDate, UnitPrice, ...; .csv or .csv.gz) into one
 * hub, which is created when missing. Each invoice row becomes one log row of the hub's warehouse:
 *
 * sale         any other row                    -> stock_out, quantity negative
 * return       InvoiceNo starts with C          -> stock_in, quantity positive
 * adjustment   Quantity below 0 otherwise       -> adjustment, quantity negative (damaged, lost, counted; at price 0)
 * bad debt     InvoiceNo starts with A          -> nothing, because it is money without goods; listed in the errors file
 *
 * Stock never goes below zero (B2.5). Missing units are first booked as an `opening` row of the same moment.
 * A StockCode becomes a product with one unit per case under the brand "Imported". Codes ignore case, like SKUs. The log has no buying prices, so
 * cost_price is the product's first price. sell_price is UnitPrice, rounded half away from zero to the kobo (B1.4) if it has three decimals.
 * InvoiceDate is read as UTC. The other side of a movement (a shop, a customer) is outside the books: there are no purchase orders and no second
 * rows, and wallets stay unchanged.
 *
 * The whole file is read before anything is booked. A file that is not such a log is refused, and every row that cannot be booked is listed. A
 * file is identified by its content (importedFile.ts). Each batch of rows is one transaction, together with the resulting stock and the progress
 * in the file. A stopped import continues after its last complete batch, and a second import of a finished file changes nothing.
 */
import { sql } from 'kysely';
import { skuKey } from '#domain/sku.ts';
import { analyse } from '../db/analyse.ts';
import type { Database, Db } from '../db/open.ts';
import { registerTransaction } from '../db/runningTransactions.ts';
import { BadFile } from './csvRecords.ts';
import { type Before, BookedByName, bookedBefore, importedInto } from './importedFile.ts';
import { findHub, makeHub } from './importHub.ts';
import { type ImportedProducts, importedProducts, productOf, SKU_PREFIX } from './importProducts.ts';
import { type ErrorsFile, errorsFile, type FileIdentity, type Head, identify, readHead, rowsOf } from './retailFile.ts';
import type { Movement } from './retailRow.ts';

export interface RetailImport {
  file: string;
  /** The folder for the list of rows that cannot be booked. It is created when there are some. */
  errorsFolder: string;
  /** The exact name of the hub. */
  hubName: string;
  /** true: the file is only checked and nothing is booked. */
  check?: boolean;
  now: () => number;
  newId: () => string;
  /** Called after the whole file was read and before anything is booked. */
  onChecked?: (checked: { rows: number; refused: number; errorsFile: string | null }) => void;
  onProgress?: (rows: number) => void;
  /** Rows per transaction. */
  batch?: number;
}

export interface RetailImported {
  /** Null when nothing was booked and the hub does not exist yet. */
  warehouse_id: string | null;
  /** Rows below the heading that this run read. */
  rows: number;
  imported: number;
  /** Rows of the whole file that move no stock. */
  refused: number;
  /** The file that lists the refused rows, or null when there are none. */
  errors_file: string | null;
  openingStocks: number;
  /** Rows that were booked before this run. */
  skipped: number;
}

/**
 * Throws {@link BadFile} with a message for people when the file cannot be read as such a log; nothing is booked then. Throws other errors when the
 * disk is full or the database fails; complete batches are booked then.
 */
export async function importRetailLog(database: Database, input: RetailImport): Promise<RetailImported> {
  const hubName = input.hubName.normalize('NFC').trim();
  const hub = await findHub(database.kysely, hubName);
  const files = await importedInto(database.kysely, hub.warehouse);
  const identity = await identify(
    input.file,
    files.map((one) => one.bytes),
  );
  const head = await readHead(input.file, identity.encoding);
  const known = await importedProducts(database.kysely);
  const byName = await BookedByName.of(database.kysely, hub.warehouse, identity.name);
  const before = await bookedBefore(database.kysely, identity, files);
  const errors = errorsFile(input.errorsFolder, identity, head);
  const result: RetailImported = {
    warehouse_id: hub.warehouse,
    rows: await checkRows(input, { identity, head, known, errors, byName }),
    imported: 0,
    refused: errors.count(),
    errors_file: errors.write(),
    openingStocks: 0,
    skipped: 0,
  };
  input.onChecked?.({ rows: result.rows, refused: result.refused, errorsFile: result.errors_file });
  const whole = result.rows;
  if (before.known === null && before.continues === null) before.done = byName.rows(whole);
  before.done = Math.min(before.done, whole);
  result.skipped = before.done;
  result.rows = whole - before.done;
  if (input.check || result.refused === whole) return result;
  result.warehouse_id = await makeHub(database, hubName, input);
  const file = await beginFile(database, result.warehouse_id, input, identity, before);
  await bookRows(database, input, { identity, head, known, before, file, warehouse: result.warehouse_id }, result);
  await analyse(database);
  return result;
}

interface Checking {
  identity: FileIdentity;
  head: Head;
  known: ImportedProducts;
  errors: ErrorsFile;
  byName: BookedByName;
}

/** Checks every row and lists the bad ones. Returns the number of rows. */
async function checkRows(
  { file, now }: RetailImport,
  { identity, head, known, errors, byName }: Checking,
): Promise<number> {
  let rows = 0;
  for await (const row of rowsOf(file, identity.encoding, head, now())) {
    rows += 1;
    byName.look(row);
    const { read } = row;
    if (typeof read === 'string') errors.add(row, read);
    else if (productOf(read.code, known) === 'several') errors.add(row, severalSkus(read.code));
  }
  if (rows === 0) throw new BadFile('The file holds no rows below its heading.');
  return rows;
}

const severalSkus = (code: string) =>
  `Several products have the SKU ${SKU_PREFIX}${code} in other letters of case. Give all but one of them another SKU.`;

/** Finds or creates the file's record and returns its id. */
async function beginFile(
  database: Database,
  warehouse: string,
  { now: clock, newId }: RetailImport,
  { name, sha256, bytes }: FileIdentity,
  before: Before,
): Promise<string> {
  if (before.known) return before.known;
  const id = newId();
  const now = clock();
  await sql`insert into import_file (_id, created, modified, warehouse_id, name, sha256, bytes, rows_done, continues)
    values (${id}, ${now}, ${now}, ${warehouse}, ${name}, ${sha256}, ${bytes}, ${before.done}, ${before.continues})`.execute(
    database.kysely,
  );
  return id;
}

interface Booking {
  identity: FileIdentity;
  head: Head;
  known: ImportedProducts;
  before: Before;
  /** The id of the import_file row. */
  file: string;
  warehouse: string;
}

async function bookRows(database: Database, input: RetailImport, of: Booking, result: RetailImported): Promise<void> {
  let waiting: Movement[] = [];
  let row = 0;
  const flush = async (finished: boolean) => {
    const writable = database.writable();
    if (!writable.ok) throw new Error(writable.reason);
    result.openingStocks += await writeBatch(database, input, of, waiting, { rows: row, finished });
    result.imported += waiting.length;
    waiting = [];
    input.onProgress?.(row);
  };
  for await (const one of rowsOf(input.file, of.identity.encoding, of.head, input.now())) {
    if (one.row <= of.before.done) {
      row = one.row;
      continue;
    }
    if (waiting.length >= (input.batch ?? 1_000)) await flush(false);
    row = one.row;
    if (typeof one.read !== 'string' && productOf(one.read.code, of.known) !== 'several') waiting.push(one.read);
  }
  await flush(true);
}

/** Writes the rows, the stock and the progress of the file. Returns the number of opening rows. */
function writeBatch(
  database: Database,
  { now: clock, newId }: RetailImport,
  { warehouse, file, known }: Booking,
  batch: readonly Movement[],
  done: { rows: number; finished: boolean },
): Promise<number> {
  return database.transaction(async (tx) => {
    // Each batch has its own time. A PostgreSQL site works meanwhile, and tablets that have read deltas up to now must still see later batches.
    const now = clock();
    registerTransaction(database, tx, now);
    await sql`select 1 from warehouse where _id = ${warehouse} for update`.execute(tx);
    const products = await productsOf(tx, batch, known, { now, newId });
    const held = await heldBy(tx, warehouse, [...new Set(products.values())]);
    const logs: Record<string, unknown>[] = [];
    let openingStocks = 0;
    for (const one of batch) {
      const product = products.get(one.code);
      const stock = product === undefined ? undefined : held.get(product);
      if (!stock) throw new Error(`Product ${one.code} was not made`);
      const shared = { product, cost: stock.cost, timestamp: one.timestamp };
      const key = `${file}:${one.row}`;
      if (stock.quantity + one.quantity < 0) {
        const missing = -(stock.quantity + one.quantity);
        stock.quantity += missing;
        openingStocks += 1;
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
    await writeLogs(tx, warehouse, logs, now);
    const stocks = [...held].map(([product, { quantity, cost }]) => ({ _id: newId(), product, quantity, cost }));
    await sql`insert into warehouse_product (_id, warehouse_id, product_id, quantity, cost_price_kobo, created, modified)
      select x._id, ${warehouse}, x.product, x.quantity, x.cost, ${now}::int8, ${now}::int8
      from json_to_recordset(${JSON.stringify(stocks)}::json) as x(_id text, product text, quantity int8, cost int8)
      on conflict (warehouse_id, product_id) do update set quantity = excluded.quantity, modified = excluded.modified,
        version = warehouse_product.version + 1`.execute(tx);
    await sql`update import_file set rows_done = ${done.rows}, finished = ${done.finished}, modified = ${now} where _id = ${file}`.execute(
      tx,
    );
    return openingStocks;
  });
}

async function writeLogs(
  tx: Db,
  warehouse: string,
  logs: readonly Record<string, unknown>[],
  now: number,
): Promise<void> {
  await sql`insert into warehouse_log (_id, ref, kind, warehouse_id, product_id, quantity, cost_price_kobo, sell_price_kobo, balance_after,
      created, timestamp, note, reason, created_by, source_key)
    select x._id, x.ref, x.kind, ${warehouse}, x.product, x.quantity, x.cost, x.sell, x.after, ${now}::int8, x.timestamp, x.note,
      case when x.kind = 'adjustment' then 'count' end, 'system', x.key
    from json_to_recordset(${JSON.stringify(logs)}::json) as x(_id text, ref text, kind text, product text, quantity int8, cost int8,
      sell int8, after int8, timestamp int8, note text, key text)`.execute(tx);
}

/** The product of each code in the batch, created when missing. */
async function productsOf(
  tx: Db,
  batch: readonly Movement[],
  known: ImportedProducts,
  { now, newId }: { now: number; newId: () => string },
): Promise<Map<string, string>> {
  // When a code occurs in two spellings, the first one becomes the SKU.
  const fresh = new Map<string, Movement>();
  for (const one of batch)
    if (productOf(one.code, known) === null && !fresh.has(skuKey(one.code))) fresh.set(skuKey(one.code), one);
  if (fresh.size > 0) {
    const rows = [...fresh.values()].map((one) => ({
      _id: newId(),
      name: one.name,
      sku: SKU_PREFIX + one.code,
      price: one.price,
    }));
    await sql`insert into product (_id, created, modified, created_by, modified_by, name, description, sku_id, case_count, mpu, price_kobo, brand_id)
      select x._id, ${now}::int8, ${now}::int8, 'system', 'system', x.name, 'Imported product', x.sku, 1, 1, x.price, 'import_brand'
      from json_to_recordset(${JSON.stringify(rows)}::json) as x(_id text, name text, sku text, price int8)
      on conflict do nothing`.execute(tx);
    for (const [key, found] of await importedProducts(tx)) known.set(key, found);
  }
  const ids = new Map<string, string>();
  for (const { code } of batch) {
    const id = productOf(code, known);
    if (id !== null && id !== 'several') ids.set(code, id);
  }
  return ids;
}

async function heldBy(tx: Db, warehouse: string, products: string[]) {
  const { rows } = await sql<{ _id: string; quantity: number; cost: number }>`
    select p._id, coalesce(wp.quantity, 0) as quantity, coalesce(wp.cost_price_kobo, p.price_kobo) as cost from product p
    left join warehouse_product wp on wp.product_id = p._id and wp.warehouse_id = ${warehouse}
    where p._id = any(${products})`.execute(tx);
  return new Map(rows.map((row) => [row._id, { quantity: row.quantity, cost: row.cost }]));
}
