/**
 * Prepared statements whose plans the database caches (docs/decisions/0740, which calls them kept plans). Planning a page of a list costs the database as much
 * as reading it; planning a record with its links costs several times as much. A statement that runs often gets a name on its connection, and from then on only
 * its values are sent.
 */
import pg from 'pg';

/** A statement gets a name after this many runs. */
const OFTEN = 3;
/** The most names at a time. Each connection holds a plan for each name, of some 50 to 100 kB. */
export const MAX_PLANS = 200;

/** Marks a statement whose plan does not depend on its values, although it compares by more than equality. */
export const GENERIC_PLAN = '/* one plan */';

/** Ranges and patterns: the number of rows depends on the value, so the value is needed for planning. */
const DEPENDS_ON_VALUES = /[<>~]|\b(?:between|like|ilike|similar)\b/i;
/** Operators that look like a range: the arrows of JSON, named arguments. */
const ARROWS = /[-#]>>?|=>/g;

/** A longer text is a bulk write, and each number of rows has its own text. */
const LONGEST = 10_000;

const mayKeep = (text: string): boolean =>
  /^\s*(?:select|with)\b/i.test(text) &&
  !/\b(?:insert|update|delete)\b/i.test(text) &&
  text.length <= LONGEST &&
  (text.includes(GENERIC_PLAN) || !DEPENDS_ON_VALUES.test(text.replaceAll(ARROWS, '')));

/** True if a table changed its columns after a plan was cached. The statement did nothing; the next run gets a new plan. */
export function isStalePlan(error: unknown): boolean {
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string };
  // 26000: the name was sent in a transaction that had failed already, so the database never stored it.
  return code === '26000' || (code === '0A000' && message.startsWith('cached plan must not change result type'));
}

/** "current transaction is aborted". */
const ABORTED = '25P02';

/** The statement names of one pool. */
export class PlanCache {
  /** False behind a pooler that assigns a connection per transaction: a name is known only on the connection where it was prepared. */
  isOn = true;
  #generation = 0;
  #names = 0;
  /** By text: the number of runs, or the name. null: it never gets a name. */
  #texts = new Map<string, number | string | null>();

  get generation(): number {
    return this.#generation;
  }

  /** The name of a statement, or null while it has none. After {@link MAX_PLANS} names all are dropped and assigned anew. */
  nameOf(text: string): string | null {
    if (!this.isOn) return null;
    const known = this.#texts.get(text);
    if (known === null || typeof known === 'string') return known;
    // Texts that ran once or twice are dropped with the names, which bounds the map too.
    if (this.#names >= MAX_PLANS || this.#texts.size >= MAX_PLANS * 5) this.renew();
    const times = (known ?? 0) + 1;
    const next = known === undefined && !mayKeep(text) ? null : times < OFTEN ? times : this.#name();
    this.#texts.set(text, next);
    return typeof next === 'string' ? next : null;
  }

  /** Drops all names. A name is never assigned twice. */
  renew(): void {
    this.#generation += 1;
    this.#names = 0;
    this.#texts = new Map();
  }

  #name(): string {
    this.#names += 1;
    return `k${this.#generation}_${this.#names}`;
  }
}

type Query = (...args: unknown[]) => Promise<unknown>;

/** Creates the client class of a pool, which sends the name for each statement that `plans` has named. */
export function planCachingClient(plans: PlanCache, Base = pg.Client): typeof pg.Client {
  return class PlanCachingClient extends Base {
    #generation = plans.generation;

    override query = ((...args: unknown[]) => {
      const ask = super.query as Query;
      const [text, values] = args;
      const isPlain = args.length === 2 && typeof text === 'string' && Array.isArray(values) && values.length > 0;
      const name = isPlain ? plans.nameOf(text) : null;
      if (name === null) return Reflect.apply(ask, this, args);
      this.#forgetOld();
      return Reflect.apply(ask, this, [{ name, text, values }]).catch((error: unknown) => {
        if (!isStalePlan(error)) throw error;
        plans.renew();
        // In a transaction the second try fails as well. The whole transaction is then repeated (`isRace`).
        return Reflect.apply(ask, this, args).catch((again: { code?: string }) => {
          throw again.code === ABORTED ? error : again;
        });
      });
    }) as pg.Client['query'];

    /** Frees the plans of dropped names. */
    #forgetOld(): void {
      if (this.#generation === plans.generation) return;
      this.#generation = plans.generation;
      // A failed transaction refuses this; then the old plans stay until the connection ends.
      (super.query as Query).call(this, 'deallocate all').catch(() => undefined);
    }
  };
}
