import { ERRORS, type ErrorWord } from '#contract/envelope.ts';
import type { Params } from '#contract/form.ts';
import type { Read } from '#contract/read.ts';
import { isClientIdTaken } from '../db/retries.ts';
import { isUnavailable } from '../db/unavailable.ts';

/** An expected "no" of the server with a text for a person, identified by its error name (API.md 1.7). Any other thrown error is a bug (500). */
export class Refusal extends Error {
  readonly word: ErrorWord;
  readonly code: number;
  /** Added to `data` beside `error`: the fields of a validation, the current row of a conflict. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(word: ErrorWord, message: string = ERRORS[word][1], extra: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.word = word;
    this.code = ERRORS[word][0];
    this.extra = extra;
  }

  /**
   * True if the refusal is stored as the response of its key for ever, because it depends on stored state (API.md 1.3). Others may succeed later with
   * the same key.
   */
  get stored(): boolean {
    return this.code === 409 && this.word !== 'in_progress';
  }
}

/** Returns a refusal as an envelope. */
export function verdictOf(refusal: Refusal): { code: number; message: string; data: Record<string, unknown> } {
  return { code: refusal.code, message: refusal.message, data: { error: refusal.word, ...refusal.extra } };
}

/** Returns a refusal 422 with a text per field; the first text is the message (API.md 1.7). */
export function invalid(fields: Readonly<Record<string, string>>): Refusal {
  return new Refusal('validation', Object.values(fields)[0], { fields });
}

/** Returns a refusal other than 422 about one form field, which shows the text. */
export function refusedAt(field: string, word: ErrorWord, text: string): Refusal {
  return new Refusal(word, text, { fields: { [field]: text } });
}

/** Returns the refusal of fields that failed validation. A missing `_id` is a malformed request (API.md 1.7). */
export function notReadable(read: Extract<Read<unknown>, { ok: false }>, params: Params): Refusal {
  if ('shape' in read) return new Refusal(read.shape.error, read.shape.message);
  const missing = read.fields._id !== undefined && !params.get('_id')?.values[0]?.trim();
  return missing ? new Refusal('bad_request', '_id field is required.') : invalid(read.fields);
}

/**
 * Returns the refusal 404 "{Label} not found", the same for missing, deleted and out-of-scope records (SEC-07). `field` is the form field that named
 * the record.
 */
export function notFound(label: string, field?: string): Refusal {
  const text = `${label} not found`;
  return field === undefined ? new Refusal('not_found', text) : refusedAt(field, 'not_found', text);
}

/** Database errors that are expected refusals and not bugs. */
const DATABASE_WORDS: Readonly<Record<string, ErrorWord>> = {
  '55P03': 'in_progress',
  '40001': 'in_progress',
  '40P01': 'in_progress',
  KS002: 'receipt_locked',
  KS003: 'stocktake_closed',
  KS004: 'bad_transition',
};

/** Returns the refusal for an error; null for a bug, which is logged. */
export function refusalIn(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  // The record was not found in any retry of the transaction.
  if (isClientIdTaken(error)) return new Refusal('duplicate_client_id');
  const word = DATABASE_WORDS[(error as { code?: string } | null)?.code ?? ''];
  if (word) return new Refusal(word);
  return isUnavailable(error) ? new Refusal('unavailable') : null;
}
