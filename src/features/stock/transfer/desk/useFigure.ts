/** The figure that is typed for the chosen product, by the field, the number pad and the switch between cases and units. */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { MAX_QUANTITY, QUANTITY_PAUSE_MS } from '#domain/limits.ts';
import { type Counting, useQuantity } from '#ui/fields/useQuantity.ts';
import { recounted } from './deskLines.ts';
import type { Entry } from './useEntry.ts';

export type TypedFigure = ReturnType<typeof useFigure>;

export function useFigure(entry: Entry, search: RefObject<HTMLInputElement | null>) {
  const { chosen, caseCount, shownIn } = entry;
  const field = useRef<HTMLInputElement>(null);
  /** Whether the next digit replaces the figure. */
  const fresh = useRef(true);
  /** Whether a person typed the digits that stand there. */
  const byHand = useRef(false);
  const quantity = useQuantity({
    value: entry.quantity,
    onChange: entry.setQuantity,
    caseCount,
    min: chosen?.how === 'add' || chosen === null ? 1 : 0,
    multiple: 1,
    max: MAX_QUANTITY,
    counting: shownIn,
    pause: QUANTITY_PAUSE_MS,
  });
  // The chosen product takes the focus, so that digits go to its figure.
  const isChosen = chosen !== null;
  useLayoutEffect(() => {
    if (!isChosen) return;
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, [isChosen]);
  const focus = () => field.current?.focus({ preventScroll: true });
  const type = (text: string) => {
    fresh.current = false;
    // The result of a sum is a quantity, as a figure that was left is.
    byHand.current = /^\d*$/.test(text);
    quantity.type(text);
    // No digits are no figure, at once.
    if (text === '') entry.setQuantity(null);
  };
  const selectSoon = () => {
    fresh.current = true;
    requestAnimationFrame(() => {
      if (document.activeElement === field.current) field.current?.select();
    });
  };
  return {
    field,
    fresh,
    quantity,
    type,
    /** The figure loses the focus. */
    leave(): void {
      byHand.current = false;
      quantity.leave();
    },
    /** A digit of the pad. */
    digit(one: string): void {
      if (!isChosen) {
        search.current?.focus();
        return;
      }
      focus();
      type(fresh.current ? one : quantity.text + one);
    },
    backspace(): void {
      focus();
      type(fresh.current ? '' : quantity.text.slice(0, -1));
    },
    /** A change that nobody typed. The next digit replaces the figure. */
    step: (work: () => void) => () => {
      byHand.current = false;
      work();
      selectSoon();
    },
    /** Typed digits keep standing and count in the other measure. A figure that nobody typed keeps its quantity. */
    countIn(to: Counting): void {
      if (to !== shownIn && byHand.current && quantity.text !== '') {
        const units = recounted(quantity.text, to, caseCount);
        quantity.put(units === null || units > MAX_QUANTITY ? entry.quantity : units);
      }
      entry.setShownIn(to);
      if (isChosen) focus();
      selectSoon();
    },
  };
}
