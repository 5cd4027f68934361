/** Groups the ops of the queue into cards, and derives the state of each card. */
import type { RowOf } from '#contract/model.ts';
import type { purchaseOrder, Reversal } from '#contract/purchasing/purchaseOrder.ts';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import type { Stocktake } from '#contract/stock/stocktakeCalls.ts';
import { isOfStocktake, positionOf } from '#domain/lanePositions.ts';
import { koboOf } from '#domain/money.ts';
import { acceptedValue, type CountedLine, priceOfUnexpected } from '#domain/receiving.ts';
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
  valuedLine,
} from '#offline/outbox/op.ts';
import { isOverFor } from '../../stock/parts/queue/elsewhere.ts';
import { isEnd, isInDoubt } from '../../stock/parts/queue/stepOf.ts';
import { cardKey, isOfOthers, isRefused, onlyOpensLine } from '../../stock/parts/queue/transferCount.ts';

/** One transfer, reversal or stocktake: this person's ops that the server has not taken, and those that it took in the last days. */
export interface OutboxTransfer {
  /** The key of the card. */
  card: string;
  transfer: string;
  /** In order of seq. */
  ops: Op[];
  /** The newest first. */
  sent: FinishedOp[];
  /** Conflicts that the person resolved, the newest first. */
  resolved: FinishedOp[];
  /** When the person accepted that somebody else had completed the transfer, epoch ms. Null: nobody else did. */
  elsewhere: number | null;
}

export interface OutboxLists {
  /** Cards with a change that needs a decision, the oldest first. */
  refused: OutboxTransfer[];
  /** Cards with waiting changes, the last saved first. */
  waiting: OutboxTransfer[];
  /** Cards without waiting changes, the last sent first. */
  sent: OutboxTransfer[];
}

/** Groups ops into cards and sorts the cards. `ops` in order of seq; `past` with the newest first. Both are of one person. */
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

/** The waiting cards, first those that the server will probably refuse, because these need the person. `keys`: those of their confirmations. */
export function expectedFirst(waiting: readonly OutboxTransfer[], keys: Pick<Set<string>, 'has'>): OutboxTransfer[] {
  const needs = ({ ops }: OutboxTransfer) => ops.some(({ key }) => keys.has(key));
  return [...waiting.filter(needs), ...waiting.filter((one) => !needs(one))];
}

/** Whether the person only began or opened the transfer: no line was added or counted, and no confirmation discarded. Such a card is left out. */
const isEmpty = ({ sent, resolved }: OutboxTransfer) =>
  !resolved.some(({ op }) => op.type === 'execute') &&
  sent.every(
    ({ op }) => (positionOf(op) === 'begins' && op.type !== 'take') || op.type === 'header' || onlyOpensLine(op),
  );

/** Whether the card is about a stocktake and not about a transfer. */
export const isStocktake = ({ ops, sent }: OutboxTransfer): boolean =>
  ops.some(isOfStocktake) || sent.some(({ op }) => isOfStocktake(op));

/** The time of saving the last change, epoch ms. */
export const savedAt = ({ ops, sent, resolved }: OutboxTransfer): number =>
  Math.max(...(ops.length > 0 ? ops : [...sent, ...resolved].map((one) => one.op)).map((op) => op.saved_at));

/** The state of a card on its path "saved, sent, done". */
export interface Way {
  /** `here`: the last change is only on this tablet. */
  saved: { at: number; here: boolean };
  /** `doubt`: the change went to a server without keys, and no answer came. The queue looks the change up before it sends it again (SYNC rule 85). */
  sent: 'no' | 'doubt' | 'sending' | 'refused' | 'conflict' | { at: number };
  /** When the server refused the change, epoch ms; null: there was no refusal, or its time is unknown. */
  refused: number | null;
  /** When the server moved the stock, epoch ms; null: not yet. */
  done: number | null;
  /** Nobody completed the transfer on this tablet, whether its lines are sent or still wait. */
  isOpen: boolean;
  /** The person has not finished the stocktake, and the stocktake is open as far as this tablet knows. */
  isCounting: boolean;
  /** Somebody posted or cancelled the stocktake before the person finished their part. Null: nobody did. */
  ended: 'posted' | 'cancelled' | null;
  /** When the person accepted that somebody else had completed the transfer, epoch ms. Null: nobody else did. */
  elsewhere: number | null;
  /** The server took the reversal, and at the last reading nobody had approved it. */
  toApprove: boolean;
  /** The time of the last reading, epoch ms; null: no reversal waits. */
  knownAt: number | null;
  /** When another person refused the reversal, epoch ms. 'before': the time is unknown. Null: nobody refused it. */
  notApproved: number | 'before' | null;
}

/** The reversal of a receipt at the time of a reading. `at`: epoch ms. */
export interface ReversalRead {
  reversal: Reversal | null;
  at: number;
}

type Approval = Pick<Way, 'done' | 'knownAt' | 'notApproved'>;

/** The approval of a reversal, from a receipt that was read after the server took the reversal. */
function approvalOf({ at, answer }: FinishedOp, read: ReversalRead | null): Approval {
  if (!read || read.at <= at) return { done: null, knownAt: at, notApproved: null };
  const { reversal } = read;
  const reversalId = (answer as { data?: { _id?: unknown } | null } | null)?.data?._id;
  const decided = (reversal?.decided_at ?? 0) * 1_000;
  // A receipt with another reversal, or with none, means that this reversal was refused.
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

/** The id on the server of the receipt whose reversal waits for approval. Null for any other card. */
export function receiptToReverse(one: OutboxTransfer): string | null {
  const op = waitingReversal(one)?.op;
  return op && isKnown(op) ? (op as Op<'reverse'>).payload.about.receipt_id : null;
}

/** Whether the person has counted and not finished. Then the next step is the person's. */
const isCountOpen = (one: OutboxTransfer): boolean => isStocktake(one) && !changesOf(one).some(isEnd);

/** The lanes of the open stocktakes, as far as the outbox knows. */
export const openCounts = (all: readonly OutboxTransfer[]): string[] =>
  all.filter(isCountOpen).map(({ transfer }) => transfer);

/** The stocktake at the time of a reading. `closed_at`: epoch seconds. */
export type StocktakeRead = Pick<Stocktake, 'status' | 'closed_at'>;

/**
 * The state of a card. `read`: the newest reading of the receipt ({@link receiptToReverse}). `count`: the newest reading of the stocktake ({@link
 * openCounts}).
 */
export function wayOf(one: OutboxTransfer, read: ReversalRead | null = null, count: StocktakeRead | null = null): Way {
  const isOver = one.ops.length === 0 && isCountOpen(one) && count !== null && count.status !== 'open';
  const refused = one.ops.find(isRefused);
  const sending = one.ops.some((op) => op.state === 'sending');
  const newest = one.sent[0] ?? one.resolved[0];
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
  /** Full cases and remaining units, each by the case size of its product. */
  cases: number;
  units: number;
  /** The value in kobo. Null: a price is unknown, because nobody ordered the product. */
  value: number | null;
}

/** Whether this tablet knows the lines without the server's record, because the transfer began or was confirmed on this tablet. */
export const hasLinesHere = (one: OutboxTransfer): boolean =>
  !isOfOthers(one) && (confirmedLines(one) !== null || changesOf(one).some((op) => op.type === 'create'));

const changesOf = ({ ops, sent }: OutboxTransfer): Op[] => [...sent.map((one) => one.op).reverse(), ...ops];

function confirmedLines(one: OutboxTransfer): CountedLine[] | null {
  const last = changesOf(one).findLast((op) => op.type === 'execute' || op.type === 'reverse' || op.type === 'take');
  return goodsOf(last)?.lines ?? null;
}

/** The reversal of the card. Null for any other card. */
export function reversalIn(one: OutboxTransfer): ReversePayload | null {
  const op = changesOf(one).findLast((change): change is Op<'reverse'> => change.type === 'reverse' && isKnown(change));
  return op?.payload ?? null;
}

/** The parties of goods that the person took over from another tablet. Null for any other card, and if a file has unknown party types. */
export function partiesTaken(one: OutboxTransfer): Parties | null {
  const op = changesOf(one).findLast((change): change is Op<'take'> => change.type === 'take' && isKnown(change));
  return op ? partiesIn(op.payload.about.goods) : null;
}

/** The parties of a reversal. The goods go from the first to the second. Null if a file has unknown party types. */
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
 * The size and value of the transfer, including waiting changes. `read`: the server's record of a transfer that did not begin on this tablet, and the time
 * of reading it (epoch ms). Null: unknown.
 */
export function sizeOf(
  one: OutboxTransfer,
  read: { row: RowOf<typeof purchaseOrder>; at: number } | null,
): Size | null {
  if (!hasLinesHere(one) && !read) return null;
  const lines = isOfOthers(one) ? linesOf({ ...one, sent: [] }, read) : (confirmedLines(one) ?? linesOf(one, read));
  const sizes = lines.map((line) => casesAndUnits(movedQuantity(line), line.case_count));
  const unpriced = lines.some((line) => line.quantity === 0 && movedQuantity(line) > 0 && !line.unexpectedRate);
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
    const { name, case_count } = item.product;
    const unexpectedRate = priceOfUnexpected(item, case_count);
    lines.set(item.product_id, { ...item, name, case_count, unexpectedRate, amount: koboOf(item.amount) });
  }
  const newer = one.sent.filter(({ at }) => !read || at > read.at).map(({ op }) => op);
  for (const op of [...newer.reverse(), ...one.ops]) {
    if (!isKnown(op)) continue;
    const line = op.payload as TransferLine;
    if (op.type === 'remove') lines.delete(line.product_id);
    if (op.type === 'upsert') lines.set(line.product_id, valuedLine(line));
  }
  return [...lines.values()];
}
