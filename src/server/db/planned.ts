/** Statements that are asked over and over keep their plan on each connection: to plan them takes the database longer than to answer. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { isOutdated } from './retries.ts';

const MARK = '/* planned */';

/**
 * Stands first in such a statement. Its values are parameters, so that its text is the same each time; its columns are named one by one, so that a
 * migration under a running server changes none of them; and one plan suits all values.
 */
export const planned = sql.raw(MARK);

const names = new Map<string, string>();
let round = 0;

/** The same text has the same name on every connection. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `${createHash('sha256').update(text).digest('base64url').slice(0, 24)}_${round}`;
  names.set(text, name);
  return name;
}

/** What is told {@link planned} on this connection keeps its plan. */
export function keepPlans(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
  const query = async (text: string, values?: unknown[]) => {
    try {
      return await ask({ name: nameOf(text), text, values });
    } catch (error) {
      if (!isOutdated(error)) throw error;
      // By another name it is planned anew; in a transaction, which is lost, by whoever begins that again (isRace).
      round += 1;
      names.clear();
      return ask(text, values).catch(() => Promise.reject(error));
    }
  };
  Object.assign(client, {
    query: (...asked: unknown[]) =>
      typeof asked[0] === 'string' && asked[0].startsWith(MARK)
        ? query(asked[0], asked[1] as unknown[] | undefined)
        : ask(...asked),
  });
}
