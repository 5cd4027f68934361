/** The few rows of a model that fit what somebody typed best, for the search over everything. */
import { type RawBuilder, sql } from 'kysely';
import { wordsSought } from '#domain/phone.ts';
import { slipPatterns } from '#domain/slips.ts';
import { searchable } from '#domain/text.ts';
import type { Ctx } from '../calls/handler.ts';
import { containsPattern } from '../db/containsPattern.ts';
import { orderBy } from './list.ts';
import { fromOf, type Resource, type StoredRow, selectRows } from './resource.ts';
import { toRow } from './rows.ts';

/** From this length a word may hold two slips. */
const LONG = 8;

const NONE: ReadonlyMap<string, string> = new Map();

/** The rows that fit best, and how many there are in all. */
interface BestRows {
  rows: Record<string, unknown>[];
  /** null: words with a slip were looked for, of which nobody wants a number. */
  total: number | null;
}

/**
 * At most `most` rows that hold every typed word: first the rows that begin with the first word, whole or not, then the rows in which a word begins with it, then
 * the rest, each part in the model's own order. `slips`: a typed word of four letters or more may also hold a slip, as "fihs" does for "fish"; a long
 * word may hold two, by the likeness of its trigrams. The nearest rows come first; none when `slips` is asked for and no word may slip.
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
  const patterns = slips ? slipPatterns(words.map(searchable)) : NONE;
  if (slips && patterns.size === 0) return { rows: [], total: null };
  const own = resource.words?.(ctx.who) ?? sql`m.words`;
  const near = (word: string, pattern: string) =>
    word.length < LONG
      ? sql<boolean>`${own} ~ ${pattern}`
      : sql<boolean>`(${own} ~ ${pattern} or searchable(${word}) <% ${own})`;
  const fits = words.map((word) => {
    const pattern = patterns.get(searchable(word));
    if (pattern) return near(word, pattern);
    const like = containsPattern(word);
    const scanned = [...word].length < 3;
    return resource.alsoFoundBy
      ? sql`(${own} like ${like} or ${resource.alsoFoundBy(like, scanned)})`
      : sql`${own} like ${like}`;
  });
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
