import { type RefCallback, useCallback, useEffect, useState } from 'react';
import { KEPT_BACK } from '#ui/hooks/useSecondTaps.ts';
import type { PadKeys } from './DockFrame.tsx';

export const chooseFirst = 'Choose a product first.';

/** A figure is no name, and too short for a code: its product is missing. */
export const isFigure = (text: string): boolean => /^\s*\d{1,6}([.,]\d*)?\s*$/.test(text);

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
  const say = useCallback(() => setOn(true), []);
  return [isOn, say];
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

/** "Tapped twice ..." where the second tap of a shaking hand was kept back on a key that goes on to the next line (useSecondTaps.ts), until the next act. */
export function useTwice(): { words: string | null; ref: RefCallback<HTMLElement> } {
  const [isTwice, sayTwice] = useUntilNextAct();
  const ref = useCallback(
    (frame: HTMLElement | null) => {
      frame?.addEventListener(KEPT_BACK, sayTwice);
      return () => frame?.removeEventListener(KEPT_BACK, sayTwice);
    },
    [sayTwice],
  );
  return { words: isTwice ? 'Tapped twice, counted once. Tap again for this one.' : null, ref };
}
