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
 * The place of the chosen product and its pad. In landscape the pad is under the product, upright beside it. On a phone the keys are a sheet over the foot while a product is chosen.
 */
export function DockFrame({ ref, isOpen, hidesPad, children }: FrameProps) {
  return (
    <div
      ref={ref}
      data-keys
      className={classes(
        'flex min-h-0 flex-col gap-3 lg:gap-2',
        // If the content needs more room, the side scrolls, so that nothing covers it.
        !hidesPad && 'lg:min-h-fit lg:flex-1',
        'sheet:fixed sheet:inset-x-0 sheet:bottom-0 sheet:z-20 sheet:rounded-t-card sheet:border-t sheet:bg-page sheet:p-3 sheet:shadow-pop',
        // An upright tablet and a turned phone have both side by side, so that the lines have the height.
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

/** The same, and the text of that figure. */
export interface PadKeys extends PadPresses {
  /** What is typed, with all its digits. */
  text: () => string;
  /** Types this in place of what is typed. */
  put: (text: string) => void;
}

/** The same functions always, so that the pad is drawn only when its own keys change. */
const pressing = (keys: () => PadKeys | null): PadKeys => ({
  onDigit: (digit) => keys()?.onDigit(digit),
  onBackspace: () => keys()?.onBackspace(),
  less: () => keys()?.less(),
  more: () => keys()?.more(),
  take: () => keys()?.take() ?? false,
  text: () => keys()?.text() ?? '',
  put: (text) => keys()?.put(text),
});

/** `keys`: given if the shown figure decides what the pad does ({@link useKeysOf}); `press`: the pad's keys. */
export function usePadKeys() {
  const keys = useRef<PadKeys | null>(null);
  const [press] = useState(() => pressing(() => keys.current));
  return { keys, press };
}

/** The pad types into this figure. `turn`: into another field, while that one has the focus. */
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
