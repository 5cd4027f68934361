/** Which reads a tablet needs for transfers without a network (B11.1), and which of them are due. */

import { CallError } from '#client/callError.ts';
import type { PageOf } from '#client/reads/queries.ts';
import type { RowOf } from '#contract/model.ts';
import type { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import type { KindFacts, PartyType } from '#domain/transfer.ts';
import { partiesQuery, productsOfQuery, ratesQuery } from '../parties.ts';
import { expectedQuery, linesQuery } from './expectedList.ts';

export interface PreparedParty {
  _id: string;
  status: string;
}

export interface DueRead {
  queryKey: readonly unknown[];
}

/** What the tablet holds, and the way to read more. `moved`: a stock that was read before is no longer true, epoch ms. */
export interface TabletReads {
  /** The saved answer, null: there is none, or it is no longer fresh. */
  young<T>(query: DueRead, moved?: number): Promise<T | null>;
  /** The same without reading it. */
  isYoung(query: DueRead, moved?: number): Promise<boolean>;
  /** The saved answer, however old. */
  peek<T>(query: DueRead): Promise<T | null>;
  fetch<T>(query: DueRead): Promise<T>;
  /** true: the work was stopped. */
  over(): boolean;
}

type Order = RowOf<typeof purchaseOrder>;

/**
 * Reads parties and lists, which say what else is needed, and returns the reads that are due: the products of every party that may give, the prices of every
 * hub, and the lines of every expected transfer, so that each card opens without a network. `moved`: when this tablet last moved stock of a party, epoch ms.
 */
export async function whatIsDue(
  kinds: readonly KindFacts[],
  kept: TabletReads,
  moved: ReadonlyMap<string, number>,
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
    if (!(await kept.isYoung(ratesQuery(_id), moved.get(_id)))) due.push(ratesQuery(_id));
  for (const kind of kinds) {
    if (kept.over()) return [];
    for (const row of await expectedRows(kind, kept)) {
      const [held] = (await kept.peek<[Order]>(linesQuery(row._id))) ?? [];
      if (held?.version !== row.version || held.items_revision !== row.items_revision) due.push(linesQuery(row._id));
    }
  }
  return due;
}

/** Who may not see the list has no cards either. */
async function expectedRows(kind: KindFacts, kept: TabletReads): Promise<readonly Order[]> {
  type Page = PageOf<typeof purchaseOrder>;
  const query = expectedQuery(kind);
  try {
    return ((await kept.young<Page>(query)) ?? (await kept.fetch<Page>(query))).rows;
  } catch (error) {
    if (error instanceof CallError) return [];
    throw error;
  }
}

export const active = (parties: readonly PreparedParty[]) => parties.filter((party) => party.status === 'active');
