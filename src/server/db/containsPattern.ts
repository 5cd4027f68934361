import { type RawBuilder, sql } from 'kysely';

/**
 * Returns the LIKE pattern of a text that contains this search word (API.md 1.5). The database folds the word, so that it matches the index. Escaping
 * comes after folding (SEC-11), because folding turns a full-width percent sign into a plain one.
 */
export const containsPattern = (word: string): RawBuilder<string> =>
  sql`'%' || regexp_replace(searchable(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
