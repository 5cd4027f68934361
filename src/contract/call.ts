/**
 * A call is a value: method, path, what goes in, what comes out, who may ask, whether it writes (DESIGN 2.5).
 * `@__NO_SIDE_EFFECTS__` tells the build that a call which no screen asks may be left out.
 */
import * as v from 'valibot';
import { type Fields, optional, text } from './fields.ts';
import type { Gate } from './gate.ts';

export interface Call<In extends Fields = Fields, Out = unknown> {
  readonly method: 'GET' | 'POST';
  /** The documents' path without `/api/` and without a trailing slash, e.g. `purchase_order/execute`. */
  readonly path: string;
  /** A second method that answers the same (auth/revoke, read_by_ref). */
  readonly also?: 'GET' | 'POST';
  readonly input: In;
  readonly output: v.GenericSchema<unknown, Out>;
  readonly allow: Gate;
  readonly write: boolean;
  /** An update: fields that are not sent stay (API.md section 2). */
  readonly partial?: boolean;
  /** A list: unknown filters are ignored (API.md 1.5). */
  readonly loose?: boolean;
  /** Rows that stand alone (API.md 1.6): `input` is then shared by all rows and these are the fields of one row. */
  readonly row?: Fields;
  /** A report: each session may have few of them at once (B13). */
  readonly report?: boolean;
  /** The body may be multipart with a file. */
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

/** A call that reads, asked with GET. */
// @__NO_SIDE_EFFECTS__
export function get<In extends Fields, Out>(path: string, shape: Shape<In, Out>): Call<In, Out> {
  return { method: 'GET', path, write: false, ...shape };
}

/** A call that reads, asked with POST; safe to repeat. */
// @__NO_SIDE_EFFECTS__
export function query<In extends Fields, Out>(path: string, shape: Shape<In, Out>): Call<In, Out> {
  return { method: 'POST', path, write: false, ...shape };
}

/** A call that writes; carries an Idempotency-Key. */
// @__NO_SIDE_EFFECTS__
export function command<In extends Fields, Out>(path: string, shape: Shape<In, Out>): Call<In, Out> {
  return { method: 'POST', path, write: true, ...shape };
}

/** One row's verdict in a bulk answer (API.md 1.6). */
export const rowVerdict = v.object({
  index: v.number(),
  op_key: v.optional(v.string()),
  code: v.number(),
  message: v.string(),
  data: v.unknown(),
});
export const bulkAnswer = v.object({ succeeded: v.number(), failed: v.number(), results: v.array(rowVerdict) });
export type BulkAnswer = v.InferOutput<typeof bulkAnswer>;

/** Most rows of one bulk call (CONST-02, B13). */
export const MAX_ROWS = 125;

/** A bulk write: `shared` fields are sent once, `row` fields as `name[]`; each row has its own verdict. */
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

/** Fields of every list read (API.md 1.5); filters of a model come on top. */
export const listFields = {
  page: optional(text('page', { max: 12 })),
  per_page: optional(text('per_page', { max: 12 })),
  search: optional(text('search', { max: 4_000 })),
  sort: optional(text('sort', { max: 60 })),
  since: optional(text('since', { max: 20 })),
  after: optional(text('after', { max: 400 })),
} satisfies Fields;
