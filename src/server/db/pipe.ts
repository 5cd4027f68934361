/**
 * Statements of a transaction that are sent without waiting for the answers of those before (docs/decisions/0622). The database works them in their order,
 * each with its own view of the rows, as if somebody had waited; what is saved are the trips in between.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely, RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Tables } from './tables.ts';

/** The statements under way of one transaction. */
class Pipe {
  #client: pg.PoolClient | null = null;
  readonly #note: (text: string) => void;
  #failed: { error: unknown } | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(note: (text: string) => void) {
    this.#note = note;
  }

  /** Takes the connection of the transaction, and answers it with a `begin` that nobody waits for. */
  take(client: pg.PoolClient): Pick<pg.PoolClient, 'query' | 'release'> {
    this.#client = client;
    const query = (text: string, values?: unknown[]) => {
      if (text !== 'begin') return client.query(text, values);
      this.#watch(client.query(text));
      return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] });
    };
    return { query: query as pg.PoolClient['query'], release: (error) => client.release(error) };
  }

  /** Whoever waits hears of an error; so does the transaction, if nobody waits. */
  #watch(answered: Promise<unknown>): void {
    this.#last = answered.catch((error: unknown) => {
      this.#failed ??= { error };
    });
  }

  send<Row>(db: Kysely<Tables>, statement: RawBuilder<Row>): Promise<Row[]> {
    if (!this.#client) throw new Error('The transaction has no connection yet.');
    const { sql: text, parameters } = statement.compile(db);
    const answered = this.#client.query<Row & pg.QueryResultRow>(text, [...parameters]).then(({ rows }) => {
      this.#note(text);
      return rows;
    });
    this.#watch(answered);
    return answered;
  }

  /** Waits for what is still under way. Throws the first error: the transaction was then taken back, whatever its commit was told. */
  async end(): Promise<void> {
    await this.#last;
    if (this.#failed) throw this.#failed.error;
  }
}

/** "current transaction is aborted": the error of each statement after the one that failed. */
const ABORTED = '25P02';

const pipes = new AsyncLocalStorage<Pipe>();

/** The connection as a transaction uses it, if one waits for it. */
export const takeForPipe = (client: pg.PoolClient): Pick<pg.PoolClient, 'query' | 'release'> =>
  pipes.getStore()?.take(client) ?? client;

/** Runs a whole transaction, commit included. `note` hears the text of each piped statement that succeeded. Throws if any of them failed. */
export async function inPipe<T>(note: (text: string) => void, transaction: () => Promise<T>): Promise<T> {
  const pipe = new Pipe(note);
  try {
    const done = await pipes.run(pipe, transaction);
    await pipe.end();
    return done;
  } catch (error) {
    // What comes after the statement that failed is told only that it came too late.
    if ((error as { code?: string }).code === ABORTED) await pipe.end();
    throw error;
  }
}

/**
 * Sends a statement of the running transaction at once, and answers its rows when they come. A caller that does not wait may not catch either: the
 * transaction fails with the statement. Outside of a transaction it is a statement like any other.
 */
export function send<Row>(db: Kysely<Tables>, statement: RawBuilder<Row>): Promise<Row[]> {
  const pipe = db.isTransaction ? pipes.getStore() : undefined;
  return pipe ? pipe.send(db, statement) : statement.execute(db).then(({ rows }) => rows);
}

/** As {@link send}, for a statement whose answer nobody needs. */
export function sendSoon(db: Kysely<Tables>, statement: RawBuilder<unknown>): void {
  void send(db, statement).catch(() => undefined);
}
