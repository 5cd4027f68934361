/** The few rows of a model that fit what somebody typed best, for the search over everything. */
import { type RawBuilder, sql } from 'kysely';
import { wordsSought } from '#domain/phone.ts';
import type { Ctx } from '../calls/handler.ts';
import { orderBy } from './list.ts';
import { fromOf, type Resource, type StoredRow, selectRows } from './resource.ts';
import { toRow } from './rows.ts';
import { holdsWords, ownWords } from './words.ts';

/** The rows that fit best, and how many there are in all. */
interface BestRows {
  rows: Record<string, unknown>[];
  /** null: words with a slip were looked for, of which nobody wants a number. */
  total: number | null;
}

/**
 * At most `most` rows that hold every typed word: first the rows that begin with the first word, whole or not, then the rows in which a word begins with it, then
 * the rest, each part in the model's own order. `slips`: as in {@link holdsWords}. The nearest rows come first; none when no word may slip.
 */
export async function findRows(
  resource: Resource,
  text: string,
  most: number,
  ctx: Ctx,
  slips = false,
): Promise<BestRows> {
  const words = wordsSought(text);
  const [first = ''] = words;
  const fits = holdsWords(resource, text, ctx, slips);
  if (!fits) return { rows: [], total: null };
  const own = ownWords(resource, ctx);
  const live = sql.join([...fits, resource.scope?.(ctx.who) ?? sql`true`, sql`m.deleted_at is null`], sql` and `);
  const rank: RawBuilder<unknown> = slips
    ? sql`-(${sql.join(
        words.map((word) => sql`word_similarity(searchable(${word}), ${own})`),
        sql` + `,
      )})`
    : sql`case when starts_with(${own} || ' ', searchable(${first}) || ' ') then -1
        when starts_with(${own}, searchable(${first})) then 0 when strpos(${own}, ' ' || searchable(${first})) > 0 then 1 else 2 end`;
  const order = sql`${rank}, ${orderBy(resource, undefined, ctx)}`;
  // Every row that fits is sorted for the best ones, so counting them costs nothing more.
  const { rows } = await sql<StoredRow>`with best as materialized (
      select m._id, count(*) over () as total from ${fromOf(resource)} where ${live} order by ${order} limit ${most}
    ) ${selectRows(resource, false, [sql`(select max(total)::int from best) as fits`])}
    where m._id = any(array(select _id from best)) order by ${order}`.execute(ctx.db);
  return {
    rows: rows.map(({ fits: _, ...row }) => toRow(resource, row, ctx)),
    total: slips ? null : Number(rows[0]?.fits ?? 0),
  };
}
