/** Decides which reads a tablet needs for transfers without a network (B11.1), and which of them are due. */

import { CallError } from '#client/callError.ts';
import { type PageOf, queryFor, type SavedAnswer } from '#client/reads/queries.ts';
import type { Work } from '#contract/home/workCalls.ts';
import type { RowOf } from '#contract/model.ts';
import type { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { type Stocktake, stocktakeOne, stocktakesAll, warehousesToCount } from '#contract/stock/stocktakeCalls.ts';
import type { KindFacts, PartyType } from '#domain/transfer.ts';
import { partiesQuery, productsOfQuery, ratesQuery, unsellableQuery } from '../parties.ts';
import { isOtherList, openRows, workQuery } from './announced.ts';
import { expectedQuery, linesQuery } from './expectedList.ts';

/** `most`: the greatest age of the list of a kind, ms. `besideHome`: its greatest age when the home was read. */
const LIST_MS = { most: 10 * 60_000, besideHome: 2 * 60_000 } as const;

/** The open stocktakes whose lines are loaded, so that a person can join without a network. */
const STOCKTAKES = 3;

export interface PreparedParty {
  _id: string;
  status: string;
}

export interface DueRead {
  queryKey: readonly unknown[];
}

/** The saved answers of a tablet, and the way to read more. `moved`: the time in epoch ms before which a saved stock is outdated. */
export interface TabletReads {
  /** The saved answer, if it is fresh. Null: there is none, or it is old. */
  young<T>(query: DueRead, moved?: number): Promise<T | null>;
  /** Whether a fresh answer is saved, without reading it. `sizedAs`: another answer about as many products. */
  isYoung(query: DueRead, moved?: number, sizedAs?: DueRead): Promise<boolean>;
  /** The saved answer, however old, with its time. */
  peek<T>(query: DueRead): Promise<SavedAnswer<T> | null>;
  fetch<T>(query: DueRead): Promise<T>;
  /** Whether the work was stopped. */
  over(): boolean;
}

type Order = RowOf<typeof purchaseOrder>;

/**
 * Reads the parties and lists, which decide what else is needed, and returns the reads that are due. These are the products of every party that may give,
 * the prices of every hub, and the lines of every expected transfer and of those on the home. `moved`: when this tablet last moved stock of a party, epoch
 * ms. `changedAt`: when the stream last said that a transfer changed, epoch ms.
 */
export async function whatIsDue(
  kinds: readonly KindFacts[],
  kept: TabletReads,
  moved: ReadonlyMap<string, number>,
  changedAt = 0,
): Promise<DueRead[]> {
  const due: DueRead[] = [];
  const parties = new Map<PartyType, PreparedParty[]>();
  for (const type of new Set(kinds.flatMap((kind) => [kind.source, kind.destination]))) {
    const held = await kept.young<PreparedParty[]>(partiesQuery(type));
    if (kept.over()) return [];
    parties.set(type, held ?? (await kept.fetch<PreparedParty[]>(partiesQuery(type))));
  }
  for (const type of new Set(kinds.map((kind) => kind.source)))
    for (const { _id } of active(parties.get(type) ?? [])) {
      const query = productsOfQuery(type, _id);
      if (!(await kept.isYoung(query, moved.get(_id)))) due.push(query);
    }
  for (const { _id } of active(parties.get('seller') ?? []))
    if (!(await kept.isYoung(ratesQuery(_id), moved.get(_id), productsOfQuery('seller', _id))))
      due.push(ratesQuery(_id));
  if (kinds.some(({ kind }) => kind === 'shipment_out'))
    for (const { _id } of active(parties.get('seller') ?? []))
      if (!(await kept.young(unsellableQuery(_id), moved.get(_id)))) due.push(unsellableQuery(_id));
  // Expected transfers come first: their answers are short, and people wait for them if the loading ends early.
  return [...(await linesDue(kinds, kept, changedAt)), ...due];
}

/**
 * The due reads of a stocktake's first screen: the places to count, the open stocktakes, and the lines of a few of these. Those in which `me` counts
 * come first. The goods of the hubs are read for transfers anyway.
 */
export async function countsDue(me: string, kept: TabletReads): Promise<DueRead[]> {
  const places = queryFor(warehousesToCount, {});
  const list = queryFor(stocktakesAll, { status: 'open' });
  const due: DueRead[] = (await kept.young(places)) ? [] : [places];
  type List = { rows: Stocktake[] };
  const open = (await kept.young<List>(list)) ?? (kept.over() ? null : await orNull(() => kept.fetch<List>(list)));
  const isOwn = ({ people }: Stocktake) => Number(people.some(({ _id }) => _id === me));
  for (const row of [...(open?.rows ?? [])].sort((a, b) => isOwn(b) - isOwn(a)).slice(0, STOCKTAKES)) {
    const one = queryFor(stocktakeOne, { _id: row._id });
    const held = await kept.peek<Stocktake>(one);
    if (held?.data.version !== row.version) due.push(one);
  }
  return due;
}

/** The reads of lines that are due. One answer of the home says which lists have changed. Without that answer, the age of each list decides. */
async function linesDue(kinds: readonly KindFacts[], kept: TabletReads, changedAt: number): Promise<DueRead[]> {
  const due: DueRead[] = [];
  const listed = new Set<string>();
  const work = await workOf(kept, changedAt);
  for (const kind of kinds) {
    if (kept.over()) return [];
    for (const row of await expectedRows(kind, kept, work, changedAt)) {
      listed.add(row._id);
      const [held] = (await kept.peek<[Order]>(linesQuery(row._id)))?.data ?? [];
      if (held?.version !== row.version || held.items_revision !== row.items_revision) due.push(linesQuery(row._id));
    }
  }
  for (const { _id, transfer, lines } of work ? openRows(work.data) : []) {
    if (listed.has(_id) || !kinds.some(({ kind }) => kind === transfer)) continue;
    const [held] = (await kept.peek<[Order]>(linesQuery(_id)))?.data ?? [];
    if (held?.item_count !== lines) due.push(linesQuery(_id));
  }
  return due;
}

/** The home's answer. It is read only if the stream named transfers since. Null: there is no answer. */
async function workOf(kept: TabletReads, changedAt: number): Promise<SavedAnswer<Work[]> | null> {
  const saved = await kept.peek<Work[]>(workQuery);
  if (saved && saved.at > changedAt) return saved;
  if (changedAt === 0) return null;
  const at = Date.now();
  return orNull(async () => ({ data: await kept.fetch<Work[]>(workQuery), at, copy: false }));
}

/** The rows of the list of a kind. People who may not see the list get none. */
async function expectedRows(
  kind: KindFacts,
  kept: TabletReads,
  work: SavedAnswer<Work[]> | null,
  changedAt: number,
): Promise<readonly Order[]> {
  type Page = PageOf<typeof purchaseOrder>;
  const query = expectedQuery(kind);
  const saved = await kept.peek<Page>(query);
  if (saved && isCurrent(kind, saved, work, changedAt)) return saved.data.rows;
  return (await orNull(() => kept.fetch<Page>(query)))?.rows ?? [];
}

function isCurrent(
  kind: KindFacts,
  list: SavedAnswer<PageOf<typeof purchaseOrder>>,
  work: SavedAnswer<Work[]> | null,
  changedAt: number,
): boolean {
  if (Date.now() - list.at > LIST_MS.most) return false;
  if (work === null) return list.at > changedAt;
  // A list that was read after the home's answer is newer, so it counts.
  if (list.at >= work.at) return true;
  return work.at - list.at < LIST_MS.besideHome && !isOtherList(kind.kind, list.data, work.data);
}

/** Resolves with null if the server refuses. */
async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CallError) return null;
    throw error;
  }
}

export const active = (parties: readonly PreparedParty[]) => parties.filter((party) => party.status === 'active');
