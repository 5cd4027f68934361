/** The two errors of a call (DESIGN 2.5): a refusal and a missing answer. Every retry, toast and rule of the queue depends on this distinction. */

/** The server refused: an envelope with a code other than 200. Never retried; its message is for users. */
export class CallError extends Error {
  readonly code: number;
  /** The error word of API.md 1.7, e.g. `conflict`. */
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
   * true: the server examined the change and refused it, so the next submit needs a new key (B12.7). Under the old key a 409 would be replayed for
   * ever. After an answer that only asks to wait or sign in the key stays, because an earlier copy without an answer may have taken effect.
   */
  get settled(): boolean {
    return [400, 404, 409, 422].includes(this.code) && this.word !== 'in_progress';
  }

  /** The seconds to wait that a 429 asks for, else 0. */
  get wait(): number {
    const { data } = this;
    const retryAfter = typeof data === 'object' && data !== null && 'retry_after' in data ? data.retry_after : 0;
    return this.code === 429 && typeof retryAfter === 'number' ? retryAfter : 0;
  }

  /** The messages by field of a 422. */
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

/** No envelope came: offline, a captive portal, a broken connection, a timeout. */
export class NoAnswer extends Error {}

/** The server is there, but failed before it could make an envelope (status 500). This says nothing about the network. */
export class ServerFailed extends NoAnswer {}

/** A file of the app could not be loaded, so a connection is needed, whatever other calls say. */
export class FileMissing extends NoAnswer {}

export const UNEXPECTED = 'An unexpected error occured!';

/** The error of a worker: its file could not be loaded (such an event has no message), or its code failed. */
export function workerError({ message }: { message?: string }): Error {
  return message === undefined ? new FileMissing('Part of the app did not load. Reload.') : new Error(message);
}

/** The message for a user: the server's own, or `unexpected` for any other error (ERR-01, ERR-02). */
export function messageOf(error: unknown, unexpected: string = UNEXPECTED): string {
  return error instanceof CallError ? error.message : unexpected;
}
