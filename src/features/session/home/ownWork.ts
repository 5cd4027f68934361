/** Adds to a stored answer of the home the transfers that this tablet completed after it, for use without a server. */
import type { HomeFigure } from '#contract/home/homeCalls.ts';
import type { Work, WorkRow } from '#contract/home/workCalls.ts';
import { startOfDay } from '#domain/time.ts';
import { kindOf, movedQuantity, type TransferKind } from '#domain/transfer.ts';
import { type FinishedOp, isKnown, type Op, rowOf } from '#offline/outbox/op.ts';
import { isRefused } from '../../stock/parts/queue/transferCount.ts';

/** A transfer that the person confirmed on this tablet. */
export interface OwnTransfer {
  /** The server's id, or this tablet's while the server has not answered. */
  id: string;
  /** When the server said yes, or when the confirmation was saved, epoch ms. */
  at: number;
  isDone: boolean;
  kind: TransferKind;
  /** Cases with their fractions, as the server counts them. */
  cases: number;
}

/** The id on the server of each transfer that began here and that the server has, by this tablet's id. */
const idsOf = (past: readonly FinishedOp[]): ReadonlyMap<string, string> =>
  new Map(
    past.flatMap(({ op, answer }): [string, string][] => {
      const id = op.type === 'create' && op.state === 'done' && isKnown(op) ? rowOf(answer)._id : undefined;
      return id ? [[op.transfer, id]] : [];
    }),
  );

/** The ids on the server of the transfers that began on this tablet, which knows their lines. */
export const idsBegunHere = (past: readonly FinishedOp[]): ReadonlySet<string> => new Set(idsOf(past).values());

/** The ids of the transfers whose changes wait here and that nobody confirmed here. The home lists them separately. */
export function begunHere(ops: readonly Op[], past: readonly FinishedOp[]): ReadonlySet<string> {
  const ids = idsOf(past);
  const confirmed = new Set(ops.flatMap((op) => (op.type === 'execute' ? [op.transfer] : [])));
  return new Set(
    ops.flatMap((op) => (isKnown(op) && !confirmed.has(op.transfer) ? [ids.get(op.transfer) ?? op.transfer] : [])),
  );
}

/** The confirmed transfers of the waiting changes `ops` and the finished ones `past`, which are the person's own. */
export function ownTransfers(ops: readonly Op[], past: readonly FinishedOp[]): OwnTransfer[] {
  const done = past.filter(({ op }) => op.state === 'done' && isKnown(op));
  const ids = idsOf(past);
  const transfersOf = (op: Op, at: number, isDone: boolean): OwnTransfer[] => {
    if (op.type !== 'execute') return [];
    const { confirmed } = (op as Op<'execute'>).payload;
    const kind = confirmed ? kindOf(confirmed.header.source_type, confirmed.header.destination_type) : 'transfer';
    const cases = (confirmed?.lines ?? []).reduce((sum, line) => sum + movedQuantity(line) / line.case_count, 0);
    return [{ id: ids.get(op.transfer) ?? op.transfer, at, isDone, kind, cases }];
  };
  return [
    ...done.flatMap(({ op, at }) => transfersOf(op, at, true)),
    ...ops
      .filter((op) => isKnown(op) && op.state !== 'attention' && op.state !== 'conflict')
      .flatMap((op) => transfersOf(op, op.saved_at, false)),
  ];
}

/** A figure of a stored answer, and what this tablet knows of it beyond that answer. */
export interface StoredFigure extends HomeFigure {
  /** `cases`: moved by this tablet since. `alone`: the answer is of an earlier day, so of today nothing else is known. */
  here?: { cases: number; alone: boolean };
}

/** Answers read within this time of each other count as read together, ms. */
const ONE_TIME = 60_000;

/** Whether one sentence may combine two answers. */
export const isOneTime = (one: number, other: number): boolean => Math.abs(one - other) < ONE_TIME;

/** The list of work without the transfers `own`: those that are confirmed here, and those that the home names by themselves. */
export function workAfter(work: readonly Work[], own: readonly { id: string }[]): Work[] {
  return work.flatMap((one) => {
    const over = one.kind === 'open_transfers' ? overOf(one, own) : [];
    if (over.length === 0) return [one];
    const total = one.total - over.length;
    if (total <= 0) return [];
    const [kinds, begun] = [{ ...one.kinds }, { ...one.begun }];
    for (const { transfer, goods } of over) {
      if (!transfer) continue;
      kinds[transfer] = Math.max(0, (kinds[transfer] ?? 0) - 1);
      if (goods?.begun) begun[transfer] = Math.max(0, (begun[transfer] ?? 0) - 1);
    }
    return [{ ...one, total, kinds, begun, rows: one.rows.filter((row) => !over.includes(row)) }];
  });
}

/** The number of open transfers of a kind. */
export interface OpenOfKind {
  announced: number;
  /** Somebody began them on a tablet, and nobody completed them. */
  begun: number;
}

/**
 * The open transfers by kind, as the first screen of each kind lists them: those of the answer `work`, read at `at` (epoch ms), without those that the person
 * confirmed (`own`), and with those that began on this tablet and that the answer does not have. `ops`, `past`: the person's own changes.
 */
export function openByKind(
  { work, at }: { work: readonly Work[]; at: number },
  own: readonly OwnTransfer[],
  ops: readonly Op[],
  past: readonly FinishedOp[],
): Readonly<Record<string, OpenOfKind>> {
  const list = workAfter(work, own).find(({ kind }) => kind === 'open_transfers');
  const open: Record<string, OpenOfKind> = {};
  for (const [kind, many] of Object.entries(list?.kinds ?? {})) {
    const begun = Math.min(many, list?.begun?.[kind] ?? 0);
    open[kind] = { announced: many - begun, begun };
  }
  const ids = idsOf(past);
  const over = new Set([...own.map(({ id }) => id), ...(list?.rows ?? []).map(({ _id }) => _id)]);
  const young = past.flatMap((one) => (one.op.state === 'done' && one.at > at ? [one.op] : []));
  for (const op of [...ops, ...young]) {
    if (op.type !== 'create' || !isKnown(op) || over.has(ids.get(op.transfer) ?? op.transfer)) continue;
    const { source_type, destination_type } = (op as Op<'create'>).payload;
    const kind = kindOf(source_type, destination_type);
    const { announced = 0, begun = 0 } = open[kind] ?? {};
    open[kind] = { announced, begun: begun + 1 };
  }
  return open;
}

/** The ids of the transfers that came back to the person, whose own rows say why. */
export const refusedHere = (ops: readonly Op[], past: readonly FinishedOp[]): ReadonlySet<string> => {
  const ids = idsOf(past);
  return new Set(ops.flatMap((op) => (isRefused(op) ? [ids.get(op.transfer) ?? op.transfer] : [])));
};

/**
 * The figures of an answer of `at` (epoch ms) with what the server did for this tablet since, at `now` (epoch ms). `work`: the list of work of that time,
 * which has the lines of what was expected.
 */
export function figuresAfter(
  figures: readonly HomeFigure[],
  at: number,
  work: readonly Work[],
  own: readonly OwnTransfer[],
  now: number,
): StoredFigure[] {
  const today = startOfDay(Math.floor(now / 1_000)) * 1_000;
  const since = own.filter((one) => one.at > at);
  const moved = (kind: TransferKind) =>
    since.filter((one) => one.isDone && one.at >= today && one.kind === kind).reduce((sum, one) => sum + one.cases, 0);
  const over = work
    .filter(({ kind }) => kind === 'open_transfers')
    .flatMap((one) => overOf(one, since))
    .filter(({ transfer }) => transfer === 'shipment_in' || transfer === 'stock_in');
  const lines = over.reduce((sum, row) => sum + (row.lines ?? 0), 0);
  // The figures of today in an answer of an earlier day are not of today.
  const alone = at < today;
  return figures.map((figure) => {
    if (figure.name === 'received_today' || figure.name === 'issued_today') {
      const cases = moved(figure.name === 'received_today' ? 'shipment_in' : 'stock_out');
      if (cases === 0 && !alone) return figure;
      return { ...figure, count: (alone ? 0 : (figure.count ?? 0)) + cases, here: { cases, alone } };
    }
    if (figure.name !== 'expected' || over.length === 0) return figure;
    const count = Math.max(0, (figure.count ?? 0) - over.length);
    return {
      ...figure,
      count,
      of: Math.max(0, (figure.of ?? 0) - lines),
      since: count === 0 ? null : figure.since,
    };
  });
}

const overOf = ({ rows }: Work, own: readonly { id: string }[]): WorkRow[] =>
  rows.filter((row) => own.some(({ id }) => id === row._id));
