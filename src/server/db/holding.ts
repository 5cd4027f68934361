import { type RawBuilder, sql } from 'kysely';

/**
 * The pattern of a text that holds this word of a search (API.md 1.5): folded by the database, so that it says the same as the index, and
 * escaped only then (SEC-11): folding makes a plain percent sign of a wide one.
 */
export const holding = (word: string): RawBuilder<string> =>
  sql`'%' || regexp_replace(searchable(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
