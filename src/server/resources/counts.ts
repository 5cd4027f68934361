/**
 * Totals of lists that are not counted again while nothing changed (docs/decisions/0620). A table of {@link COUNTED} has the number of its live rows and of
 * its writes in `table_count`, kept by triggers in the transaction that writes. A count is kept in this process with the writes that it saw; a reader
 * that sees the same number of writes sees the same rows, whichever process wrote them.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../calls/handler.ts';
import { tablesReadBy } from '../db/statements.ts';
import type { Tables } from '../db/tables.ts';
import { fromOf, type Resource } from './resource.ts';

/** The tables whose writes are noted (022_counts.sql). */
export const COUNTED: ReadonlySet<string> = new Set([
  ...['agent', 'agent_referral', 'area', 'brand', 'buyer', 'distributor_product', 'location', 'manufacturer'],
  ...['order', 'order_group', 'product', 'purchase_order', 'sales_officer', 'seller', 'seller_product'],
]);

/** Functions whose answer does not hang on written rows alone, or on rows that the statement does not name. */
const UNSTEADY = /\b(?:launch_cutoff|now|clock_timestamp|statement_timestamp|random|current_\w+)\b/;

/** How many rows there are, and the named sums over them. */
export interface ListTotals {
  readonly total: number;
  readonly sums: Readonly<Record<string, number>>;
}

interface KeptTotals extends ListTotals {
  readonly writes: number;
}

/** The most cached counts of one database; the least recently used is dropped first. */
const MOST = 2_000;
const kept = new WeakMap<Kysely<Tables>, Map<string, KeptTotals>>();

/** How often the tables were written, as an expression of any statement. */
const writesTo = (tables: readonly string[]) =>
  sql<number>`(select coalesce(sum(writes), 0)::int8 from table_count where name = any(${[...tables].sort()}))`;

const ALIASES = /\bjoin\s+"?\w+"?\s+(\w+)\s+on\b/g;

/**
 * The table of a model with its joins only if one of these parts names a joined table. A join of a view neither adds rows nor loses any, because links
 * point at one row that is there; `tests/server/counts.test.ts` holds that.
 */
export function fromFor(resource: Resource, ctx: Ctx, parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  if (!resource.joins) return fromOf(resource);
  const aliases = [...resource.joins.compile(ctx.db).sql.matchAll(ALIASES)].map(([, alias = '']) => alias);
  const named = new RegExp(`\\b(?:${aliases.join('|')})\\b"?\\.`);
  return parts.some((part) => named.test(part.compile(ctx.db).sql))
    ? fromOf(resource)
    : sql`${sql.table(resource.model.name)} m`;
}

/** The rows that a list counts, and the cached count. */
export interface ListCount {
  /** A column for the statement that reads the page, so that both see the same rows; null: the count cannot be cached. */
  readonly writes: RawBuilder<number> | null;
  /** The cached count, if a reader with this number of writes sees the same rows. */
  ifSame(writes: unknown): ListTotals | null;
  /** The last count, which may be old by now. */
  readonly last: ListTotals | null;
  /** Counts now, and caches the result. */
  now(): Promise<ListTotals>;
  /** Caches a total that a statement found at this number of writes. */
  keep(total: number, writes: unknown): void;
}

/** `where` must name every condition. `sums`: SQL expressions by name. */
export function countOf(
  resource: Resource,
  ctx: Ctx,
  where: RawBuilder<unknown>,
  sums: Readonly<Record<string, RawBuilder<unknown>>> = {},
): ListCount {
  const names = Object.keys(sums);
  const parts = names.map((name) => sql`${sums[name]} as ${sql.id(name)}`);
  const from = sql`from ${fromFor(resource, ctx, [where, ...parts])} where ${where}`;
  const columns = sql.join([sql`count(*) as list_total`, ...parts]);
  const { sql: text, parameters } = sql`select ${columns} ${from}`.compile(ctx.db);
  const tables = [...new Set(tablesReadBy(text))];
  // Inside of a transaction the writes count its own too, which nobody else sees.
  const isSteady = ctx.db === ctx.database.kysely && tables.every((name) => COUNTED.has(name)) && !UNSTEADY.test(text);
  const writes = isSteady ? writesTo(tables) : null;
  const all = kept.get(ctx.database.kysely) ?? new Map<string, KeptTotals>();
  kept.set(ctx.database.kysely, all);
  const key = `${text}\n${JSON.stringify(parameters)}`;
  const known = all.get(key) ?? null;
  const put = (counted: KeptTotals) => {
    all.delete(key);
    all.set(key, counted);
    const [oldest] = all.keys();
    if (all.size > MOST && oldest !== undefined) all.delete(oldest);
  };
  return {
    writes,
    last: known,
    ifSame: (seen) => (known && known.writes === seen ? known : null),
    keep(total, seen) {
      if (names.length === 0 && typeof seen === 'number') put({ total, sums: {}, writes: seen });
    },
    async now() {
      const { rows } = await sql<Record<string, number>>`select ${columns}${
        writes ? sql`, ${writes} as list_writes` : sql``
      } ${from}`.execute(ctx.db);
      const [row = {}] = rows;
      const counted = {
        total: row.list_total ?? 0,
        sums: Object.fromEntries(names.map((name) => [name, row[name] ?? 0])),
      };
      if (row.list_writes !== undefined) put({ ...counted, writes: row.list_writes });
      return counted;
    },
  };
}
