/** Random rows that can be repeated, for figures that are computed in two ways, and inserts of many rows. */
import { sql } from 'kysely';
import type { Database } from '#server/db/open.ts';
import { NOW } from './server.ts';

/** Random numbers from a seed (mulberry32). The same seed gives the same rows. */
export function chance(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    /** A whole number from 0 to limit - 1. */
    below,
    pick: <T>(of: readonly T[]): T => of[below(of.length)] as T,
    /** True once in `of` times on average. */
    one: (of: number) => below(of) === 0,
    /** A random part of the list, at least one entry, in the list's order. */
    some: <T>(of: readonly T[]): T[] => {
      const kept = of.filter(() => next() < 0.5);
      return kept.length > 0 ? kept : [of[below(of.length)] as T];
    },
  };
}
export type Chance = ReturnType<typeof chance>;

/** Rows of one table, all with the same fields. */
export async function putMany(
  database: Database,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const at = table === 'warehouse_log' || table === 'ledger_log' ? { created: NOW } : { created: NOW, modified: NOW };
  const names = Object.keys({ ...at, ...first });
  const full = rows.map((row) => ({ ...at, ...row }));
  const columns = sql.join(names.map((name) => sql.id(name)));
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(full)}::json)`.execute(
    database.kysely,
  );
}

/** M(q, p) of B4: round(q * p / cc), halves up. In kobo. */
export const worth = (units: number, perCase: number, caseCount: number): bigint =>
  (2n * BigInt(units) * BigInt(perCase) + BigInt(caseCount)) / (2n * BigInt(caseCount));

/** Naira text of kobo. */
export const naira = (kobo: bigint | number): string => {
  const all = BigInt(kobo);
  const size = all < 0n ? -all : all;
  return `${all < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
};

/** Sorts texts by their bytes. */
export const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
