import { useEffect, useState } from 'react';
import type { PageOf } from '#client/reads/queries.ts';
import type { Work } from '#contract/home/workCalls.ts';
import type { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { Link } from '#crud/Link.tsx';
import type { KindFacts } from '#domain/transfer.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { kitTexts } from '#ui/texts.ts';
import { partiesQuery } from '../../parts/parties.ts';
import { openRows, workQuery } from '../../parts/ready/announced.ts';
import { expectedQuery } from '../../parts/ready/expectedList.ts';
import { savedHere } from '../../parts/savedHere.ts';
import { hubSideOf } from './remembered.ts';
import { WORDS } from './words.ts';

/**
 * An announced transfer whose lines are not on this tablet, while the server does not answer. The goods have arrived, so the person can begin another
 * transfer.
 */
export function Away({ kind, id, onRetry }: { kind: KindFacts; id: string; onRetry: () => void }) {
  const party = useKnownParty(kind, id);
  const { away, anyway } = WORDS[kind.kind];
  return (
    <EmptyState scene="rain" title={away}>
      <p className="max-w-sm">The server does not answer. The transfer opens as soon as it does.</p>
      <Link
        to={`/inventory/${kind.type}/${kind.direction}`}
        search={party === null ? {} : { party }}
        className={buttonClasses('primary')}
      >
        {anyway}
      </Link>
      <button type="button" className="min-h-tap px-4 font-semibold text-accent" onClick={onRetry}>
        {kitTexts.tryAgain}
      </button>
    </EmptyState>
  );
}

/** The party of the transfer by the saved list or the saved home. Null: neither names it. */
function useKnownParty(kind: KindFacts, id: string): string | null {
  const [party, setParty] = useState<string | null>(null);
  useEffect(() => {
    let over = false;
    void knownParty(kind, id).then((found) => !over && setParty(found));
    return () => {
      over = true;
    };
  }, [kind, id]);
  return party;
}

async function knownParty(kind: KindFacts, id: string): Promise<string | null> {
  const reads = await savedHere();
  const side = hubSideOf(kind) === 'source' ? 'destination' : 'source';
  const list = await reads.savedCopy<PageOf<typeof purchaseOrder>>(expectedQuery(kind).queryKey);
  const listed = list?.data.rows.find(({ _id }) => _id === id);
  if (listed) return listed[side];
  const work = await reads.savedCopy<Work[]>(workQuery.queryKey);
  const row = work && openRows(work.data).find(({ _id }) => _id === id);
  if (!row?.who) return null;
  // The home has only the name of the party.
  const parties = await reads.savedCopy<{ _id: string; name: string }[]>(partiesQuery(kind[side]).queryKey);
  const named = parties?.data.filter(({ name }) => name === row.who) ?? [];
  return named.length === 1 ? (named[0]?._id ?? null) : null;
}
