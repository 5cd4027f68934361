/** The two errors of a call (DESIGN 2.5). Every retry, toast and queue rule hangs on this one distinction. */

/** The server answered, and the answer is no: an envelope with another code than 200. Never retried; its message is for people. */
export class CallError extends Error {
  readonly code: number;
  /** The word of API.md 1.7, e.g. `conflict`. */
  readonly word: string;
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown) {
    super(message);
    this.code = code;
    this.data = data;
    this.word =
      typeof data === 'object' && data !== null && 'error' in data && typeof data.error === 'string' ? data.error : '';
  }

  /**
   * The server looked at the change and did not do it, so that the next press is a new one with a key of its own (B12.7); a 409 would be
   * replayed under the old key for ever. Whoever was only told to wait, to sign in or to come back asks again as the same: an earlier
   * copy without an answer may have been taken.
   */
  get settled(): boolean {
    return [400, 404, 409, 422].includes(this.code) && this.word !== 'in_progress';
  }

  /** Seconds that a 429 asks for, else 0. */
  get wait(): number {
    const { data } = this;
    const told = typeof data === 'object' && data !== null && 'retry_after' in data ? data.retry_after : 0;
    return this.code === 429 && typeof told === 'number' ? told : 0;
  }

  /** Texts per field of a 422. */
  get fields(): Record<string, string> {
    const { data } = this;
    if (
      typeof data !== 'object' ||
      data === null ||
      !('fields' in data) ||
      typeof data.fields !== 'object' ||
      data.fields === null
    )
      return {};
    return Object.fromEntries(Object.entries(data.fields).filter(([, text]) => typeof text === 'string')) as Record<
      string,
      string
    >;
  }
}

/** No envelope came: offline, a captive portal, a broken line, a timeout. */
export class NoAnswer extends Error {}

/** A file of the app itself that was needed did not come: it needs a connection, whatever the calls say. */
export class FileMissing extends NoAnswer {}

export const UNEXPECTED = 'An unexpected error occured!';

/** Why a worker ended: its file did not come (such an event says nothing more), or a mistake of ours in it. */
export function workerError({ message }: { message?: string }): Error {
  return message === undefined ? new FileMissing('Part of the app did not load. Reload.') : new Error(message);
}

/** ERR-01, ERR-02: the server's own message, or the documents' sentence for everything unexpected. */
export function messageOf(error: unknown, unexpected: string = UNEXPECTED): string {
  return error instanceof CallError ? error.message : unexpected;
}
