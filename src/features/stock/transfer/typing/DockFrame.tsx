import { type ReactNode, type Ref, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '#ui/classes.ts';
import type { TypedFigure } from '../desk/entry/useFigure.ts';
import type { PadProps } from '../desk/Pad.tsx';

interface FrameProps {
  ref?: Ref<HTMLDivElement>;
  isOpen: boolean;
  hidesPad: boolean;
  children: ReactNode;
}

/**
 * The frame of the chosen product and its pad. In landscape the pad is below the product, upright it is beside it. On a phone both are a sheet at the
 * foot while a product is chosen.
 */
export function DockFrame({ ref, isOpen, hidesPad, children }: FrameProps) {
  return (
    <div
      ref={ref}
      data-keys
      className={classes(
        'flex min-h-0 flex-col gap-3 lg:gap-2',
        // If the content needs more height, the side scrolls, so that nothing is covered.
        !hidesPad && 'lg:min-h-fit lg:flex-1',
        'sheet:fixed sheet:inset-x-0 sheet:bottom-0 sheet:z-20 sheet:rounded-t-card sheet:border-t sheet:bg-page sheet:px-3 sheet:pt-2 sheet:pb-2 sheet:shadow-pop max-sm:not-short:gap-2',
        // An upright tablet and a phone in landscape show both side by side, so that the lines keep their height.
        'sm:max-lg:flex-row',
        !isOpen && 'sheet:hidden',
      )}
    >
      {children}
    </div>
  );
}

/** What the keys of the pad do with the shown figure. */
export type PadPresses = Pick<PadProps, 'onDigit' | 'onBackspace' | 'less' | 'more' | 'take'>;

/** The presses of the pad, and the text of the figure. */
export interface PadKeys extends PadPresses {
  /** The typed text with all its digits. */
  text: () => string;
  /** Replaces the typed text. */
  put: (text: string) => void;
}

/** The functions keep their identity, so that the pad renders only when its own keys change. */
const pressing = (keys: () => PadKeys | null): PadKeys => ({
  onDigit: (digit) => keys()?.onDigit(digit),
  onBackspace: () => keys()?.onBackspace(),
  less: () => keys()?.less(),
  more: () => keys()?.more(),
  take: () => keys()?.take() ?? false,
  text: () => keys()?.text() ?? '',
  put: (text) => keys()?.put(text),
});

/** `keys`: set by the field whose figure the pad types into ({@link useKeysOf}). `press`: the keys of the pad. */
export function usePadKeys() {
  const keys = useRef<PadKeys | null>(null);
  const [press] = useState(() => pressing(() => keys.current));
  return { keys, press };
}

/** Makes the pad type into this figure. `turn`: redirects the keys to another field while that field has the focus. */
export function useKeysOf(
  typing: TypedFigure,
  keys: RefObject<PadKeys | null>,
  turn: (keys: PadKeys) => PadKeys = (own) => own,
): void {
  useLayoutEffect(() => {
    const { digit: onDigit, backspace: onBackspace, step, type: put } = typing;
    const { less, more, enter: take, text } = typing.quantity;
    keys.current = turn({ onDigit, onBackspace, less: step(less), more: step(more), take, text: () => text, put });
  });
}
