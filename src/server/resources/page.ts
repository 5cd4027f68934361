/** One page of a list with its total (API.md 1.5). */
import { type RawBuilder, sql } from 'kysely';
import { formatMoney } from '#domain/money.ts';
import type { Ctx } from '../calls/handler.ts';
import { countOf, fromFor, type ListCount, type ListTotals } from './counts.ts';
import { type Resource, type StoredRow, selectRows } from './resource.ts';
import { toRow } from './rows.ts';

/** Up to this many rows are sorted faster than they are found through the sorting index. */
const FEW = 1_000;

export interface PageRequest {
  readonly resource: Resource;
  readonly ctx: Ctx;
  /** Every condition. */
  readonly where: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  readonly page: number;
  readonly perPage: number;
  readonly isSearch: boolean;
  readonly withSums: boolean;
}

export async function pageOf(request: PageRequest) {
  const { resource, ctx, page, perPage } = request;
  const sums = request.withSums ? resource.sums : undefined;
  const count = countOf(resource, ctx, request.where, sums && sumColumns(sums));
  const searched =
    request.isSearch && !sums && (count.last?.total ?? 0) <= FEW ? await searchedPage(request, count) : null;
  const { rows, counted } = searched ?? (await listedPage(request, count));
  return {
    rows: rows.map((row) => toRow(resource, row, ctx)),
    total: counted.total,
    page,
    per_page: perPage,
    ...(sums ? { sums: shownSums(sums, counted) } : {}),
  };
}

interface Found {
  rows: StoredRow[];
  counted: ListTotals;
}

/** A column that only this file reads. */
function taken(rows: readonly StoredRow[], name: string): unknown {
  const value = rows[0]?.[name];
  for (const row of rows) delete row[name];
  return value;
}

/** Rows of a page by ids that a select finds. The ids are an array: with `in (select ...)` PostgreSQL joins every row of the table if the view has eight joins or more. */
const rowsOf = ({ resource, order }: PageRequest, ids: RawBuilder<unknown>, more: readonly RawBuilder<unknown>[]) =>
  sql<StoredRow>`${selectRows(resource, false, more)} where m._id = any(array(${ids})) order by ${order}`;

const skip = ({ page, perPage }: PageRequest) => sql`limit ${perPage} offset ${(page - 1) * perPage}`;

/**
 * A search with few hits finds their ids once, counts and sorts them, and reads a page of them, in one statement: the way through the sorting index would
 * look at all other rows. null: there are more, or none on this page.
 */
async function searchedPage(request: PageRequest, count: ListCount): Promise<Found | null> {
  const { resource, ctx, where, order } = request;
  const ids = sql`select m._id from ${fromFor(resource, ctx, [order])} where m._id = any(array(select _id from found)) order by ${order} ${skip(request)}`;
  const more = [sql`(select count(*) from found) as list_total`, ...writesOf(count)];
  const { rows } = await sql<StoredRow>`with found as materialized (
      select m._id from ${fromFor(resource, ctx, [where])} where ${where} limit ${FEW + 1}
    ) ${rowsOf(request, ids, more)}`.execute(ctx.db);
  const [total, writes] = [taken(rows, 'list_total'), taken(rows, 'list_writes')];
  if (typeof total !== 'number' || total > FEW) return null;
  count.keep(total, writes);
  return { rows, counted: { total, sums: {} } };
}

/** A page along the sorting index. Its rows are selected by id, so that derived columns are computed for the shown rows only. */
async function listedPage(request: PageRequest, count: ListCount): Promise<Found> {
  const { resource, ctx, where, order } = request;
  const ids = sql`select m._id from ${fromFor(resource, ctx, [where, order])} where ${where} order by ${order} ${skip(request)}`;
  const { rows } = await rowsOf(request, ids, writesOf(count)).execute(ctx.db);
  const counted = count.ifSame(taken(rows, 'list_writes')) ?? (await count.now());
  return { rows, counted };
}

const writesOf = ({ writes }: ListCount) => (writes ? [sql`${writes} as list_writes`] : []);

type Sums = NonNullable<Resource['sums']>;

const sumColumns = (sums: Sums): Record<string, RawBuilder<unknown>> =>
  Object.fromEntries(
    Object.entries(sums).map(([name, sum]) => [
      name,
      'kobo' in sum ? sql`coalesce(sum(${sum.kobo}), 0)::int8` : sql`coalesce(sum(${sum.cases}), 0)::float8`,
    ]),
  );

/** The sums of a model over all rows: naira text, or the text of a number of cases. */
const shownSums = (sums: Sums, counted: ListTotals): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sums).map(([name, sum]) => {
      const figure = counted.sums[name] ?? 0;
      return [name, 'kobo' in sum ? formatMoney(figure) : String(Math.round(figure * 100) / 100)];
    }),
  );
