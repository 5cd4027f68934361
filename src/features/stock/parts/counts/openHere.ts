/**
 * The open stocktakes as far as this tablet knows them: those in the server's list, and those that this person began or counts on this tablet and
 * that the list may lack. Pure functions.
 */
import type { SavedAnswer } from '#client/reads/queries.ts';
import type { Stocktake } from '#contract/stock/stocktakeCalls.ts';
import { isOfStocktake } from '#domain/lanePositions.ts';
import { type FinishedOp, isKnown, LIVE, type Op, type OpenPayload, rowOf } from '#offline/outbox/op.ts';

/** A warehouse whose goods a person may count. */
export interface CountedPlace {
  _id: string;
  name: string;
  /** Null: the warehouse is of an associate. */
  seller_id: string | null;
  open: { _id: string; ref: string } | null;
}

/** One open stocktake. */
export interface OpenCount {
  /** The id for the address: the server's, or the tablet's own until the server answers. */
  id: string;
  warehouse_id: string;
  warehouse_name: string;
  /** '' if it is unknown on this tablet. */
  scope_name: string;
  ref: string;
  /** The row in the server's list. Null: only this tablet knows the stocktake, or only its ref is known. */
  row: Stocktake | null;
  /** This person counts in the stocktake or began it on this tablet, and has not finished. */
  isOwn: boolean;
  /** This person counted in the stocktake, whether finished or not, or began it on this tablet. */
  isMember: boolean;
  /** The opening waits on this tablet to be sent. */
  isWaiting: boolean;
  /** The number of products whose counts wait on this tablet. The server's row lacks these counts. */
  waits: number;
  /** The `seq` of this person's last change of the stocktake on this tablet. 0: there is none. */
  last: number;
}

interface Known {
  /** The server's list of open stocktakes. Undefined: this tablet has no copy. */
  list: SavedAnswer<{ rows: Stocktake[] }> | undefined;
  /** The places, each with its open stocktake. */
  places: SavedAnswer<CountedPlace[]> | undefined;
  /** The changes of all persons of this tablet. */
  ops: readonly Op[];
  past: readonly FinishedOp[];
  me: string;
}

/** What one person did in one stocktake on this tablet. */
export interface OwnCount {
  /** The server's id. Null: it is unknown. */
  id: string | null;
  lane: string;
  opening: OpenPayload | null;
  warehouse_name: string;
  ref: string;
  /** When the server last answered a change of the stocktake, epoch ms. 0: never. */
  at: number;
  isWaiting: boolean;
  isFinished: boolean;
  /** The number of counted products. */
  products: number;
  /** The number of counts that wait to be sent. */
  waits: number;
  /** The `seq` of the last change. */
  last: number;
}

/** What this person did on this tablet in each stocktake. The part is finished if no count follows its end. */
export function ownCounts(ops: readonly Op[], past: readonly FinishedOp[], me: string): OwnCount[] {
  const done = past.filter(({ op }) => op.state === 'done').sort((a, b) => a.op.seq - b.op.seq);
  const isMine = (op: Op) => op.user_id === me && isOfStocktake(op) && isKnown(op);
  const ids = new Map<string, { id: string; ref: string }>();
  for (const { op, answer } of done) {
    const { _id, ref } = rowOf(answer) as { _id?: string; ref?: string };
    if (op.type === 'open' && isMine(op) && _id !== undefined) ids.set(op.transfer, { id: _id, ref: ref ?? '' });
  }
  const own = new Map<string, OwnCount>();
  const counted = new Map<string, Set<string>>();
  const waiting = new Map<string, Set<string>>();
  const steps = [
    ...done.map(({ op, at }) => ({ op, at, waits: false })),
    ...ops.filter(({ state }) => LIVE.has(state)).map((op) => ({ op, at: 0, waits: true })),
  ];
  for (const { op, at, waits } of steps) {
    if (!isMine(op)) continue;
    const answer = ids.get(op.transfer);
    const key = answer?.id ?? op.transfer;
    const before = own.get(key);
    const opening = op.type === 'open' ? (op as Op<'open'>).payload : null;
    const products = counted.get(key) ?? new Set();
    const unsent = waiting.get(key) ?? new Set();
    if (op.type === 'count') products.add((op as Op<'count'>).payload.product_id);
    if (op.type === 'count' && waits) unsent.add((op as Op<'count'>).payload.product_id);
    counted.set(key, products);
    waiting.set(key, unsent);
    const about = op.type === 'count' ? (op as Op<'count'>).payload.about : opening?.about;
    own.set(key, {
      id: answer?.id ?? null,
      lane: op.transfer,
      opening: before?.opening ?? opening,
      warehouse_name: before?.warehouse_name || (about?.warehouse_name ?? ''),
      ref: answer?.ref ?? '',
      at: Math.max(before?.at ?? 0, at),
      isWaiting: before?.isWaiting || (opening !== null && waits && !answer),
      isFinished: op.type === 'finish',
      products: products.size,
      waits: unsent.size,
      last: op.seq,
    });
  }
  return [...own.values()];
}

/**
 * All open stocktakes, each once. Those that this person continues come first. A saved list that is older than the person's last change does not show
 * that the stocktake was closed.
 */
export function openStocktakes({ list, places, ops, past, me }: Known): OpenCount[] {
  const own = ownCounts(ops, past, me);
  const found = (list?.data.rows ?? []).map((row): OpenCount => {
    const here = own.find(({ id, lane }) => (id ?? lane) === row._id);
    const counter = row.people.find(({ _id }) => _id === me);
    const { _id: id, warehouse_id, scope_name, ref } = row;
    return {
      ...{ id, warehouse_id, scope_name, ref, row, isWaiting: false, warehouse_name: row.warehouse.name },
      isOwn: here ? !here.isFinished : counter !== undefined && counter.finished_at === null,
      isMember: here !== undefined || counter !== undefined,
      waits: here?.waits ?? 0,
      last: here?.last ?? 0,
    };
  });
  const listedAt = list?.at ?? 0;
  for (const one of own) {
    const id = one.id ?? one.lane;
    if (found.some((listed) => listed.id === id)) continue;
    // A newer list without the stocktake shows that somebody closed it.
    if (one.at > 0 && !one.isWaiting && one.at <= listedAt) continue;
    // A warehouse has at most one open stocktake. So the warehouse finds the row if this tablet no longer knows the id.
    const same = one.isWaiting ? undefined : found.find((listed) => listed.warehouse_name === one.warehouse_name);
    if (same) {
      same.isOwn ||= !one.isFinished;
      same.isMember = true;
      same.waits = one.waits;
      same.last = one.last;
      continue;
    }
    const place = (places?.data ?? []).find(
      (at) => at._id === one.opening?.warehouse_id || at.open?._id === id || at.name === one.warehouse_name,
    );
    found.push({
      ...{
        id,
        ref: one.ref,
        row: null,
        isOwn: !one.isFinished,
        isMember: true,
        isWaiting: one.isWaiting,
        waits: one.waits,
        last: one.last,
      },
      warehouse_id: one.opening?.warehouse_id ?? place?._id ?? '',
      warehouse_name: one.warehouse_name || (place?.name ?? ''),
      scope_name: one.opening?.about.scope_name ?? '',
    });
  }
  for (const { _id, name, open } of places?.data ?? [])
    if (open && (places?.at ?? 0) >= listedAt && !found.some(({ id }) => id === open._id))
      found.push({
        ...{ id: open._id, warehouse_id: _id, warehouse_name: name, scope_name: '', ref: open.ref },
        ...{ row: null, isOwn: false, isMember: false, isWaiting: false, waits: 0, last: 0 },
      });
  return found.sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || b.last - a.last);
}

/**
 * The stocktakes of other places that wait for a recount. A person who counted nothing in them may make it. `places`: the places that the person may
 * count.
 */
export function recountsElsewhere(
  known: readonly OpenCount[],
  chosen: string | undefined,
  places: readonly CountedPlace[],
): OpenCount[] {
  const mayCount = new Set(places.map(({ _id }) => _id));
  return known.filter(
    (one) =>
      !one.isMember && one.warehouse_id !== chosen && mayCount.has(one.warehouse_id) && (one.row?.recounts ?? 0) > 0,
  );
}
