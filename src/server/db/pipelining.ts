/**
 * Pipelining: sends statements of a transaction without waiting for earlier answers (docs/decisions/0622). The database runs them in order, each with its own
 * snapshot, as without pipelining; only round trips are saved.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely, RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Tables } from './tables.ts';

/** The statements of one transaction that have no answer yet. */
class Pipe {
  #client: pg.PoolClient | null = null;
  readonly #note: (text: string) => void;
  #failed: { error: unknown } | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(note: (text: string) => void) {
    this.#note = note;
  }

  /** Takes the connection of the transaction. Its `begin` is sent, and answered without waiting. */
  take(client: pg.PoolClient): Pick<pg.PoolClient, 'query' | 'release'> {
    this.#client = client;
    const query = (text: string, values?: unknown[]) => {
      if (text !== 'begin') return client.query(text, values);
      this.#watch(client.query(text));
      return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] });
    };
    return { query: query as pg.PoolClient['query'], release: (error) => client.release(error) };
  }

  /** A caller that awaits the answer gets the error; in any case the transaction fails. */
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

  /** Waits for the remaining answers. Throws the first error: then the transaction was rolled back, even if its commit reported success. */
  async end(): Promise<void> {
    await this.#last;
    if (this.#failed) throw this.#failed.error;
  }
}

/** "current transaction is aborted": the error of each statement after the one that failed. */
const ABORTED = '25P02';

const pipes = new AsyncLocalStorage<Pipe>();

/** The connection for the transaction in {@link pipelined}, if there is one. */
export const pipelinedClient = (client: pg.PoolClient): Pick<pg.PoolClient, 'query' | 'release'> =>
  pipes.getStore()?.take(client) ?? client;

/** Runs a whole transaction, including its commit. `note` gets the text of each pipelined statement that succeeded. Throws if any of them failed. */
export async function pipelined<T>(note: (text: string) => void, transaction: () => Promise<T>): Promise<T> {
  const pipe = new Pipe(note);
  try {
    const done = await pipes.run(pipe, transaction);
    await pipe.end();
    return done;
  } catch (error) {
    // Statements after the failed one only report that the transaction is aborted, so the first error is thrown.
    if ((error as { code?: string }).code === ABORTED) await pipe.end();
    throw error;
  }
}

/**
 * Sends a statement of the running transaction at once, and resolves with its rows. A caller that does not await it need not catch: the transaction fails with
 * the statement. Outside a transaction the statement runs by itself.
 */
export function send<Row>(db: Kysely<Tables>, statement: RawBuilder<Row>): Promise<Row[]> {
  const pipe = db.isTransaction ? pipes.getStore() : undefined;
  return pipe ? pipe.send(db, statement) : statement.execute(db).then(({ rows }) => rows);
}

/** As {@link send}, for a statement whose answer is not needed. */
export function sendUnawaited(db: Kysely<Tables>, statement: RawBuilder<unknown>): void {
  void send(db, statement).catch(() => undefined);
}
