/**
 * Checks the shape of each change in an exported queue, so that every screen can show the change and the queue can send it.
 * A change without a product name, for example, would crash the list of changes, which is the only place where it can be discarded (SEC-20).
 */
import { isKnown, type Op, type OpType } from '../outbox/op.ts';

type Rule = (value: unknown) => boolean;
type Rules = Readonly<Record<string, Rule>>;

const isText: Rule = (value) => typeof value === 'string';
const isNumber: Rule = (value) => Number.isFinite(value);
const isCount: Rule = (value) => isNumber(value) && (value as number) >= 0;
const isMore: Rule = (value) => isNumber(value) && (value as number) > 0;
const isTruth: Rule = (value) => typeof value === 'boolean';
const orNull =
  (rule: Rule): Rule =>
  (value) =>
    value === null || rule(value);
const orAbsent =
  (rule: Rule): Rule =>
  (value) =>
    value === undefined || rule(value);
const of =
  (rules: Rules): Rule =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(rules).every(([name, rule]) => rule((value as Readonly<Record<string, unknown>>)[name]));

/**
 * The form of keys that the server takes (API.md 1.3). An op whose key fits no header would block all ops behind it. An op whose key has a wrong
 * length could never be discarded.
 */
const KEY = /^[\w-]{8,128}$/;
/** The largest time that a Date can hold, epoch ms. */
const MAX_MS = 8.64e15;

/**
 * The fields of an op. Without a valid `next_try` an op would never be due and would wait for ever unnoticed. With negative `failures` a batch
 * could have any size.
 */
const change = of({
  key: (value) => isText(value) && KEY.test(value as string),
  schema: (value) => value === 1,
  type: isText,
  transfer: isText,
  chain: isText,
  user_id: isText,
  user_name: isText,
  device_id: isText,
  payload: of({}),
  item: orNull(of({ id: orNull(isText), client_id: isText, fresh: isTruth })),
  base: (value) => value === null || of({ version: isNumber })(value) || of({ after: isText })(value),
  last_error: orNull(of({ code: isNumber, message: isText })),
  seq: isNumber,
  attempts: isCount,
  failures: isCount,
  next_try: isNumber,
  saved_at: (value) => isCount(value) && (value as number) <= MAX_MS,
});

const header = of({
  timestamp: isNumber,
  source_type: isText,
  source: isText,
  destination_type: isText,
  destination: isText,
  meta: isText,
  source_name: isText,
  destination_name: isText,
});
const isList =
  (rule: Rule): Rule =>
  (value) =>
    Array.isArray(value) && value.every(rule);
/** The confirmed details and lines, which a screen shows when the server refuses the confirmation (K40). */
const confirmed = of({
  header: of({
    timestamp: isNumber,
    source_type: isText,
    source: isText,
    destination_type: isText,
    destination: isText,
    source_name: isText,
    destination_name: isText,
  }),
  lines: isList(
    of({
      product_id: isText,
      name: isText,
      case_count: isMore,
      quantity: isNumber,
      quantity_accepted: orNull(isNumber),
      amount: isNumber,
      lots: orAbsent(isText),
    }),
  ),
});
const about = of({ name: isText, case_count: isMore });
const PAYLOADS: Readonly<Record<OpType, Rule>> = {
  create: header,
  header,
  upsert: of({
    product_id: isText,
    quantity: isNumber,
    quantity_accepted: orNull(isNumber),
    amount: isText,
    rate: (value) => value === undefined || isText(value),
    reason: orNull(isText),
    note: isText,
    lots: orAbsent(isText),
    about,
  }),
  remove: of({ product_id: isText, about }),
  execute: of({
    expect_digest: isText,
    lines: isCount,
    expect_header: orAbsent(isText),
    expect_lots: orAbsent(isText),
    confirmed: orAbsent(confirmed),
  }),
  reverse: of({
    reason: isText,
    expect_digest: isText,
    about: of({ receipt_id: isText, ref: isText, goods: confirmed }),
  }),
  give: of({ offer: isText, answer: orAbsent(isText) }),
  take: of({
    offer: isText,
    answer: isText,
    about: of({ transfer: isText, giver_name: isText, differences: isCount, goods: confirmed }),
  }),
  open: of({
    warehouse_id: isText,
    scope: isText,
    scope_id: orNull(isText),
    product_ids: isList(isText),
    blind: isTruth,
    note: isText,
    about: of({ warehouse_name: isText, scope_name: isText }),
  }),
  count: of({
    product_id: isText,
    place: isText,
    round: isMore,
    quantity: isCount,
    counted_at: isCount,
    lots: orAbsent(isText),
    about: of({ name: isText, case_count: isMore, warehouse_name: isText }),
  }),
  finish: of({}),
};

/** true: `value` is an op as this app exports it. The payload of an op that a newer release wrote is not checked (rule 45). */
export function isChange(value: unknown): value is Op {
  if (!change(value)) return false;
  const op = value as Op;
  return !isKnown(op) || PAYLOADS[op.type](op.payload);
}
