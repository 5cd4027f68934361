/** Detects commits that PostgreSQL acknowledges although their wait for a standby was cancelled. */
import pg from 'pg';

/**
 * The PostgreSQL function that waits for a standby, and warns when it stops waiting. The text of the warning depends on the locale, so the function's name is
 * matched.
 */
const WAIT = 'SyncRepWaitForLSN';

class NotReplicated extends Error {
  /** "connection failure": the work may or may not be there, and its key may be sent again. */
  readonly code = '08006';
}

type Query = (...args: unknown[]) => unknown;

/** A client that treats a commit as failed if it is on one machine only although it should have waited for a second one (SYNC rule 36). */
export function replicatedClient(): typeof pg.Client {
  class ReplicatedClient extends pg.Client {
    isCancelled = false;

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.on('notice', ({ routine }) => {
        if (routine === WAIT) this.isCancelled = true;
      });
    }
  }
  // A method and not a field, because a subclass calls it with `super`.
  ReplicatedClient.prototype.query = function query(this: ReplicatedClient, ...args: unknown[]) {
    // Looked up on each call, so that tests that observe the package's client observe this one too.
    const answer = Reflect.apply(pg.Client.prototype.query as Query, this, args);
    if (!(answer instanceof Promise)) return answer;
    return answer.then((result: unknown) => {
      if (!this.isCancelled) return result;
      this.isCancelled = false;
      throw new NotReplicated('The commit is on one machine alone: its wait for a standby was cancelled.');
    });
  } as pg.Client['query'];
  return ReplicatedClient;
}
