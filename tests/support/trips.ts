/** How often a call waits for the database: statements that are sent while an earlier one is under way cost no trip of their own. */
import pg from 'pg';
import { vi } from 'vitest';

export interface Trips {
  /** The statements that went out in each trip. */
  readonly trips: readonly (readonly string[])[];
  end(): void;
}

/** Listens to all connections of this process until `end`. */
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

/** The statement of a call of a client's `query`: its text, or a text with the name that its plan is kept under. Other calls have the text ''. */
export function statementOf([first, second]: readonly unknown[]): readonly [text: string, values: readonly unknown[]] {
  if (typeof first === 'string') return [first, Array.isArray(second) ? second : []];
  const { text = '', values = [] } = (first ?? {}) as { text?: string; values?: unknown[] };
  return [text, values];
}
