import { type RefCallback, useCallback, useEffect, useState } from 'react';
import { KEPT_BACK } from '#ui/hooks/useSecondTaps.ts';
import type { PadKeys } from './DockFrame.tsx';

export const chooseFirst = 'Choose a product first.';

/** Whether a text in the search is a figure: no name, and too short for a code. Its product is missing. */
export const isFigure = (text: string): boolean => /^\s*\d{1,6}([.,]\d*)?\s*$/.test(text);

const ACTS = ['pointerdown', 'keydown'] as const;

/** A flag that is cleared by the next press of a pointer or a key. */
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

/** Handles a digit of the pad while no product is chosen: the card says what is missing until the next act. */
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

/**
 * The sentence "Tapped twice ..." after a second tap was ignored on a key that opens the next line (useSecondTaps.ts). It is shown until the next
 * act.
 */
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
