/**
 * Computes what a screen shows of a stocktake: the server's stored copy with this tablet's counts laid over it at read time (SYNC rules 2, 59). A count never
 * edits the copy, so it is undone by removing its op. Figures of other persons are not known here; only the server compares them.
 */

import type { ProductRef } from '#contract/catalogue/product.ts';
import type { Stocktake, StocktakeLine } from '#contract/stock/stocktakeCalls.ts';
import { compareNames } from '#domain/nameOrder.ts';
import { countedOf, countState } from '#domain/stocktake.ts';
import { type CountPayload, type FinishedOp, isKnown, isLocal, LIVE, type Op, refusalOfOp, rowOf } from './op.ts';

/** A product of a stocktake. `queued`: the state of its op that waits on this tablet; null: none waits. */
export interface CountLine extends StocktakeLine {
  queued: 'waiting' | 'sending' | 'refused' | null;
  /** The server's words about a refused count. */
  message: string | null;
}

export interface CountSession {
  /** The server's id; the local one while this tablet does not know it. */
  id: string;
  /** null: no server has answered yet. */
  ref: string | null;
  warehouse_name: string;
  scope_name: string;
  blind: boolean;
  status: Stocktake['status'];
  /**
   * In the order of names. Without a copy of the server only what was counted here, and the products of the scope `list` and `plan`, whose name is '' until
   * they are counted.
   */
  lines: CountLine[];
  people: Stocktake['people'];
  /** Products that are to be counted, those that are counted, and those that wait for a recount. */
  products: number;
  counted: number;
  recounts: number;
  /** "Finish my part" was pressed, the server does not have it, and nothing was counted since. */
  finishing: 'waiting' | null;
}

interface Me {
  user_id: string;
  name: string;
}

/** A count of this person that the stored copy may lack. `op`: the count waits, or was refused. */
interface LaidCount {
  payload: CountPayload;
  version: number;
  seq: number;
  op: Op | null;
}

/** `ops`: the ops of the stocktake's lane in order of seq; `past`: its finished ops. Those of other persons are not shown (rule 40). */
export function countView(
  read: (Stocktake & { lines: StocktakeLine[] }) | null,
  ops: readonly Op[],
  past: readonly FinishedOp[],
  me: Me,
): CountSession {
  const own = (op: Op) => op.user_id === me.user_id && isKnown(op);
  const live = ops.filter((op) => LIVE.has(op.state) && own(op));
  const done = past.filter(({ op }) => op.state === 'done' && own(op)).sort((a, b) => a.op.seq - b.op.seq);
  const all = [...done.map(({ op }) => op), ...live];
  const opening = all.find((op): op is Op<'open'> => op.type === 'open')?.payload;
  const firstCount = all.find((op): op is Op<'count'> => op.type === 'count')?.payload;
  const lines = new Map((read?.lines ?? []).map((line): [string, CountLine] => [line.product_id, bare(line)]));
  for (const product_id of read ? [] : (opening?.product_ids ?? []))
    lines.set(product_id, bare(newLine({ product_id, name: '', case_count: 1 })));
  const isOpen = (read?.status ?? 'open') === 'open';
  // In the order in which the counts were saved: an older count may still wait although the server has a newer one.
  const laid = [...(isOpen ? done.flatMap(settled) : []), ...live.flatMap(waiting)].sort((a, b) => a.seq - b.seq);
  const fresh = laid.filter((count) => lay(lines, count, me));
  const shown = [...lines.values()].sort(
    (a, b) => compareNames(a.product.name, b.product.name) || (a.product_id < b.product_id ? -1 : 1),
  );
  const answer = idIn(done);
  return {
    id: read?._id ?? answer?._id ?? all[0]?.transfer ?? '',
    ref: read?.ref ?? answer?.ref ?? null,
    warehouse_name: read?.warehouse.name ?? opening?.about.warehouse_name ?? firstCount?.about.warehouse_name ?? '',
    scope_name: read?.scope_name ?? opening?.about.scope_name ?? '',
    blind: read?.blind ?? opening?.blind ?? true,
    status: read?.status ?? 'open',
    lines: shown,
    people: peopleOf(read, { shown, fresh, done, me }),
    products: shown.length,
    counted: shown.filter((line) => line.state === 'counted').length,
    recounts: shown.filter((line) => line.state === 'recount').length,
    finishing: live.at(-1)?.type === 'finish' && !isRefused(live.at(-1)) ? 'waiting' : null,
  };
}

const bare = (line: StocktakeLine): CountLine => ({ ...line, queued: null, message: null });

const settled = ({ op, answer }: FinishedOp): LaidCount[] =>
  op.type === 'count'
    ? [{ payload: (op as Op<'count'>).payload, version: rowOf(answer).version ?? 0, seq: op.seq, op: null }]
    : [];

const waiting = (op: Op): LaidCount[] =>
  op.type === 'count' ? [{ payload: (op as Op<'count'>).payload, version: 0, seq: op.seq, op }] : [];

/** The id and the reference that the server gave to the last opening on this tablet. */
function idIn(done: readonly FinishedOp[]): { _id: string; ref: string | null } | null {
  const past = done.findLast(({ op }) => op.type === 'open');
  if (!past) return null;
  const { _id, ref } = rowOf(past.answer) as { _id?: string; ref?: string };
  return _id === undefined || isLocal(_id) ? null : { _id, ref: ref ?? null };
}

/** Lays one count over its line. false: the stored copy has this figure or a later one of this person there. */
function lay(lines: Map<string, CountLine>, { payload, version, op }: LaidCount, me: Me): boolean {
  const { product_id, place, round, quantity, counted_at, lots, about } = payload;
  const found = lines.get(product_id);
  const there = found?.own.find((one) => one.place === place && one.round === round);
  if (!op && there && there.version >= version) return false;
  const before = found && (found.product.name !== '' || about.name === '') ? found : undefined;
  const line = before ?? bare(newLine({ product_id, ...about }));
  const own = [
    ...line.own.filter((one) => one !== there),
    { place, round, quantity, counted_at, version, ...(lots ? { lots } : {}) },
  ].sort((a, b) => b.round - a.round || (a.place < b.place ? -1 : 1));
  const isMine = (one: StocktakeLine['places'][number]) =>
    one.place === place && one.round === round && one.by._id === me.user_id;
  const places = [
    ...line.places.filter((one) => !isMine(one)),
    { place, round, by: { _id: me.user_id, name: me.name }, at: counted_at },
  ];
  // Only a count of the round that is asked for settles it. Whether it differs from another person's figure is said by the server.
  const figures = own.map((one) => ({ ...one, product_id, user_id: me.user_id }));
  const state = round < line.round ? line.state : countState(countedOf(figures), line.round);
  lines.set(product_id, {
    ...line,
    own,
    places,
    state,
    why: state === 'recount' ? line.why : null,
    needs_another: state === 'recount' && line.needs_another,
    ...(op ? queuedOf(op, line) : {}),
  });
  return true;
}

const isRefused = (op: Op | undefined): boolean => op?.state === 'attention' || op?.state === 'conflict';

/** A refused count of the product is shown first, whatever else of the product waits. */
function queuedOf(op: Op, { queued, message }: CountLine): Pick<CountLine, 'queued' | 'message'> {
  if (isRefused(op)) return { queued: 'refused', message: refusalOfOp(op)?.message ?? '' };
  if (queued === 'refused') return { queued, message };
  return { queued: op.state === 'sending' ? 'sending' : 'waiting', message: null };
}

function newLine({
  product_id,
  name,
  case_count,
}: {
  product_id: string;
  name: string;
  case_count: number;
}): StocktakeLine {
  const nobody = { _id: '', name: '', status: 'active' };
  const product: ProductRef = {
    _id: product_id,
    name,
    case_count,
    status: 'active',
    brand: nobody,
    manufacturer: nobody,
  };
  return {
    product_id,
    product,
    state: 'to_count',
    round: 1,
    why: null,
    needs_another: false,
    moved_at: null,
    places: [],
    own: [],
    book: null,
  };
}

/** The persons who count, including this person as this tablet knows the state. */
function peopleOf(
  read: Stocktake | null,
  {
    shown,
    fresh,
    done,
    me,
  }: { shown: readonly CountLine[]; fresh: readonly LaidCount[]; done: readonly FinishedOp[]; me: Me },
): Stocktake['people'] {
  const people = read?.people ?? [];
  const own = people.find((one) => one._id === me.user_id);
  const finished = done.findLast(
    ({ op, answer }) => op.type === 'finish' && (rowOf(answer).version ?? 0) > (read?.version ?? 0),
  );
  const last = fresh.at(-1);
  if (!last && !finished) return people;
  const isCounting = (last?.seq ?? 0) > (finished?.op.seq ?? 0);
  const mine = {
    ...(own ?? { _id: me.user_id, name: me.name }),
    place: last?.payload.place || (own?.place ?? ''),
    counted: shown.filter((line) => line.own.length > 0).length,
    last_at: Math.max(own?.last_at ?? 0, ...fresh.map((one) => one.payload.counted_at)) || null,
    finished_at: isCounting ? null : finished ? Math.floor(finished.at / 1_000) : (own?.finished_at ?? null),
  };
  return own ? people.map((one) => (one === own ? mine : one)) : [...people, mine];
}
