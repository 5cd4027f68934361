import { ERRORS, type ErrorWord } from '#contract/envelope.ts';
import type { Params } from '#contract/form.ts';
import type { Read } from '#contract/read.ts';
import { isAway } from '../db/away.ts';
import { isClientIdTaken } from '../db/retries.ts';

/** What a person should read: an expected "no" of the server, told by its word of API.md 1.7. Anything else thrown is a bug (500). */
export class Refusal extends Error {
  readonly word: ErrorWord;
  readonly code: number;
  /** Goes into `data` beside `error`: fields of a validation, the current row of a conflict. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(word: ErrorWord, message: string = ERRORS[word][1], extra: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.word = word;
    this.code = ERRORS[word][0];
    this.extra = extra;
  }

  /** API.md 1.3: refusals that hang on state are the answer of a key for ever; the others may succeed later under the same key. */
  get stored(): boolean {
    return this.code === 409 && this.word !== 'in_progress';
  }
}

/** A refusal as an envelope. */
export function verdictOf(refusal: Refusal): { code: number; message: string; data: Record<string, unknown> } {
  return { code: refusal.code, message: refusal.message, data: { error: refusal.word, ...refusal.extra } };
}

/** 422 with a text per field; the first text is the message (API.md 1.7). */
export function invalid(fields: Readonly<Record<string, string>>): Refusal {
  return new Refusal('validation', Object.values(fields)[0], { fields });
}

/** Another "no" than 422 that is about one field of a form, which shows it there. */
export function refusedAt(field: string, word: ErrorWord, text: string): Refusal {
  return new Refusal(word, text, { fields: { [field]: text } });
}

/** What is wrong with fields that could not be read; a missing `_id` is the request's shape (API.md 1.7). */
export function notReadable(read: Extract<Read<unknown>, { ok: false }>, params: Params): Refusal {
  if ('shape' in read) return new Refusal(read.shape.error, read.shape.message);
  const missing = read.fields._id !== undefined && !params.get('_id')?.values[0]?.trim();
  return missing ? new Refusal('bad_request', '_id field is required.') : invalid(read.fields);
}

/** 404 "{Label} not found": missing, deleted, or outside the caller's scope, all alike (SEC-07). `field`: which one of a form named it. */
export function notFound(label: string, field?: string): Refusal {
  const text = `${label} not found`;
  return field === undefined ? new Refusal('not_found', text) : refusedAt(field, 'not_found', text);
}

/** Database errors that are answers, not bugs. */
const DATABASE_WORDS: Readonly<Record<string, ErrorWord>> = {
  '55P03': 'in_progress',
  '40001': 'in_progress',
  '40P01': 'in_progress',
  KS002: 'receipt_locked',
};

/** What to answer for an error; null: a bug, for the log. */
export function refusalIn(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  // Still not found after all the looks that a transaction has.
  if (isClientIdTaken(error)) return new Refusal('duplicate_client_id');
  const word = DATABASE_WORDS[(error as { code?: string } | null)?.code ?? ''];
  if (word) return new Refusal(word);
  return isAway(error) ? new Refusal('unavailable') : null;
}
