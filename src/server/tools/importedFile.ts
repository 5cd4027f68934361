/** Finds the rows of a log that are booked already. A file is identified by its content, never by its name alone (D4). */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { BadFile } from './csvRecords.ts';
import { SKU_PREFIX } from './importProducts.ts';
import type { FileIdentity, LogRow } from './retailFile.ts';

interface Imported {
  _id: string;
  name: string;
  sha256: string;
  bytes: number;
  rows_done: number;
  finished: boolean;
}

/** The files that were imported into this warehouse, oldest first. */
export async function importedInto(db: Db, warehouse: string | null): Promise<Imported[]> {
  const { rows } = await sql<Imported>`select _id, name, sha256, bytes, rows_done, finished from import_file
    where warehouse_id = ${warehouse} order by created, _id`.execute(db);
  return rows;
}

/**
 * `done`: rows of the file that are booked. `known`: the id of the file's own record. `continues`: the id of the file whose rows this one begins
 * with.
 */
export interface Before {
  known: string | null;
  continues: string | null;
  done: number;
}

/** Throws {@link BadFile} when another unfinished file begins with this file's rows. */
export async function bookedBefore(db: Db, identity: FileIdentity, files: readonly Imported[]): Promise<Before> {
  const own = files.find((one) => one.sha256 === identity.sha256);
  if (own) {
    const after = await continuedBy(db, own._id);
    if (after && !own.finished && !after.finished)
      throw new BadFile(`"${after.name}" continues this file and is not finished. Import that one again first.`);
    return { known: own._id, continues: null, done: after?.finished ? Number.MAX_SAFE_INTEGER : own.rows_done };
  }
  const beginnings = files.filter((one) => identity.beginnings.get(one.bytes) === one.sha256);
  // The longest beginning contains all shorter ones.
  const longest = beginnings.sort((a, b) => b.bytes - a.bytes)[0];
  return { known: null, continues: longest?._id ?? null, done: longest?.rows_done ?? 0 };
}

async function continuedBy(db: Db, id: string): Promise<Pick<Imported, 'name' | 'finished'> | null> {
  const { rows } = await sql<Pick<Imported, 'name' | 'finished'>>`select name, finished from import_file
    where continues = ${id} order by finished desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/**
 * Rows that versions before 2026-11-25 booked under the file's name alone. They count as rows of this file only if each of them equals the file's
 * row. Otherwise they come from another file with the same name.
 */
export class BookedByName {
  readonly #rows: ReadonlyMap<number, string>;
  readonly last: number;
  #same = true;

  private constructor(rows: ReadonlyMap<number, string>, last: number) {
    this.#rows = rows;
    this.last = last;
  }

  static async of(db: Db, warehouse: string | null, name: string): Promise<BookedByName> {
    const { rows } = await sql<{
      row: number;
      result: string;
    }>`select split_part(substr(wl.source_key, ${[...name].length + 2}), ':', 1)::int8 as row,
        ${joinedColumns(sql`wl.ref`, sql`p.sku_id`, sql`wl.quantity`, sql`wl.timestamp`)} as result
      from warehouse_log wl join product p on p._id = wl.product_id where wl.warehouse_id = ${warehouse}
        and starts_with(wl.source_key, ${`${name}:`}) and substr(wl.source_key, ${[...name].length + 2}) ~ '^[0-9]{1,15}$'`.execute(
      db,
    );
    return new BookedByName(
      new Map(rows.map((row) => [row.row, row.result])),
      rows.reduce((last, { row }) => Math.max(last, row), 0),
    );
  }

  look({ row, read }: LogRow): void {
    const result = this.#rows.get(row);
    // A row that is refused today may have been booked by an older version.
    if (result === undefined || typeof read === 'string') return;
    const sku = SKU_PREFIX + read.code;
    if (result !== `${read.invoice}|${sku}|${read.quantity}|${read.timestamp}`) this.#same = false;
  }

  /** The number of rows that were booked. Call it after `look` has seen every row. */
  rows(ofFile: number): number {
    return this.#same && this.last <= ofFile ? this.last : 0;
  }
}

const joinedColumns = (...parts: RawBuilder<unknown>[]) => sql<string>`concat_ws('|', ${sql.join(parts)})`;
