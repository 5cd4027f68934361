/** Adds the transfers that this tablet completed since to a saved answer of the home. Used while the server does not answer. */
import type { HomeFigure, HomeFigures } from '#contract/home/homeCalls.ts';
import type { Work, WorkRow } from '#contract/home/workCalls.ts';
import { startOfDay } from '#domain/time.ts';
import { kindOf, movedQuantity, type TransferKind } from '#domain/transfer.ts';
import { type FinishedOp, isKnown, type Op, rowOf } from '#offline/outbox/op.ts';
import { isRefused } from '../../stock/parts/queue/transferCount.ts';

/** A transfer that the person confirmed on this tablet. */
export interface OwnTransfer {
  /** The server's id, or the tablet's own id until the server answers. */
  id: string;
  /** The time of the server's answer, or of saving the confirmation. Epoch ms. */
  at: number;
  isDone: boolean;
  kind: TransferKind;
  /** The moved cases. A part of a case is a fraction, as in the server's figures. */
  cases: number;
}

/** Maps this tablet's id of a transfer to the server's id, for transfers that began on this tablet and that the server has. */
const idsOf = (past: readonly FinishedOp[]): ReadonlyMap<string, string> =>
  new Map(
    past.flatMap(({ op, answer }): [string, string][] => {
      const id = op.type === 'create' && op.state === 'done' && isKnown(op) ? rowOf(answer)._id : undefined;
      return id ? [[op.transfer, id]] : [];
    }),
  );

/** The server's ids of the transfers that began on this tablet. The tablet has the lines of these. */
export const idsBegunHere = (past: readonly FinishedOp[]): ReadonlySet<string> => new Set(idsOf(past).values());

/** The ids of transfers with waiting changes and without a confirmation on this tablet. The home lists these transfers separately. */
export function begunHere(ops: readonly Op[], past: readonly FinishedOp[]): ReadonlySet<string> {
  const ids = idsOf(past);
  const confirmed = new Set(ops.flatMap((op) => (op.type === 'execute' ? [op.transfer] : [])));
  return new Set(
    ops.flatMap((op) => (isKnown(op) && !confirmed.has(op.transfer) ? [ids.get(op.transfer) ?? op.transfer] : [])),
  );
}

/** The transfers that the person confirmed, from the person's waiting ops (`ops`) and finished ops (`past`). */
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

/** A figure of a saved answer, with what this tablet moved since. */
export interface StoredFigure extends HomeFigure {
  /** `cases`: the cases that this tablet moved since the answer, which was read at `since` (epoch ms). `alone`: the answer is of an earlier day, so nothing else is known about today. */
  here?: { cases: number; since: number; alone: boolean };
}

/** Two answers within this time count as read together. Milliseconds. */
const ONE_TIME = 60_000;

/** Whether two answers are close enough in time to stand in one sentence. */
export const isOneTime = (one: number, other: number): boolean => Math.abs(one - other) < ONE_TIME;

/** The list of work without the transfers `own`. */
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
  /** The transfers that somebody began on a tablet and nobody completed. */
  begun: number;
}

/**
 * The open transfers by kind, as the first screen of each kind lists them. The result starts from the answer `work`, read at `at` (epoch ms), leaves out
 * the transfers that the person confirmed (`own`), and adds those that began on this tablet and are not in the answer. `ops` and `past` are the person's
 * own ops.
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

/** The ids of the transfers that the server refused. Their own rows on the home say why. */
export const refusedHere = (ops: readonly Op[], past: readonly FinishedOp[]): ReadonlySet<string> => {
  const ids = idsOf(past);
  return new Set(ops.flatMap((op) => (isRefused(op) ? [ids.get(op.transfer) ?? op.transfer] : [])));
};

/**
 * Adds what this tablet moved since `at` (epoch ms) to the figures of the answer of that time. `now`: epoch ms. `work`: the list of work of that time,
 * which has the expected lines.
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
  // The "today" figures of an answer of an earlier day are not about today.
  const alone = at < today;
  return figures.map((figure) => {
    if (figure.name === 'received_today' || figure.name === 'issued_today') {
      const cases = moved(figure.name === 'received_today' ? 'shipment_in' : 'stock_out');
      if (cases === 0 && !alone) return figure;
      return { ...figure, count: (alone ? 0 : (figure.count ?? 0)) + cases, here: { cases, since: at, alone } };
    }
    if (figure.name !== 'expected' || over.length === 0) return figure;
    const count = Math.max(0, (figure.count ?? 0) - over.length);
    return {
      ...figure,
      count,
      of: Math.max(0, (figure.of ?? 0) - lines),
      since: count === 0 ? null : figure.since,
      days: raised(figure.days, count - (figure.count ?? 0)),
    };
  });
}

const INTO: readonly TransferKind[] = ['shipment_in', 'stock_in'];
const OUT_OF: readonly TransferKind[] = ['shipment_out', 'stock_out'];

/** The cases by day of an answer of this day, read at `at` (epoch ms), with what this tablet moved since: the last day agrees with the figures of today. */
export function casesAfter(
  cases: HomeFigures['cases'],
  at: number,
  own: readonly OwnTransfer[],
  now: number,
): HomeFigures['cases'] {
  const today = startOfDay(Math.floor(now / 1_000)) * 1_000;
  const since = own.filter((one) => one.isDone && one.at > at && one.at >= today);
  if (!cases || at < today || since.length === 0) return cases;
  const withOwn = (days: readonly number[], kinds: readonly TransferKind[]) =>
    since.filter(({ kind }) => kinds.includes(kind)).reduce((all, one) => raised(all, one.cases), days);
  return { ...cases, in: [...withOwn(cases.in, INTO)], out: [...withOwn(cases.out, OUT_OF)] };
}

/** The days with `by` more cases on the last day, in tenths as the server rounds them. */
const raised = (days: readonly number[], by: number) =>
  days.map((value, day) => (day === days.length - 1 ? Math.round((value + by) * 10) / 10 : value));

const overOf = ({ rows }: Work, own: readonly { id: string }[]): WorkRow[] =>
  rows.filter((row) => own.some(({ id }) => id === row._id));
