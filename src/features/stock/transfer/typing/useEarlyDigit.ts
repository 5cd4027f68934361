import { useEffect, useState } from 'react';
import type { PadKeys } from './DockFrame.tsx';

export const chooseFirst = 'Choose a product first.';

const ACTS = ['pointerdown', 'keydown'] as const;

/** Something that is said until the next act. */
export function useUntilNextAct(): [isOn: boolean, say: () => void] {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const over = () => setOn(false);
    for (const act of ACTS) document.addEventListener(act, over, true);
    return () => {
      for (const act of ACTS) document.removeEventListener(act, over, true);
    };
  }, [isOn]);
  return [isOn, () => setOn(true)];
}

/** A digit of the pad while no product is chosen: the card says what is missing, until the next act. */
export function useEarlyDigit(isEmpty: boolean): { words: string | null; noting: (keys: PadKeys) => PadKeys } {
  const [isEarly, sayEarly] = useUntilNextAct();
  return {
    words: isEmpty && isEarly ? chooseFirst : null,
    noting: (keys) => ({
      ...keys,
      onDigit: (digit) => {
        keys.onDigit(digit);
        if (isEmpty) sayEarly();
      },
    }),
  };
}
