/** The part of an exported queue file that the server reads (SYNC rule 41). The content is untrusted and validated like any request (SEC-20). */
import * as v from 'valibot';
import { PAPER_LETTERS } from '../handover/papers.ts';

/** JSON can contain characters that no form can send and no database can store: zero bytes and lone surrogates. */
const text = (max: number) => v.pipe(v.string(), v.maxLength(max), v.regex(/^[^\0\p{Surrogate}]*$/u));
/** Typed text is cleaned as a form would clean it, so that one bad character does not block the import of a whole tablet's work. */
const words = (max: number) =>
  v.pipe(
    v.string(),
    v.maxLength(max),
    v.transform((text) => text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD')),
  );
const id = text(200);
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const header = v.object({
  timestamp: v.number(),
  source_type: id,
  source: id,
  destination_type: id,
  destination: id,
  meta: words(4_000),
});
const line = v.object({
  product_id: id,
  quantity: v.number(),
  quantity_accepted: v.nullable(v.number()),
  amount: text(40),
  /** Naira text per case (K1); absent in files of older builds. */
  rate: v.optional(text(40)),
  reason: v.nullable(text(40)),
  note: words(2_000),
  /** domain/lots.ts; absent in files of older builds. */
  lots: v.optional(words(4_000)),
});
/** The payload that opens a stocktake. */
const opening = v.object({
  warehouse_id: id,
  scope: text(40),
  scope_id: v.nullable(id),
  product_ids: v.pipe(v.array(id), v.maxLength(1_000)),
  blind: v.boolean(),
  note: words(2_000),
});
/** The reversal of a receipt; `item` holds its client id. */
const reversing = v.object({ reason: words(300), expect_digest: text(64) });
/** One person's figure in a stocktake. */
const figure = v.object({
  product_id: id,
  place: words(200),
  round: v.number(),
  quantity: v.number(),
  counted_at: v.number(),
  lots: v.optional(words(4_000)),
});
const common = {
  seq: count,
  key: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8,128}$/)),
  schema: v.literal(1),
  user_id: id,
  user_name: words(200),
  transfer: id,
  chain: text(500),
  item: v.nullable(v.object({ id: v.nullable(id), client_id: id, fresh: v.boolean() })),
  base: v.nullable(v.union([v.object({ version: count }), v.object({ after: id })])),
  frozen_base: v.nullable(count),
  /** The body of the first attempt (rule 12). */
  sent_body: v.optional(
    v.record(id, v.nullable(v.union([words(PAPER_LETTERS), v.number(), v.boolean(), v.array(id)]))),
  ),
  attempts: count,
  /** When the tablet saved the op, in epoch ms of its own clock; a return is dated the day after (K21). Absent in files of older builds. */
  saved_at: v.optional(count),
};

export const unsentOp = v.variant('type', [
  v.object({ ...common, type: v.literal('create'), payload: header }),
  v.object({ ...common, type: v.literal('header'), payload: header }),
  v.object({ ...common, type: v.literal('upsert'), payload: line }),
  v.object({ ...common, type: v.literal('remove'), payload: v.object({ product_id: id }) }),
  v.object({
    ...common,
    type: v.literal('execute'),
    payload: v.object({
      expect_digest: text(64),
      expect_header: v.optional(text(64)),
      expect_lots: v.optional(text(64)),
    }),
  }),
  v.object({ ...common, type: v.literal('reverse'), payload: reversing }),
  v.object({
    ...common,
    type: v.literal('give'),
    payload: v.object({ offer: text(PAPER_LETTERS), answer: v.optional(text(PAPER_LETTERS)) }),
  }),
  v.object({
    ...common,
    type: v.literal('take'),
    payload: v.object({ offer: text(PAPER_LETTERS), answer: text(PAPER_LETTERS) }),
  }),
  v.object({ ...common, type: v.literal('open'), payload: opening }),
  v.object({ ...common, type: v.literal('count'), payload: figure }),
  v.object({ ...common, type: v.literal('finish'), payload: v.object({}) }),
]);
export type UnsentOp = v.InferOutput<typeof unsentOp>;

/** The largest number of ops in one file. */
export const MAX_UNSENT = 2_000;

export const unsentFile = v.object({
  ops: v.pipe(v.array(unsentOp), v.maxLength(MAX_UNSENT)),
  known: v.array(v.object({ ref: text(500), id, version: v.nullable(count) })),
});
