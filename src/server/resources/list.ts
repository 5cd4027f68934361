/** Lists of a model (API.md 1.5): whole, by page, or the rows changed since a time. */
import { type RawBuilder, sql } from 'kysely';
import { MAX_PER_PAGE, MAX_UNPAGED } from '#domain/limits.ts';
import type { Ctx } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import { nextAfter, placeOf } from './delta.ts';
import { pageOf } from './page.ts';
import { column, expressionOf, fromOf, type Resource, type StoredRow, selectRows } from './resource.ts';
import { toRow } from './rows.ts';
import { holdsWords } from './words.ts';

export type ListInput = Readonly<Record<string, unknown>>;

/**
 * The rows of a list as the person may read them: a page with its total, all rows, or those changed since a time. `where`: a further condition on the row.
 */
export async function listRows(
  resource: Resource,
  input: ListInput,
  ctx: Ctx,
  where: RawBuilder<unknown> = sql`true`,
): Promise<unknown> {
  const kept = [where, ...filters(resource, input, ctx)];
  const conditions = [...kept, ...search(resource, input, ctx)];
  if (input.since !== undefined) return since(resource, input, ctx, conditions);
  const scope = resource.scope?.(ctx.who);
  const liveOf = (wanted: readonly RawBuilder<unknown>[]) =>
    sql.join([...wanted, ...(scope ? [scope] : []), sql`m.deleted_at is null`], sql` and `);
  const live = liveOf(conditions);
  const first = resource.first?.(input, ctx);
  const sorted = orderBy(resource, input.sort, ctx);
  const order = first ? sql`(${first}) desc, ${sorted}` : sorted;
  if (input.page === undefined) {
    const rows = await wholeOf(
      async (limit) =>
        (await sql<StoredRow>`${selectRows(resource, true)} where ${live} order by ${order} ${limit}`.execute(ctx.db))
          .rows,
    );
    return rows.map((row) => toRow(resource, row, ctx));
  }
  const page = wholeNumber(input.page, 'page', 1);
  const perPage = Math.min(MAX_PER_PAGE, wholeNumber(input.per_page ?? '30', 'per_page', 1));
  const isSearch = Boolean(input.search);
  const withSums = input.sums === true;
  const request = { resource, ctx, order, page, perPage, isSearch, withSums };
  const answer = await pageOf({ ...request, where: live });
  if (answer.total > 0 || typeof input.search !== 'string') return answer;
  // No row has the words as they were typed. The search over everything does the same.
  const near = holdsWords(resource, input.search, ctx, true);
  return near ? pageOf({ ...request, where: liveOf([...kept, ...near]) }) : answer;
}

/**
 * Reads all rows of an unpaged list; throws 413 beyond 200,000 (B13). `read` gets the `limit` clause. `text` says how to narrow the list, if it has
 * no pages.
 */
export async function wholeOf<Row>(
  read: (limit: RawBuilder<unknown>) => Promise<Row[]>,
  text?: string,
): Promise<Row[]> {
  const rows = await read(sql`limit ${MAX_UNPAGED + 1}`);
  if (rows.length > MAX_UNPAGED) throw new Refusal('too_many_rows', text);
  return rows;
}

export function wholeNumber(raw: unknown, name: string, least: number): number {
  if (typeof raw !== 'string' || !/^\d{1,12}$/.test(raw))
    throw new Refusal('bad_request', `Field ${name} must be a number.`);
  return Math.max(least, Number(raw));
}

/** Returns the refusal of an unknown sort field (API.md 1.5); `sort` is the sent value, with its minus sign. */
export const cannotSort = (sort: string) => new Refusal('bad_request', `Cannot sort by ${sort.replace(/^-/, '')}.`);

export function orderBy(resource: Resource, sort: unknown, ctx: Ctx): RawBuilder<unknown> {
  const wanted = typeof sort === 'string' && sort !== '' ? sort : resource.model.defaultSort;
  const down = wanted.startsWith('-');
  const field = down ? wanted.slice(1) : wanted;
  if (!resource.model.sort.includes(field) || resource.hidden?.(ctx.who).includes(field)) throw cannotSort(wanted);
  const expression = resource.sort?.[field] ?? plainSort(resource, field);
  const direction = down ? sql`desc` : sql`asc`;
  return sql`${expression} ${direction}, m._id ${direction}`;
}

/** Text sorts without regard to case and accents, the same on every engine (B1.12). */
function plainSort(resource: Resource, field: string): RawBuilder<unknown> {
  if (field === 'name') return column('name_key');
  const kind = resource.model.fields[field]?.kind;
  const expression = expressionOf(resource, field);
  return kind === 'text' ? sql`searchable(${expression}) collate "C"` : expression;
}

function filters(resource: Resource, input: ListInput, ctx: Ctx): RawBuilder<unknown>[] {
  return resource.model.filters.flatMap((name) => {
    const sent = input[name];
    // A field that is hidden from this reader is treated as an unknown filter and ignored.
    if (!Array.isArray(sent) || resource.hidden?.(ctx.who).includes(name)) return [];
    // `sources=a,b` equals `sources[]=a&sources[]=b`; "all" and "*" are no filter.
    const wanted = sent
      .flatMap((one: string) => one.split(','))
      .filter((one) => one !== '' && one !== '*' && one !== 'all');
    if (wanted.length === 0) return [];
    return [oneOfThese(resource, name, wanted, ctx)];
  });
}

/** Returns the SQL condition of a filter. */
export function oneOfThese(resource: Resource, name: string, wanted: string[], ctx: Ctx): RawBuilder<unknown> {
  const own = resource.filter?.[name];
  if (typeof own === 'function') return own(wanted, ctx);
  const expression =
    own ?? (resource.model.fields[name] || resource.columns?.[name] ? expressionOf(resource, name) : column(name));
  return sql`${expression} = any(${wanted})`;
}

/** The conditions of the typed words; none without a search. */
const search = (resource: Resource, input: ListInput, ctx: Ctx): RawBuilder<unknown>[] =>
  typeof input.search === 'string' ? (holdsWords(resource, input.search, ctx) ?? []) : [];

async function since(
  resource: Resource,
  input: ListInput,
  ctx: Ctx,
  conditions: RawBuilder<unknown>[],
): Promise<unknown> {
  const from = wholeNumber(input.since, 'since', 0);
  const perPage = Math.min(MAX_PER_PAGE, wholeNumber(input.per_page ?? String(MAX_PER_PAGE), 'per_page', 1));
  const place = await placeOf(input.after, ctx);
  const { after } = place;
  const start = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    after ? sql`(${at}, ${id}) > (${after.at}, ${after.id})` : sql`${at} >= ${from}`;
  const scope = resource.scope?.(ctx.who) ?? sql`true`;
  const wanted = sql.join([...conditions, scope], sql` and `);
  const most = sql`limit ${perPage + 1}`;
  const changed = sql`select m._id, m.modified as at, m.deleted_at is not null as gone from ${fromOf(resource)}
    where ${wanted} and ${start(sql`m.modified`, sql`m._id`)} order by m.modified, m._id ${most}`;
  // A row that left the reader's scope is still in the reader's copy, so the delta returns its id and when it left. Filters and searches do not apply
  // to it, because they would reveal its present values. A reader without a copy gets nothing about it.
  const later = Math.max(from, after?.at ?? 0);
  const left = from > 0 ? resource.left?.(ctx.who, later) : null;
  const keys = [sql`(${changed})`];
  if (left)
    keys.push(sql`(select l._id, l.at, true from (${left}) l where ${start(sql`l.at`, sql`l._id`)}
      and (select ${scope} from ${fromOf(resource)} where m._id = l._id) is not true order by l.at, l._id ${most})`);
  // Rows whose shown record changed since are returned with its present values. They are found by link and id along an index, so that one page of
  // very many stays fast.
  if (from > 0 && resource.renewed)
    keys.push(sql`(select x._id, r.at, false from (${resource.renewed.since(later)}) r cross join lateral (
        select m._id from ${fromOf(resource)} where ${wanted} and ${column(resource.renewed.by)} = r._id and m.deleted_at is null and m.modified < r.at
          and m._id > case when r.at = ${later}::int8 then ${after?.id ?? ''}::text else '' end order by m._id ${most}) x
      order by r.at, x._id ${most})`);
  const { rows: found } = await sql<{ _id: string; at: number; gone: boolean }>`
    select k._id, k.at, k.gone from (${sql.join(keys, sql` union all `)}) k order by k.at, k._id ${most}`.execute(
    ctx.db,
  );
  const more = found.length > perPage;
  const shown = found.slice(0, perPage);
  const there = shown.filter(({ gone }) => !gone).map(({ _id }) => _id);
  const { rows } =
    await sql<StoredRow>`${selectRows(resource)} where m._id = any(${there}) and m.deleted_at is null and ${scope}
    order by m.modified, m._id`.execute(ctx.db);
  const last = shown.at(-1);
  return {
    rows: rows.map((row) => toRow(resource, row, ctx)),
    deleted: shown.filter(({ gone }) => gone).map(({ _id }) => _id),
    as_of: place.asOf,
    more,
    next: more && last ? nextAfter(place, last.at, last._id) : null,
  };
}
