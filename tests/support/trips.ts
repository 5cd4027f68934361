/** Counts how often a call waits for the database. Statements that are sent while an earlier one runs need no further trip. */
import pg from 'pg';
import { vi } from 'vitest';

export interface Trips {
  /** The statements of each trip. */
  readonly trips: readonly (readonly string[])[];
  end(): void;
}

/** Records the statements of all connections of this process until `end`. */
export function hearTrips(): Trips {
  const trips: string[][] = [];
  let underWay = 0;
  const plain = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function hear(
    this: pg.Client,
    ...args: unknown[]
  ) {
    if (underWay === 0) trips.push([]);
    trips.at(-1)?.push(statementOf(args)[0]);
    underWay += 1;
    const done = () => {
      underWay -= 1;
    };
    const answer: unknown = Reflect.apply(plain, this, args);
    if (answer instanceof Promise) answer.then(done, done);
    else done();
    return answer as ReturnType<typeof plain>;
  } as typeof plain);
  return { trips, end: () => spy.mockRestore() };
}

/** The statement of a call of a client's `query`: its text, or the text of a named plan. Other calls have ''. */
export function statementOf([first, second]: readonly unknown[]): readonly [text: string, values: readonly unknown[]] {
  if (typeof first === 'string') return [first, Array.isArray(second) ? second : []];
  const { text = '', values = [] } = (first ?? {}) as { text?: string; values?: unknown[] };
  return [text, values];
}
