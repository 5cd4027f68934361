import { ERRORS, type ErrorWord } from '#contract/envelope.ts';
import type { Params } from '#contract/form.ts';
import type { Read } from '#contract/read.ts';
import { isAway } from '../db/away.ts';
import { isClientIdTaken } from '../db/retries.ts';

/** An expected "no" of the server, with its error word (API.md 1.7) and a text for a person. Any other error that is thrown is a bug (500). */
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

  /** Whether the refusal is stored as the key's answer: it depends on state. Other refusals may succeed later under the same key (API.md 1.3). */
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

/** A refusal other than 422 that concerns one field; the form shows the text at that field. */
export function refusedAt(field: string, word: ErrorWord, text: string): Refusal {
  return new Refusal(word, text, { fields: { [field]: text } });
}

/** The refusal for unreadable fields: 422 with a text per field, or 400 for a wrong shape or a missing `_id` (API.md 1.7). */
export function notReadable(read: Extract<Read<unknown>, { ok: false }>, params: Params): Refusal {
  if ('shape' in read) return new Refusal(read.shape.error, read.shape.message);
  const missing = read.fields._id !== undefined && !params.get('_id')?.values[0]?.trim();
  return missing ? new Refusal('bad_request', '_id field is required.') : invalid(read.fields);
}

/** 404 "{Label} not found". Missing, deleted and out of the caller's scope get the same answer (SEC-07). `field`: the form field with the id. */
export function notFound(label: string, field?: string): Refusal {
  const text = `${label} not found`;
  return field === undefined ? new Refusal('not_found', text) : refusedAt(field, 'not_found', text);
}

/** Database error codes that are refusals, not bugs. */
const DATABASE_WORDS: Readonly<Record<string, ErrorWord>> = {
  '55P03': 'in_progress',
  '40001': 'in_progress',
  '40P01': 'in_progress',
  KS002: 'receipt_locked',
};

/** The refusal to answer for an error; null: the error is a bug and belongs in the log. */
export function refusalIn(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  // The transaction was repeated as often as allowed and still failed on the client_id.
  if (isClientIdTaken(error)) return new Refusal('duplicate_client_id');
  const word = DATABASE_WORDS[(error as { code?: string } | null)?.code ?? ''];
  if (word) return new Refusal(word);
  return isAway(error) ? new Refusal('unavailable') : null;
}
