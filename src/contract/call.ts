/**
 * A call is a value: method, path, input, output, gate, and whether it writes (DESIGN 2.5). `@__NO_SIDE_EFFECTS__` lets the bundler drop calls that
 * no screen uses.
 */
import * as v from 'valibot';
import { type Fields, optional, text } from './fields.ts';
import type { Gate } from './gate.ts';

export interface Call<In extends Fields = Fields, Out = unknown> {
  readonly method: 'GET' | 'POST';
  /** The path without `/api/` and without a trailing slash, e.g. `purchase_order/execute`. */
  readonly path: string;
  /** A second method with the same response (auth/revoke, read_by_ref). */
  readonly also?: 'GET' | 'POST';
  readonly input: In;
  readonly output: v.GenericSchema<unknown, Out>;
  readonly allow: Gate;
  readonly write: boolean;
  /** True for an update: fields that are not sent stay unchanged (API.md section 2). */
  readonly partial?: boolean;
  /** True for a list: unknown filters are ignored (API.md 1.5). */
  readonly loose?: boolean;
  /** The fields of one row, for bulk calls (API.md 1.6); `input` then holds the fields that all rows share. */
  readonly row?: Fields;
  /** True for a report: a session may run only a few at once (B13). */
  readonly report?: boolean;
  /** True if the body may be multipart with a file. */
  readonly file?: boolean;
}

type Shape<In extends Fields, Out> = {
  input: In;
  output: v.GenericSchema<unknown, Out>;
  allow: Gate;
  also?: 'GET' | 'POST';
  partial?: boolean;
  loose?: boolean;
  report?: boolean;
};

/** Declares a read with method GET. */
// @__NO_SIDE_EFFECTS__
export function get<In extends Fields, Out>(path: string, shape: Shape<In, Out>): Call<In, Out> {
  return { method: 'GET', path, write: false, ...shape };
}

/** Declares a read with method POST; it is safe to retry. */
// @__NO_SIDE_EFFECTS__
export function query<In extends Fields, Out>(path: string, shape: Shape<In, Out>): Call<In, Out> {
  return { method: 'POST', path, write: false, ...shape };
}

/** Declares a write; its request carries an Idempotency-Key. */
// @__NO_SIDE_EFFECTS__
export function command<In extends Fields, Out>(path: string, shape: Shape<In, Out>): Call<In, Out> {
  return { method: 'POST', path, write: true, ...shape };
}

/** The verdict of one row in a bulk response (API.md 1.6). */
export const rowVerdict = v.object({
  index: v.number(),
  op_key: v.optional(v.string()),
  code: v.number(),
  message: v.string(),
  data: v.unknown(),
});
export const bulkAnswer = v.object({ succeeded: v.number(), failed: v.number(), results: v.array(rowVerdict) });
export type BulkAnswer = v.InferOutput<typeof bulkAnswer>;

/** The largest number of rows in one bulk call (CONST-02, B13). */
export const MAX_ROWS = 125;

/** Declares a bulk write: `shared` fields are sent once, `row` fields as `name[]`; each row gets its own verdict. */
// @__NO_SIDE_EFFECTS__
export function commandRows<In extends Fields, Row extends Fields>(
  path: string,
  shape: { shared: In; row: Row; allow: Gate },
): Call<In, BulkAnswer> & { readonly row: Row } {
  return {
    method: 'POST',
    path,
    write: true,
    input: shape.shared,
    row: shape.row,
    output: bulkAnswer,
    allow: shape.allow,
  };
}

/** The fields of every list (API.md 1.5); a model adds its filters. */
export const listFields = {
  page: optional(text('page', { max: 12 })),
  per_page: optional(text('per_page', { max: 12 })),
  search: optional(text('search', { max: 4_000 })),
  sort: optional(text('sort', { max: 60 })),
  since: optional(text('since', { max: 20 })),
  after: optional(text('after', { max: 400 })),
} satisfies Fields;
