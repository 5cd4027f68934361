import { useState } from 'react';
import { casesText } from '#domain/units.ts';
import { type LotFields, stopAtDay } from '../../lots/lotFields.ts';
import { isTapAlone } from './entryState.ts';
import type { Entry } from './useEntry.ts';

/**
 * Complete also adds a product that was only tapped. `settle` adds it, and `words` names it afterwards, for the question of Complete: the person may
 * not have noticed it. '' if a person typed every figure. A typed day that is no day is not dropped: the focus moves to it, and nothing is saved.
 */
export function useUntyped(
  entry: Entry,
  settle: () => Promise<boolean>,
  lotFields: LotFields,
): { words: string; settle: () => Promise<boolean> } {
  const [words, setWords] = useState('');
  return {
    words,
    settle: () => {
      if (stopAtDay(lotFields, entry.lot)) return Promise.resolve(false);
      const { name, quantity, caseCount } = entry;
      setWords(
        isTapAlone(entry) ? `${name} goes with ${casesText(quantity ?? 0, caseCount)}: nobody typed its figure.` : '',
      );
      return settle();
    },
  };
}
