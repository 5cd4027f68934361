/** Finds out what this tablet has for transfers without a network (B11.1). */
import { nextTask } from '#client/nextTask.ts';
import type { KindFacts, WizardKind } from '#domain/transfer.ts';
import type { SavedReadsOf } from '#offline/reads/savedReads.ts';
import { partiesQuery, productsOfQuery, ratesQuery } from '../parties.ts';
import { expectedQuery, linesQuery } from './expectedList.ts';
import { active, type PreparedParty } from './whatIsDue.ts';

/** The number of ids that are counted in one task, so that the screen stays responsive. */
const IDS_AT_ONCE = 2_000;

/** The stored data of this tablet for one kind of transfer. */
export interface PreparedKind {
  /** `sources`: the parties that may give goods. `held`: how many of them have their products on this tablet. */
  sources: number;
  held: number;
  /** Whether the prices of every hub are on this tablet. */
  priced: boolean;
  /** The number of expected transfers whose lines are not on this tablet. */
  missing: number;
}

export interface Prepared {
  kinds: Readonly<Partial<Record<WizardKind, PreparedKind>>>;
  /** The number of different products. */
  products: number;
  /** The time of the oldest answer, epoch ms. */
  at: number | null;
}

/** The saved data of this tablet for these kinds of transfer. */
export async function whatIsHeld(reads: SavedReadsOf, kinds: readonly KindFacts[]): Promise<Prepared> {
  const found: Partial<Record<WizardKind, PreparedKind>> = {};
  const products = new Set<string>();
  let oldest: number | null = null;
  const saw = (at: number) => {
    oldest = oldest === null ? at : Math.min(oldest, at);
  };
  for (const kind of kinds) {
    const [sources, destinations] = await Promise.all([
      reads.savedCopy<PreparedParty[]>(partiesQuery(kind.source).queryKey),
      reads.savedCopy<PreparedParty[]>(partiesQuery(kind.destination).queryKey),
    ]);
    const one: PreparedKind = { sources: 0, held: 0, priced: true, missing: 0 };
    found[kind.kind] = one;
    const expected = await reads.savedCopy<{ rows: { _id: string }[] }>(expectedQuery(kind).queryKey);
    for (const { _id } of expected?.data.rows ?? [])
      if (!(await reads.outline(linesQuery(_id).queryKey))) one.missing += 1;
    if (!sources || !destinations) continue;
    saw(Math.min(sources.at, destinations.at));
    for (const hub of active((kind.source === 'seller' ? sources : destinations).data)) {
      const rates = await reads.outline(ratesQuery(hub._id).queryKey);
      if (rates) saw(rates.at);
      else one.priced = false;
    }
    for (const party of active(sources.data)) {
      one.sources += 1;
      const read = await reads.outline(productsOfQuery(kind.source, party._id).queryKey);
      if (!read) continue;
      one.held += 1;
      saw(read.at);
      for (let at = 0; at < read.ids.length; at += IDS_AT_ONCE) {
        for (const id of read.ids.slice(at, at + IDS_AT_ONCE)) products.add(id);
        await nextTask();
      }
    }
  }
  return { kinds: found, products: products.size, at: oldest };
}
