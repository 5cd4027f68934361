/**
 * Finds refused confirmations that a person discarded to change the transfer. The transfer is open again, and screens show the reason until the
 * refused lines are repaired. The history of the outbox has these confirmations (SYNC rule 35).
 */
import { plural } from '#domain/plural.ts';
import { syncWords } from '#domain/syncWords.ts';
import { type FinishedOp, isKnown, type Op, refusalOfOp, rowOf } from '#offline/outbox/op.ts';
import { clockText } from '../clockText.ts';
import { isOverFor } from './elsewhere.ts';
import { errorsOf, reasonsOf } from './refusal.ts';
import { isRefused } from './transferCount.ts';

const isExecute = (op: Op): op is Op<'execute'> => op.type === 'execute' && isKnown(op);

/**
 * The last refusal of each open transfer, by the transfer's id in the ops. Reasons about repaired lines are left out. `ops`: waiting ops. `past`:
 * finished ops. Both are of one person.
 */
export function leftRefusals(ops: readonly Op[], past: readonly FinishedOp[]): ReadonlyMap<string, Op<'execute'>> {
  const last = new Map<string, Op<'execute'>>();
  for (const { op } of past)
    if (isExecute(op) && op.seq >= (last.get(op.transfer)?.seq ?? op.seq)) last.set(op.transfer, op);
  for (const op of ops) if (op.type === 'execute') last.delete(op.transfer);
  const found = new Map<string, Op<'execute'>>();
  for (const [transfer, op] of last) {
    if (op.state !== 'discarded' || refusalOfOp(op)?.stored !== true) continue;
    const isLater = (one: Op) => one.transfer === transfer && one.seq > op.seq;
    const changes = [...ops, ...past.flatMap((one) => (one.op.state === 'done' ? [one.op] : []))].filter(isLater);
    const open = withoutRepaired(op, changes);
    if (open) found.set(transfer, open);
  }
  return found;
}

/** The last refusal of one transfer of this person; null: there is none, or all of it is mended. */
export function leftRefusalOf(
  transfer: string,
  ops: readonly Op[],
  past: readonly FinishedOp[],
  me: string | undefined,
): Op<'execute'> | null {
  const isOfIt = (op: Op) => op.transfer === transfer && op.user_id === me;
  return (
    leftRefusals(
      ops.filter(isOfIt),
      past.filter(({ op }) => isOfIt(op)),
    ).get(transfer) ?? null
  );
}

/**
 * The refusal without the reasons about lines that changed since. Null: no reason remains. A reason without a product is dropped at the first change.
 */
function withoutRepaired(op: Op<'execute'>, changes: readonly Op[]): Op<'execute'> | null {
  if (changes.length === 0) return op;
  const changed = new Set(changes.map(({ payload }) => (payload as { product_id?: string }).product_id));
  const errors = errorsOf(op).filter(({ product_id }) => product_id !== undefined && !changed.has(product_id));
  if (errors.length === 0 || op.last_error === null) return null;
  return { ...op, last_error: { ...op.last_error, data: { ...(op.last_error.data as object), errors } } };
}

function whyText(op: Op): string {
  const [first, ...others] = reasonsOf(op);
  return `${first?.title ?? ''}${others.length > 0 ? `, ${plural(others.length, 'and # more', 'and # more')}` : ''}`;
}

/** "Refused, needs you: 60 asked, 43 there" */
export const leftText = (op: Op): string => `Refused, needs you: ${whyText(op)}`;

/**
 * "Refused 10:42: 40 asked, 28 there" for each transfer with a refused change. The map has the transfer's id in the ops, and also the server's id. `now`:
 * epoch seconds.
 */
export function refusedTexts(
  ops: readonly Op[],
  past: readonly FinishedOp[],
  now: number,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const op of ops) {
    if (!isRefused(op) || texts.has(op.transfer)) continue;
    const at = op.last_error?.at;
    const when = at === undefined ? '' : ` ${clockText(Math.floor(at / 1_000), now)}`;
    texts.set(op.transfer, isOverFor(op) ? syncWords.completedElsewhere : `Refused${when}: ${whyText(op)}`);
  }
  return texts.size === 0 ? NONE : withServerIds(texts, past);
}

/** "Refused, needs you: 60 asked, 43 there" for each transfer with a left refusal. The map has the transfer's id in the ops, and also the server's id. */
export function leftTexts(ops: readonly Op[], past: readonly FinishedOp[]): ReadonlyMap<string, string> {
  const left = leftRefusals(ops, past);
  if (left.size === 0) return NONE;
  return withServerIds(new Map([...left].map(([transfer, op]) => [transfer, leftText(op)])), past);
}

function withServerIds(texts: Map<string, string>, past: readonly FinishedOp[]): ReadonlyMap<string, string> {
  for (const { op, answer } of past) {
    const text = op.type === 'create' && op.state === 'done' && isKnown(op) ? texts.get(op.transfer) : undefined;
    const id = text === undefined ? undefined : rowOf(answer)._id;
    if (id && text !== undefined) texts.set(id, text);
  }
  return texts;
}

const NONE: ReadonlyMap<string, string> = new Map();
