/** The condition that a row holds what somebody typed: of every list, and of the search over everything. */
import { type RawBuilder, sql } from 'kysely';
import { wordsSought } from '#domain/phone.ts';
import { slipPatterns } from '#domain/slips.ts';
import { searchable } from '#domain/text.ts';
import type { Ctx } from '../calls/handler.ts';
import { containsPattern } from '../db/containsPattern.ts';
import type { Resource } from './resource.ts';

/** From this length a word may hold two slips. */
const LONG = 8;

const NONE: ReadonlyMap<string, string> = new Map();

/** The text of a row that a search reads. */
export const ownWords = (resource: Resource, ctx: Ctx): RawBuilder<unknown> =>
  resource.words?.(ctx.who) ?? sql`m.words`;

/**
 * One condition for each typed word. `slips`: a word of four letters or more may also hold a slip, as "fihs" does for "fish", or be two words of the row; a long
 * word may hold two slips, by the likeness of its trigrams. null: slips are asked for and no word may hold one.
 */
export function holdsWords(resource: Resource, text: string, ctx: Ctx, slips = false): RawBuilder<unknown>[] | null {
  const words = wordsSought(text);
  const patterns = slips ? slipPatterns(words.map(searchable)) : NONE;
  if (slips && patterns.size === 0) return null;
  const own = ownWords(resource, ctx);
  // The word indexes (trigrams) need three letters at least.
  const scanned = words.some((word) => [...word].length < 3);
  return words.map((word) => {
    const pattern = patterns.get(searchable(word));
    if (pattern)
      return word.length < LONG
        ? sql<boolean>`${own} ~ ${pattern}`
        : sql<boolean>`(${own} ~ ${pattern} or searchable(${word}) <% ${own})`;
    const like = containsPattern(word);
    return resource.alsoFoundBy
      ? sql`(${own} like ${like} or ${resource.alsoFoundBy(like, scanned)})`
      : sql`${own} like ${like}`;
  });
}
