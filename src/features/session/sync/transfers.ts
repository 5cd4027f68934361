/** The changes of the queue by transfer, and what a card says of each transfer. */
import type { RowOf } from '#contract/model.ts';
import type { purchaseOrder, Reversal } from '#contract/purchasing/purchaseOrder.ts';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import type { Stocktake } from '#contract/stock/stocktakeCalls.ts';
import { isOfStocktake, positionOf } from '#domain/lanePositions.ts';
import { koboOf, typedKobo } from '#domain/money.ts';
import { acceptedValue, type CountedLine } from '#domain/receiving.ts';
import { kindOf, movedQuantity, PARTY_TYPES, type TransferKind } from '#domain/transfer.ts';
import { casesAndUnits } from '#domain/units.ts';
import { goodsOf, reversalAnswer } from '#offline/outbox/goods.ts';
import {
  type Confirmed,
  type FinishedOp,
  isKnown,
  type Op,
  type ReversePayload,
  type TransferHeader,
  type TransferLine,
} from '#offline/outbox/op.ts';
import { isOverFor } from '../../stock/parts/queue/elsewhere.ts';
import { isEnd, isInDoubt } from '../../stock/parts/queue/stepOf.ts';
import { cardKey, isRefused, onlyOpensLine } from '../../stock/parts/queue/transferCount.ts';

export { isRefused };

/** The changes of one card, which is one transfer, reversal or stocktake: those of this person that the server does not have, and those that it took in the last days. */
export interface OutboxTransfer {
  /** The acts of the person on the card. */
  card: string;
  transfer: string;
  /** In order of seq. */
  ops: Op[];
  /** The newest first. */
  sent: FinishedOp[];
  /** Conflicts that the person resolved, the newest first. */
  resolved: FinishedOp[];
  /** When the person kept what somebody else had completed, epoch ms; null: nobody else did. */
  elsewhere: number | null;
}

export interface OutboxLists {
  /** With a change that needs a decision, the oldest first. */
  refused: OutboxTransfer[];
  /** The last saved first. */
  waiting: OutboxTransfer[];
  /** None of the changes waits. The last sent first. */
  sent: OutboxTransfer[];
}

/** `ops` in order of seq and `past` with the newest first, both of one person. */
export function outboxLists(ops: readonly Op[], past: readonly FinishedOp[]): OutboxLists {
  const all = new Map<string, OutboxTransfer>();
  const of = (op: Op) => {
    const card = cardKey(op);
    const one = all.get(card) ?? { card, transfer: op.transfer, ops: [], sent: [], resolved: [], elsewhere: null };
    all.set(card, one);
    return one;
  };
  for (const op of ops) if (!onlyOpensLine(op)) of(op).ops.push(op);
  for (const one of past)
    if (one.op.state === 'done') of(one.op).sent.push(one);
    else if (one.kept) of(one.op).resolved.push(one);
    else if (one.op.state === 'discarded' && isOverFor(one.op)) {
      const card = of(one.op);
      card.elsewhere = Math.max(card.elsewhere ?? 0, one.at);
    }
  const lists: OutboxLists = { refused: [], waiting: [], sent: [] };
  for (const one of all.values())
    if (one.ops.length > 0 || !isEmpty(one))
      (one.ops.length === 0 ? lists.sent : one.ops.some(isRefused) ? lists.refused : lists.waiting).push(one);
  lists.waiting.sort((a, b) => savedAt(b) - savedAt(a));
  return lists;
}

/** The waiting cards with those first that the server is expected to refuse, because they need the person. `expected`: the keys of their confirmations. */
export function expectedFirst(waiting: readonly OutboxTransfer[], expected: ReadonlySet<string>): OutboxTransfer[] {
  const needs = ({ ops }: OutboxTransfer) => ops.some(({ key }) => expected.has(key));
  return [...waiting.filter(needs), ...waiting.filter((one) => !needs(one))];
}

/** true: the person began the transfer and put no line into it, so the card is left out. */
const isEmpty = ({ sent }: OutboxTransfer) =>
  sent.every(({ op }) => (positionOf(op) === 'begins' && op.type !== 'take') || op.type === 'header');

/** true: the changes are of a stocktake and not of a transfer. */
export const isStocktake = ({ ops, sent }: OutboxTransfer): boolean =>
  ops.some(isOfStocktake) || sent.some(({ op }) => isOfStocktake(op));

/** When the last of these changes was saved, epoch ms. */
export const savedAt = ({ ops, sent }: OutboxTransfer): number =>
  Math.max(...(ops.length > 0 ? ops : sent.map((one) => one.op)).map((op) => op.saved_at));

/** Where a transfer is on its way: "saved, sent, done". */
export interface Way {
  /** `here`: the last change is on this tablet alone. */
  saved: { at: number; here: boolean };
  /** `doubt`: the change went to a server without keys, and no answer came. The queue looks the change up before it sends it again (SYNC rule 85). */
  sent: 'no' | 'doubt' | 'sending' | 'refused' | 'conflict' | { at: number };
  /** When the server refused the change, epoch ms; null: there was no refusal, or its time is unknown. */
  refused: number | null;
  /** When the server moved the stock, epoch ms; null: not yet. */
  done: number | null;
  /** Nobody completed it on this tablet, whether its lines are sent or still wait. */
  isOpen: boolean;
  /** The person did not finish the stocktake, and it is open as far as this tablet knows. */
  isCounting: boolean;
  /** Somebody ended the stocktake before the person finished their part; null: nobody did. */
  ended: 'posted' | 'cancelled' | null;
  /** Somebody else completed the transfer, and this person kept that: when, epoch ms. null: not so. */
  elsewhere: number | null;
  /** The server took the reversal. At the last reading another person had not approved it yet. */
  toApprove: boolean;
  /** The time of the last reading, epoch ms; null: no reversal waits. */
  knownAt: number | null;
  /** The other person refused the reversal: when, epoch ms, or 'before' where nobody knows the time. null: nobody did. */
  notApproved: number | 'before' | null;
}

/** What a reading of a receipt says of its reversal. `at`: when it was read, epoch ms. */
export interface ReversalRead {
  reversal: Reversal | null;
  at: number;
}

type Approval = Pick<Way, 'done' | 'knownAt' | 'notApproved'>;

/** What became of a reversal that needs an approval. The receipt says so, if it was read after the server took the reversal. */
function approvalOf({ at, answer }: FinishedOp, read: ReversalRead | null): Approval {
  if (!read || read.at <= at) return { done: null, knownAt: at, notApproved: null };
  const { reversal } = read;
  const reversalId = (answer as { data?: { _id?: unknown } | null } | null)?.data?._id;
  const decided = (reversal?.decided_at ?? 0) * 1_000;
  // A receipt with another reversal, or with none, can have it only after this one was refused.
  if (!reversal || (typeof reversalId === 'string' && reversal._id !== reversalId))
    return { done: null, knownAt: null, notApproved: 'before' };
  if (reversal.status === 'refused') return { done: null, knownAt: null, notApproved: decided || 'before' };
  return reversal.status === 'done'
    ? { done: decided || read.at, knownAt: null, notApproved: null }
    : { done: null, knownAt: read.at, notApproved: null };
}

const waitingReversal = ({ ops, sent }: OutboxTransfer): FinishedOp | undefined =>
  ops.length > 0
    ? undefined
    : sent.find((past) => past.op.type === 'reverse' && reversalAnswer(past).status === 'asked');

/** The receipt (its id on the server) whose reversal waits for an approval; null: the card is of something else. */
export function receiptToReverse(one: OutboxTransfer): string | null {
  const op = waitingReversal(one)?.op;
  return op && isKnown(op) ? (op as Op<'reverse'>).payload.about.receipt_id : null;
}

/** The person counted, and the next step is theirs. */
const isCountOpen = (one: OutboxTransfer): boolean => isStocktake(one) && !changesOf(one).some(isEnd);

/** The lanes of the stocktakes that are open, as far as the outbox alone knows. */
export const openCounts = (all: readonly OutboxTransfer[]): string[] =>
  all.filter(isCountOpen).map(({ transfer }) => transfer);

/** What a reading of a stocktake says of it. `closed_at`: epoch seconds. */
export type StocktakeRead = Pick<Stocktake, 'status' | 'closed_at'>;

/** `read`: the newest reading of the receipt whose reversal waits ({@link receiptToReverse}). `count`: that of the stocktake ({@link openCounts}). */
export function wayOf(one: OutboxTransfer, read: ReversalRead | null = null, count: StocktakeRead | null = null): Way {
  const isOver = one.ops.length === 0 && isCountOpen(one) && count !== null && count.status !== 'open';
  const refused = one.ops.find(isRefused);
  const sending = one.ops.some((op) => op.state === 'sending');
  const newest = one.sent[0];
  const closed = one.ops.length > 0 ? undefined : one.sent.find(({ op }) => positionOf(op) === 'closes');
  const approval = closed && closed === waitingReversal(one) ? approvalOf(closed, read) : null;
  const taken = one.ops.length > 0 ? undefined : one.sent.find(({ op }) => op.type === 'take');
  const over = isOver && count.closed_at !== null ? count.closed_at * 1_000 : null;
  const done = approval ? approval.done : (closed?.at ?? taken?.at ?? over);
  return {
    saved: { at: savedAt(one), here: one.ops.length > 0 && !refused && !sending },
    sent: refused
      ? refused.state === 'conflict'
        ? 'conflict'
        : 'refused'
      : sending
        ? 'sending'
        : one.ops.length > 0 || !newest
          ? one.ops.some(isInDoubt)
            ? 'doubt'
            : 'no'
          : { at: newest.at },
    refused: refused?.last_error?.at ?? null,
    done,
    isOpen: !isStocktake(one) && one.elsewhere === null && !changesOf(one).some(isEnd),
    isCounting: isCountOpen(one) && !isOver,
    ended: isOver && count.status !== 'open' ? count.status : null,
    elsewhere: one.ops.length === 0 ? one.elsewhere : null,
    toApprove: approval !== null && approval.knownAt !== null,
    knownAt: approval?.knownAt ?? null,
    notApproved: approval?.notApproved ?? null,
  };
}

export type Parties = Pick<TransferHeader, 'source_type' | 'source_name' | 'destination_type' | 'destination_name'>;

/** "Receipt from Adéọlá & Sons Trading": the kind in words, and the other party. */
export function titleOf({ source_type, source_name, destination_type, destination_name }: Parties): string {
  const titles: Record<TransferKind, string> = {
    shipment_in: `Receipt from ${source_name}`,
    shipment_out: `Rejection to ${destination_name}`,
    stock_in: `Return from ${source_name}`,
    stock_out: `Issue to ${destination_name}`,
    transfer: `Transfer from ${source_name} to ${destination_name}`,
  };
  return titles[kindOf(source_type, destination_type)];
}

export interface Size {
  lines: number;
  /** Full cases and the units that are left, each by the case size of its product. */
  cases: number;
  units: number;
  /** Kobo; null: the price of something that nobody ordered is not known here. */
  value: number | null;
}

/** Whether this tablet knows the lines without the record of the transfer: it was confirmed here, or it began here. */
export const hasLinesHere = (one: OutboxTransfer): boolean =>
  confirmedLines(one) !== null || changesOf(one).some((op) => op.type === 'create');

const changesOf = ({ ops, sent }: OutboxTransfer): Op[] => [...sent.map((one) => one.op).reverse(), ...ops];

function confirmedLines(one: OutboxTransfer): CountedLine[] | null {
  const last = changesOf(one).findLast((op) => op.type === 'execute' || op.type === 'reverse' || op.type === 'take');
  return goodsOf(last)?.lines ?? null;
}

/** The reversal that the card is of; null: it is of something else. */
export function reversalIn(one: OutboxTransfer): ReversePayload | null {
  const op = changesOf(one).findLast((change): change is Op<'reverse'> => change.type === 'reverse' && isKnown(change));
  return op?.payload ?? null;
}

/** The parties of goods that this person took over from another tablet; null: the card is of something else, or a file gave other words. */
export function partiesTaken(one: OutboxTransfer): Parties | null {
  const op = changesOf(one).findLast((change): change is Op<'take'> => change.type === 'take' && isKnown(change));
  return op ? partiesIn(op.payload.about.goods) : null;
}

/** The parties of a reversal: the goods go from the first to the second. null: a file gave other words. */
export const partiesBack = ({ about }: ReversePayload): Parties | null => partiesIn(about.goods);

function partiesIn({ header }: Confirmed): Parties | null {
  const [source_type, destination_type] = [header.source_type, header.destination_type].map((type) =>
    PARTY_TYPES.find((one) => one === type),
  );
  return source_type && destination_type ? { ...header, source_type, destination_type } : null;
}

/** "Reversal of PO-7F2K" */
export const reversalTitle = ({ about }: ReversePayload): string => `Reversal of ${about.ref}`;

/**
 * The size and value of the transfer, with the waiting changes. `row`: the record of a transfer that did not begin here; `at`: when it was read
 * (epoch ms). null: unknown.
 */
export function sizeOf(
  one: OutboxTransfer,
  read: { row: RowOf<typeof purchaseOrder>; at: number } | null,
): Size | null {
  if (!hasLinesHere(one) && !read) return null;
  const lines = confirmedLines(one) ?? linesOf(one, read);
  const sizes = lines.map((line) => casesAndUnits(movedQuantity(line), line.case_count));
  const unpriced = lines.some((line) => line.quantity === 0 && movedQuantity(line) > 0);
  return {
    lines: lines.length,
    cases: sizes.reduce((sum, size) => sum + size.cases, 0),
    units: sizes.reduce((sum, size) => sum + size.units, 0),
    value: unpriced ? null : lines.reduce((sum, line) => sum + acceptedValue(line, () => 0), 0),
  };
}

function linesOf(one: OutboxTransfer, read: { row: RowOf<typeof purchaseOrder>; at: number } | null): CountedLine[] {
  const lines = new Map<string, CountedLine>();
  for (const item of (read?.row.items ?? []) as PurchaseOrderItem[]) {
    const { product_id, product, quantity, quantity_accepted, amount } = item;
    const { name, case_count } = product;
    lines.set(product_id, { product_id, name, case_count, quantity, quantity_accepted, amount: koboOf(amount) });
  }
  const newer = one.sent.filter(({ at }) => !read || at > read.at).map(({ op }) => op);
  for (const op of [...newer.reverse(), ...one.ops]) {
    if (!isKnown(op)) continue;
    const { product_id } = op.payload as TransferLine;
    if (op.type === 'remove') lines.delete(product_id);
    if (op.type !== 'upsert') continue;
    const { quantity, quantity_accepted, amount, about } = op.payload as TransferLine;
    lines.set(product_id, { product_id, ...about, quantity, quantity_accepted, amount: typedKobo(amount) });
  }
  return [...lines.values()];
}
