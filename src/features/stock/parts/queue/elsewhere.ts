/** Compares a transfer that somebody else completed with this person's waiting changes: the goods of both, and the lines that differ. */
import type { RowOf } from '#contract/model.ts';
import type { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { startOfDay } from '#domain/time.ts';
import { KINDS, type KindFacts, kindOf, movedQuantity } from '#domain/transfer.ts';
import { casesText, sizeText, sumOf } from '#domain/units.ts';
import { type FinishedOp, isKnown, type Op, refusalOfOp, type TransferLine } from '#offline/outbox/op.ts';
import { wordOf } from '#offline/outbox/queueRules.ts';
import { refOf } from '#offline/outbox/revisions.ts';
import { clockText } from '../clockText.ts';

/** The types of op of a transfer. The halves of a handover and reversals have their own decisions. */
const OF_TRANSFER: ReadonlySet<Op['type']> = new Set(['create', 'header', 'upsert', 'remove', 'execute']);

/** Whether the server refused the change because the transfer is a receipt, which never changes again. */
export function isOverFor(op: Op): boolean {
  const word = wordOf(refusalOfOp(op)?.data);
  return OF_TRANSFER.has(op.type) && (word === 'receipt_locked' || word === 'already_executed');
}

/** Whether these live changes belong to a transfer that was completed elsewhere. None of them can then take effect. */
export const isCompletedElsewhere = (ops: readonly Op[]): boolean =>
  ops.every((op) => OF_TRANSFER.has(op.type)) && ops.some(isOverFor);

interface Line {
  name: string;
  case_count: number;
  /** The moved units. */
  moved: number;
  /** Whether somebody counted the line. False: the line moved as expected, without a count. */
  isCounted: boolean;
  /** Absent and '': no lot is named. */
  lots?: string | undefined;
}

export interface Elsewhere {
  /** The person who completed the transfer. Null: the server does not name the person. */
  by: { _id: string; name: string } | null;
  /** The time of the completion, epoch seconds. Null: unknown. */
  at: number | null;
  kind: ReturnType<typeof kindOf>;
  theirs: string;
  mine: string;
  /** The number of this person's lines that nobody counted, and the number of all lines. */
  uncounted: number;
  lines: number;
  /** Quantities, lots, parties and date are the same, so nothing is lost with this person's changes. */
  isSame: boolean;
  /**
   * `own`: what this person did with the line, or null for nothing. `missing`: the units that this person had in addition. `extra`: the units that
   * the receipt has in addition. `later`: the receipt that moved the missing units.
   */
  differs: {
    product_id: string;
    name: string;
    case_count: number;
    theirs: string;
    mine: string;
    own: 'counted' | 'expected' | null;
    missing: number;
    extra: number;
    later?: string;
  }[];
}

const sizeOf = (lines: Iterable<Line>): string => sizeText(sumOf(lines));

const figureOf = (line: Parameters<typeof movedQuantity>[0]) => ({
  moved: movedQuantity(line),
  isCounted: line.quantity_accepted !== null,
});

/** The lines of this person: the confirmed ones, otherwise the lines of the receipt with this person's changes. */
function minesOf(ops: readonly Op[], theirs: ReadonlyMap<string, Line>): ReadonlyMap<string, Line> {
  const confirmed = ops.findLast((op): op is Op<'execute'> => op.type === 'execute')?.payload.confirmed;
  if (confirmed) return new Map(confirmed.lines.map((line) => [line.product_id, { ...line, ...figureOf(line) }]));
  const lines = new Map(theirs);
  for (const op of ops) {
    if (!isKnown(op)) continue;
    const line = op.payload as TransferLine;
    if (op.type === 'remove') lines.delete(line.product_id);
    if (op.type === 'upsert')
      lines.set(line.product_id, { ...line.about, ...figureOf(line), isCounted: line.about.opens !== true });
  }
  return lines;
}

/**
 * Compares the record `row` with `ops`, the live changes of the transfer in order of seq. Null: the record is not the receipt yet, so the moved goods are
 * unknown.
 */
export function elsewhereOf(row: RowOf<typeof purchaseOrder> | undefined, ops: readonly Op[]): Elsewhere | null {
  if (row?.tag !== 'receipt') return null;
  const items = (row.items ?? []) as PurchaseOrderItem[];
  const theirs = new Map(
    items.map((item): [string, Line] => [
      item.product_id,
      {
        name: item.product.name,
        case_count: item.product.case_count,
        moved: movedQuantity(item),
        isCounted: true,
        lots: item.lots ?? '',
      },
    ]),
  );
  const mine = minesOf(ops, theirs);
  const differs = [...new Set([...theirs.keys(), ...mine.keys()])].flatMap((product_id) => {
    const [their, own] = [theirs.get(product_id), mine.get(product_id)];
    const line = their ?? own;
    if (!line || (their?.moved ?? 0) === (own?.moved ?? 0)) return [];
    const text = (units = 0) => casesText(units, line.case_count);
    return [
      {
        ...{ product_id, name: line.name, case_count: line.case_count },
        ...{ theirs: text(their?.moved), mine: text(own?.moved) },
        own: !own ? null : own.isCounted ? ('counted' as const) : ('expected' as const),
        missing: Math.max(0, (own?.moved ?? 0) - (their?.moved ?? 0)),
        extra: Math.max(0, (their?.moved ?? 0) - (own?.moved ?? 0)),
      },
    ];
  });
  return {
    by: row.executed_by,
    at: row.executed_at,
    kind: kindOf(row.source_type, row.destination_type),
    theirs: sizeOf(theirs.values()),
    mine: sizeOf(mine.values()),
    uncounted: [...mine.values()].filter(({ isCounted }) => !isCounted).length,
    lines: mine.size,
    isSame:
      differs.length === 0 &&
      isSameHeader(row, ops) &&
      [...mine].every(([id, { lots = '' }]) => lots === (theirs.get(id)?.lots ?? '')),
    differs,
  };
}

/** Whether this person's changes leave the parties and the date as the receipt has them. */
function isSameHeader(row: RowOf<typeof purchaseOrder>, ops: readonly Op[]): boolean {
  const own = ops.findLast((op): op is Op<'execute'> => op.type === 'execute')?.payload.confirmed?.header;
  if (!own) return !ops.some(({ type }) => type === 'header');
  return own.source === row.source && own.destination === row.destination && own.timestamp === row.timestamp;
}

/**
 * "Adaeze Admin completed it at 10:54 with 9 cases." `me`: the id of the signed-in person, who may have completed the transfer on another tablet. `now`:
 * epoch seconds.
 */
export function completedText({ by, at, theirs }: Elsewhere, me: string | undefined, now: number): string {
  const when = at === null ? '' : ` ${startOfDay(at) === startOfDay(now) ? 'at' : 'on'} ${clockText(at, now)}`;
  if (by === null) return `It was completed${when} with ${theirs}.`;
  return by._id === me
    ? `You completed it on another tablet${when} with ${theirs}.`
    : `${by.name} completed it${when} with ${theirs}.`;
}

/** Whether the text says "counted". Outgoing goods are not counted. */
export const arrives = ({ kind }: Elsewhere) => kind !== 'transfer' && KINDS[kind].direction === 'in';

/** "You counted 8 cases." */
export function ownText(of: Elsewhere): string {
  const what = of.differs.length === 0 ? 'the same' : of.mine;
  if (!arrives(of)) return `You had ${what}.`;
  if (of.uncounted === 0) return `You counted ${what}.`;
  return of.uncounted === of.lines
    ? `You took ${what} as expected, not counted.`
    : `You had ${what}, ${of.lines - of.uncounted} of ${of.lines} products counted.`;
}

/** "2 cases completed, 1 case counted by you" */
export function ofBoth(of: Elsewhere, line: Elsewhere['differs'][number]): string {
  const { theirs, mine, own, later } = line;
  if (later !== undefined) {
    const missing = casesText(line.missing, line.case_count);
    const moved = arrives(of) ? `${missing} received by ${later}` : `${missing} moved by ${later}`;
    return mine === missing ? moved : `${theirs} completed, ${moved}`;
  }
  if (!arrives(of)) return `${theirs} completed, ${mine} yours`;
  return own === 'expected'
    ? `${theirs} completed, you took ${mine} as expected, not counted`
    : `${theirs} completed, ${mine} counted by you`;
}

export interface Correction {
  is: 'missing' | 'extra';
  /** The transfer that corrects the receipt. For `missing` it moves goods the same way, for `extra` it is the opposite transfer (B3.23). */
  kind: KindFacts;
  /** "Reject the extra 1 case" */
  words: string;
  /** The goods in the format of the address: "id:units,id:units". */
  named: string;
}

/** The verb for each kind. An opposite transfer of an issue takes goods back from an associate. */
const VERBS: Record<KindFacts['kind'], string> = {
  shipment_in: 'Receive',
  shipment_out: 'Reject',
  stock_in: 'Take back',
  stock_out: 'Issue',
};

/** The transfers that correct the books after a receipt, because a receipt never changes. */
export function correctionsOf(of: Elsewhere): Correction[] {
  const { kind } = of;
  if (kind === 'transfer') return [];
  return (['missing', 'extra'] as const).flatMap((is): Correction[] => {
    const lines = of.differs.filter((line) => line[is] > 0);
    const own = KINDS[kind];
    const back = kindOf(own.destination, own.source);
    const by = is === 'missing' ? own : back === 'transfer' ? null : KINDS[back];
    if (lines.length === 0 || by === null) return [];
    const size = sizeOf(lines.map((line) => ({ ...line, moved: line[is], isCounted: true })));
    // A missing case of a return arrives like any other case.
    const verb = is === 'missing' && by.direction === 'in' ? VERBS.shipment_in : VERBS[by.kind];
    return [
      {
        ...{ is, kind: by, words: `${verb} the ${is} ${size}` },
        named: lines.map((line) => `${line.product_id}:${line[is]}`).join(),
      },
    ];
  });
}

/**
 * The field of a correcting transfer that names the receipt. The server connects the two if the transfer takes goods back. Only this tablet reads the
 * other field.
 */
const MARKS = { missing: 'adds_to', extra: 'reverses' } as const;

export const metaOf = (is: Correction['is'], receipt: string): string => JSON.stringify({ [MARKS[is]]: receipt });

const begins = (op: Op, is: Correction['is'], receipt: string): boolean =>
  (op.type === 'create' || op.type === 'header') &&
  op.state !== 'discarded' &&
  (op as Op<'create'>).payload.meta === metaOf(is, receipt);

/** Whether the person has begun this correction of the receipt on this tablet. `ops`: the waiting changes and those of the last days. */
export const isCorrected = (is: Correction['is'], receipt: string, ops: readonly Op[]): boolean =>
  ops.some((op) => begins(op, is, receipt));

/**
 * The comparison, with the ref of the later receipt at each line whose missing units that receipt moved. `past`: the finished changes of this tablet.
 */
export function withLater<T extends Elsewhere>(
  of: T,
  receipt: string,
  past: readonly FinishedOp[],
  me: string | undefined,
): T {
  const done = past.filter(({ op }) => op.user_id === me && op.state === 'done');
  const lanes = new Set(done.filter(({ op }) => begins(op, 'missing', receipt)).map(({ op }) => op.transfer));
  const ended = done.findLast(({ op }) => op.type === 'execute' && lanes.has(op.transfer));
  const later = refOf(ended?.answer);
  if (!ended || later === null) return of;
  const lines = (ended.op as Op<'execute'>).payload.confirmed?.lines ?? [];
  const moved = new Map(lines.map((line) => [line.product_id, movedQuantity(line)]));
  const isLater = ({ product_id, missing }: Elsewhere['differs'][number]) =>
    missing > 0 && moved.get(product_id) === missing;
  return { ...of, differs: of.differs.map((line) => (isLater(line) ? { ...line, later } : line)) };
}

export interface Colleagues extends Elsewhere {
  name: string;
  /** The number of lines that this person changed on this tablet in the last days, and how many of these moved with the same figure. */
  own: { lines: number; moved: number };
}

/**
 * Compares a colleague's receipt `row` with what this person (`me`) did for the transfer on this tablet. `past`: the finished changes of the
 * transfer. Null: this person completed it, or the server names nobody.
 */
export function colleaguesOf(
  row: RowOf<typeof purchaseOrder> | undefined,
  past: readonly FinishedOp[],
  me: string | undefined,
): Colleagues | null {
  const by = row?.executed_by;
  if (!by || by._id === me) return null;
  const mine = past.filter(({ op }) => op.user_id === me);
  // Changes that the person discarded earlier no longer count. "Keep theirs" discards all changes at the same time.
  const ended = new Set(mine.filter(({ op }) => op.state === 'discarded' && isOverFor(op)).map(({ at }) => at));
  const ops = mine
    .filter(({ op, at }) => op.state === 'done' || (op.state === 'discarded' && ended.has(at)))
    .map(({ op }) => op)
    .sort((a, b) => a.seq - b.seq);
  const of = elsewhereOf(row, ops);
  if (of === null) return null;
  const lines = new Set(
    ops
      .filter((op) => isKnown(op) && (op.type === 'upsert' || op.type === 'remove'))
      .map((op) => (op.payload as TransferLine).product_id),
  );
  const other = of.differs.filter((line) => lines.has(line.product_id)).length;
  return { ...of, name: by.name, own: { lines: lines.size, moved: lines.size - other } };
}
