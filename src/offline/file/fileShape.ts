/**
 * What a change of an exported queue must be made of, so that every screen can show it and the queue can send it: one without its product's name
 * would take the whole list of changes down with it, the place where it could be discarded (SEC-20).
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

/** As the server takes keys (API.md 1.3): with one that no header carries nothing goes out behind it, one of another length can never be discarded. */
const KEY = /^[\w-]{8,128}$/;
/** What a date can be of, epoch ms. */
const MAX_MS = 8.64e15;

/** Without a time to be tried an op is due at no time, and waits for ever without a word; with failures less than none a batch is of any size. */
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
/** What is shown of a confirmation where it was refused (K40). */
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
    about,
  }),
  remove: of({ product_id: isText, about }),
  execute: of({
    expect_digest: isText,
    lines: isCount,
    expect_header: orAbsent(isText),
    confirmed: orAbsent(confirmed),
  }),
};

/** Whether this is a change as this app exports them; what one of a newer release says is its own (rule 45). */
export function isChange(value: unknown): value is Op {
  if (!change(value)) return false;
  const op = value as Op;
  return !isKnown(op) || PAYLOADS[op.type](op.payload);
}
