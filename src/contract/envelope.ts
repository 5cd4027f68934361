/** The answer of every call (API.md 1.1, 1.7). */
import * as v from 'valibot';

export interface Envelope<T = unknown> {
  code: number;
  message: string;
  data: T;
}

/** What counts as an answer of ours: an integer code, a text, data. A captive portal's page is none (SYNC rule 22). */
export const envelope = v.object({ code: v.pipe(v.number(), v.integer()), message: v.string(), data: v.unknown() });

/** Every error word of API.md 1.7 with its code and its usual text; texts with {} are filled by whoever refuses. */
export const ERRORS = {
  bad_request: [400, 'The request is not valid.'],
  unknown_field: [400, 'Unknown field.'],
  unequal_arrays: [400, 'All lists must have the same length.'],
  unauthorized: [401, 'Your session has ended. Please sign in again.'],
  bad_credentials: [401, 'Email or password is not correct.'],
  forbidden: [403, "You don't have the permission to do this."],
  not_back_office: [403, 'This account cannot use the back office.'],
  inactive: [403, 'This account is not active.'],
  must_change_password: [403, 'Choose a new password first.'],
  not_found: [404, 'Not found'],
  no_such_call: [404, 'There is no such call.'],
  method: [405, 'Method not allowed.'],
  conflict: [409, 'This record was changed by someone else.'],
  duplicate: [409, 'This record already exists.'],
  duplicate_client_id: [409, 'This record was already created with other values.'],
  in_progress: [409, 'This request is still being processed.'],
  receipt_locked: [409, 'This purchase order is a receipt and cannot be changed.'],
  already_executed: [409, 'This transfer has already been completed.'],
  items_changed: [409, 'The products of this transfer changed since you confirmed. Please review.'],
  bad_transition: [409, 'This change is not possible.'],
  in_use: [409, 'This record is in use and cannot be removed.'],
  too_large: [413, 'The request is too large.'],
  too_many_rows: [413, 'Too many rows. Please use page and per_page.'],
  media_type: [415, 'Send form data.'],
  validation: [422, 'Please check the form.'],
  idempotency_mismatch: [422, 'This key was already used for another request.'],
  limit: [422, 'This is more than the system allows.'],
  upgrade_required: [426, 'Please update the app.'],
  rate: [429, 'Too many requests. Please wait.'],
  internal: [500, 'Something went wrong on the server.'],
  unavailable: [503, 'The server is busy. Please try again.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorWord = keyof typeof ERRORS;
