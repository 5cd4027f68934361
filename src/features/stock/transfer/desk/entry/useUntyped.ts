import { useState } from 'react';
import { casesText } from '#domain/units.ts';
import { isTapAlone } from './entryState.ts';
import type { Entry } from './useEntry.ts';

/**
 * Complete also adds a product that was only tapped. `settle` adds it, and `words` names it afterwards, for the question of Complete: the person may
 * not have noticed it. '' if a person typed every figure.
 */
export function useUntyped(
  entry: Entry,
  settle: () => Promise<boolean>,
): { words: string; settle: () => Promise<boolean> } {
  const [words, setWords] = useState('');
  return {
    words,
    settle: () => {
      const { name, quantity, caseCount } = entry;
      setWords(
        isTapAlone(entry) ? `${name} goes with ${casesText(quantity ?? 0, caseCount)}: nobody typed its figure.` : '',
      );
      return settle();
    },
  };
}
