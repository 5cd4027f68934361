/** Remembers which work this process acknowledged, for the check after a failover (docs/decisions/0761). */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** How many keys are checked. The database's log is ordered, so the last keys stand for all earlier ones. */
const MOST_KEYS = 200;

/** The keys of the last answers that this process sent after their commit. */
export class Acknowledged {
  readonly #keys = new Set<string>();

  note(keys: readonly string[]): void {
    for (const key of keys) {
      this.#keys.delete(key);
      this.#keys.add(key);
    }
    for (const key of this.#keys) {
      if (this.#keys.size <= MOST_KEYS) break;
      this.#keys.delete(key);
    }
  }

  /** How many of these keys the database lacks. */
  async missing(db: Kysely<Tables>): Promise<number> {
    const { rows } = await sql<{ missing: number }>`select count(*) as missing
      from unnest(${[...this.#keys]}::text[]) noted (key) where not exists (select from idempotency i where i.key = noted.key)`.execute(
      db,
    );
    return rows[0]?.missing ?? 0;
  }
}
