import { useMemo } from 'react';
import type { KindFacts } from '#domain/transfer.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';
import { doubtsOf } from '../../../parts/lines/doubts.ts';
import { type DaylessLots, daylessTexts } from '../../lots/dayless.ts';

type Words = ReadonlyMap<string, string>;

interface Of {
  view: Pick<TransferView, 'lines'>;
  kind: Pick<KindFacts, 'kind'>;
  /** The sentence about a figure of this person that somebody else replaced. */
  replaced: Words;
}

/**
 * By product id, in words. `doubts`: saved figures and lots that are probably slips, and lots whose typed day was no day (`dayless`). `named`: these
 * together with figures on which two people disagree. `notes`: everything that a person should know about a saved figure. `undecided`: the sentences
 * about lines that a colleague also changed.
 */
export function useDoubts(
  { view: { lines }, kind: { kind }, replaced }: Of,
  dayless: DaylessLots,
  undecided: Words,
  isCount: boolean,
) {
  const doubts = useMemo(
    () => bothOf(doubtsOf(lines, { kind, isCount, now: Date.now() / 1_000 }), daylessTexts(dayless, lines)),
    [lines, kind, isCount, dayless],
  );
  const notes = useMemo(() => new Map([...replaced, ...doubts, ...undecided]), [replaced, doubts, undecided]);
  const named = useMemo(() => bothOf(replaced, doubts), [replaced, doubts]);
  return { doubts, notes, named };
}

/** The sentences of both maps. */
const bothOf = (a: Words, b: Words): Words =>
  new Map([...b, ...[...a].map(([id, words]): [string, string] => [id, [words, b.get(id)].filter(Boolean).join(' ')])]);
