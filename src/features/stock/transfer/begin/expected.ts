/** The open transfers of one kind: those in the server's list, with the changes of this tablet. */
import type { WorkRow } from '#contract/home/workCalls.ts';
import type { RowOf } from '#contract/model.ts';
import type { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { koboOf, typedKobo } from '#domain/money.ts';
import { acceptedValue } from '#domain/receiving.ts';
import { DAY, showClock, showDay, startOfDay } from '#domain/time.ts';
import { type KindFacts, kindOf, movedQuantity } from '#domain/transfer.ts';
import { casesAndUnits } from '#domain/units.ts';
import {
  type FinishedOp,
  isKnown,
  LIVE,
  type Op,
  rowOf,
  type TransferHeader,
  type TransferLine,
  valuedLine,
} from '#offline/outbox/op.ts';
import { leftTexts } from '../../parts/queue/leftRefusal.ts';
import { onlyOpensLine } from '../../parts/queue/transferCount.ts';
import { hubSideOf } from './remembered.ts';

export interface Expected {
  /** The id for the address: the server's id, or this tablet's own id if the list does not have the transfer. */
  id: string;
  party: string;
  hub: string;
  hubId: string;
  /** The business date, epoch seconds. */
  timestamp: number;
  lines: number;
  cases: number;
  units: number;
  /** The value in kobo: of the accepted quantities if they are known (decision 0334). */
  value: number;
  /** The names of the goods with the highest value, at most three. */
  names: readonly string[];
  /** The number of counted lines. 0: nobody counts. A line whose accepted quantity was announced equal to the expected one does not show a count. */
  counted: number;
  /** The number of counted lines whose quantity differs from the expected one. */
  differs: number;
  /** The names of other people who counted. Empty: only this person counted, or nobody. */
  counters: readonly string[];
  /** True: the transfer began on a tablet, so nobody announced it (decision 0300). */
  begun: boolean;
  /** The name of another person who began the transfer on a tablet. Null: it was announced, or it began on this tablet, or this person began it. */
  by: string | null;
  /** The number of changes that wait on this tablet, and the number of lines among them. */
  waiting: number;
  waitingLines: number;
  /** Why the server refused the transfer, if the person reopened it to repair it. '' otherwise. */
  refused: string;
  /** True: the server's list does not have the transfer yet. */
  here: boolean;
  /** True: the transfer began on this tablet, so the outbox has its lines, and it opens as a list. */
  own: boolean;
  /** The id of the transfer on this tablet. It is the server's id if the transfer did not begin here. */
  transfer: string;
  /** True: the server's row lacks lines that this tablet changed, so its figures are old (`tabletChanges.ts`). */
  isBehind: boolean;
}

type Row = RowOf<typeof purchaseOrder>;

interface Known {
  /** The server's list. Null: no list was read. `at`: the time of the request, epoch ms. `isPart`: the server has more transfers than the list. */
  list: { rows: readonly Row[]; at: number; isPart?: boolean } | null;
  /** The open transfers that the home shows, and the time of reading them, epoch ms. Absent: the home was not read. */
  home?: { rows: readonly WorkRow[]; at: number } | undefined;
  /** `ops`: the person's waiting changes. `past`: finished changes. */
  ops: readonly Op[];
  past: readonly FinishedOp[];
  /** The id of the person. Absent: nobody is signed in. */
  me?: string | undefined;
}

/**
 * The cards of a kind at `now` (epoch seconds). Transfers of the person's own hub come first (`ownHub`: its id, or null if unknown). Among them, cards
 * that are due until today come first, the newest first. Cards of later days follow, the nearest first.
 */
export function expectedOf(
  kind: KindFacts,
  { list, home, ops, past, me }: Known,
  now: number,
  ownHub: string | null = null,
): Expected[] {
  const done = past.filter(({ op }) => op.state === 'done' && isKnown(op));
  const live = ops.filter((op) => LIVE.has(op.state) && !onlyOpensLine(op));
  const transferOf = new Map(
    done.flatMap((one): [string, string][] => {
      const id = one.op.type === 'create' ? rowOf(one.answer)._id : undefined;
      return id ? [[id, one.op.transfer]] : [];
    }),
  );
  const byTransfer = ofTransfers(live);
  const left = leftTexts(ops, past);
  // The list may be older than a transfer that this tablet completed since.
  const over = new Set(done.filter(({ op }) => op.type === 'execute').map(({ op }) => op.transfer));
  const listed = new Set(list?.rows.map((row) => transferOf.get(row._id) ?? row._id));
  const cards = [
    ...(list?.rows ?? []).flatMap((row) => {
      const transfer = transferOf.get(row._id) ?? row._id;
      const waits = byTransfer.get(transfer) ?? [];
      return over.has(transfer) || waits.some(isConfirmed)
        ? []
        : [
            {
              ...ofRow(kind, row, waits, transfer, me),
              isBehind: linesIn(waits) > 0 || (list !== null && hasLinesSince(done, transfer, list.at)),
            },
          ];
    }),
    ...begunHere(live, done, list?.at ?? 0).flatMap(({ transfer, ops }) => {
      const one = listed.has(transfer) ? null : ofOps(kind, transfer, ops, byTransfer.get(transfer) ?? []);
      return one ?? [];
    }),
    ...announcedSince(kind, list, home).flatMap((row) => {
      const transfer = transferOf.get(row._id) ?? row._id;
      const waits = byTransfer.get(transfer) ?? [];
      return over.has(transfer) || waits.some(isConfirmed) ? [] : [ofHome(row, waits, transfer)];
    }),
  ];
  const today = startOfDay(now) + DAY;
  const later = ({ timestamp }: Expected) => timestamp >= today;
  // The home names a hub without its id.
  const away = ({ hubId }: Expected) => Number(ownHub !== null && hubId !== '' && hubId !== ownHub);
  for (const card of cards) card.refused = left.get(card.id) ?? '';
  return cards.sort(
    (a, b) =>
      away(a) - away(b) ||
      (later(a) === later(b)
        ? later(a)
          ? a.timestamp - b.timestamp
          : b.timestamp - a.timestamp
        : Number(later(a)) - Number(later(b))),
  );
}

/** Transfers announced after the list was read. The home has them already, and the list that is being read will have them (decision 0910). */
function announcedSince({ kind }: KindFacts, list: Known['list'], home: Known['home']): readonly WorkRow[] {
  if (!list || !home || list.isPart || home.at <= list.at) return [];
  const listed = new Set(list.rows.map(({ _id }) => _id));
  return home.rows.filter(
    ({ _id, transfer, goods }) => transfer === kind && goods && goods.begun !== true && !listed.has(_id),
  );
}

function ofHome(row: WorkRow, waits: readonly Op[], transfer: string): Expected {
  return {
    id: transfer,
    party: row.who ?? '',
    hub: row.hub ?? '',
    hubId: '',
    timestamp: row.since ?? 0,
    lines: row.lines ?? 0,
    cases: row.goods?.cases ?? 0,
    units: row.goods?.units ?? 0,
    value: koboOf(row.amount ?? '0'),
    names: row.goods?.names ?? [],
    counted: 0,
    differs: 0,
    counters: [],
    begun: false,
    by: null,
    waiting: waits.length,
    waitingLines: linesIn(waits),
    refused: '',
    here: false,
    own: false,
    transfer,
    isBehind: linesIn(waits) > 0,
  };
}

function ofTransfers(ops: readonly Op[]): Map<string, Op[]> {
  const found = new Map<string, Op[]>();
  for (const op of ops) found.set(op.transfer, [...(found.get(op.transfer) ?? []), op]);
  return found;
}

/** True: the person confirmed the transfer. It is then in the outbox and not on a card, unless it is refused. */
const isConfirmed = (op: Op) => op.type === 'execute' && op.state !== 'attention' && op.state !== 'conflict';

/** The transfers that began on this tablet and that a list requested at `since` (epoch ms) may lack. Each has all its changes, the oldest first. */
function begunHere(live: readonly Op[], done: readonly FinishedOp[], since: number): { transfer: string; ops: Op[] }[] {
  const byTransfer = ofTransfers([...done.map(({ op }) => op), ...live].sort((a, b) => a.seq - b.seq));
  const young = new Set(done.filter(({ op, at }) => op.type === 'create' && at >= since).map(({ op }) => op.transfer));
  return [...byTransfer]
    .filter(([transfer, ops]) => young.has(transfer) || ops.some((op) => op.type === 'create' && LIVE.has(op.state)))
    .filter(([, ops]) => !ops.some((op) => isConfirmed(op) || (op.type === 'execute' && op.state === 'done')))
    .map(([transfer, ops]) => ({ transfer, ops }));
}

function ofRow(
  kind: KindFacts,
  row: Row,
  waits: readonly Op[],
  transfer: string,
  me: string | undefined,
): Omit<Expected, 'isBehind'> {
  const own = transfer !== row._id;
  const [hub, party] =
    hubSideOf(kind) === 'source' ? [row.source_obj, row.destination_obj] : [row.destination_obj, row.source_obj];
  return {
    id: row._id,
    party: party.name,
    hub: hub.name,
    hubId: hub._id,
    timestamp: row.timestamp,
    lines: row.item_count,
    // A saved copy of an older release has no field `goods`.
    cases: row.goods?.cases ?? 0,
    units: row.goods?.units ?? 0,
    // A saved copy of an older release has only `amount`.
    value: koboOf(row.amount_accepted ?? row.amount),
    names: row.goods?.names ?? [],
    counted: countedOf(row),
    differs: row.goods?.differs ?? 0,
    counters: (row.goods?.counters ?? []).flatMap(({ _id, name }) => (_id === me ? [] : [name])),
    begun: own || row.goods?.begun === true,
    by: row.goods?.begun && !own && row.created_by?._id !== me ? (row.created_by?.name ?? null) : null,
    waiting: waits.length,
    waitingLines: linesIn(waits),
    refused: '',
    here: false,
    own,
    transfer,
  };
}

function countedOf({ goods, item_count }: Row): number {
  if (!goods) return 0;
  return goods.counted < item_count || (goods.differs ?? 0) > 0 ? goods.counted : 0;
}

const linesIn = (ops: readonly Op[]) =>
  new Set(
    ops.flatMap(({ type, payload }) =>
      type === 'upsert' || type === 'remove' ? [(payload as TransferLine).product_id] : [],
    ),
  ).size;

/** Whether the server took lines of the transfer after `since` (epoch ms), the time of reading the list. */
const hasLinesSince = (done: readonly FinishedOp[], transfer: string, since: number) =>
  done.some(({ op, at }) => op.transfer === transfer && at >= since && linesIn([op]) > 0);

/** The value of a line in kobo. Goods that nobody expected count 0 if this tablet does not know their price. */
const worthOf = (line: TransferLine) => acceptedValue(valuedLine(line), () => 0);

/** The card of a transfer that began here. Null: the transfer is of another kind. */
function ofOps(kind: KindFacts, transfer: string, ops: readonly Op[], waits: readonly Op[]): Expected | null {
  const heads = ops.filter((op) => op.type === 'create' || op.type === 'header');
  const header = heads.at(-1)?.payload as TransferHeader | undefined;
  if (!header || kindOf(header.source_type, header.destination_type) !== kind.kind) return null;
  const lines = new Map<string, TransferLine>();
  for (const { type, payload } of ops) {
    if (type === 'upsert') lines.set((payload as TransferLine).product_id, payload as TransferLine);
    if (type === 'remove') lines.delete((payload as TransferLine).product_id);
  }
  const all = [...lines.values()].sort((a, b) => typedKobo(b.amount) - typedKobo(a.amount));
  const sizes = all.map((line) => casesAndUnits(movedQuantity(line), line.about.case_count));
  const isOut = hubSideOf(kind) === 'source';
  return {
    id: transfer,
    party: isOut ? header.destination_name : header.source_name,
    hub: isOut ? header.source_name : header.destination_name,
    hubId: isOut ? header.source : header.destination,
    timestamp: header.timestamp,
    lines: all.length,
    cases: sizes.reduce((sum, size) => sum + size.cases, 0),
    units: sizes.reduce((sum, size) => sum + size.units, 0),
    value: all.reduce((sum, line) => sum + worthOf(line), 0),
    names: all.slice(0, 3).map((line) => line.about.name),
    counted: 0,
    differs: 0,
    counters: [],
    begun: true,
    by: null,
    waiting: waits.length,
    waitingLines: linesIn(waits),
    refused: '',
    here: true,
    own: true,
    transfer,
    isBehind: false,
  };
}

/** "Expected since today, 09:10", "Planned for today, 09:10", "Expected tomorrow", "3 days late". Times in epoch seconds. `waits`: the first word. */
export function whenText(waits: string, timestamp: number, now: number): { text: string; late: boolean } {
  const link = waits === 'Planned' ? 'for' : 'since';
  const days = Math.round((startOfDay(now) - startOfDay(timestamp)) / DAY);
  if (days >= 2) return { text: `${days} days late`, late: true };
  if (days === 1) return { text: `${waits} ${link} yesterday`, late: false };
  if (days === 0) return { text: `${waits} ${link} today, ${showClock(timestamp)}`, late: false };
  if (days === -1) return { text: `${waits} tomorrow`, late: false };
  return { text: `${waits} on ${showDay(timestamp, now)}`, late: false };
}
