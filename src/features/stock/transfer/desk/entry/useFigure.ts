/** The figure that is typed for the chosen product, by the field, the number pad and the switch between cases and units. */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { MAX_QUANTITY, QUANTITY_PAUSE_MS } from '#domain/limits.ts';
import { type Counting, useQuantity } from '#ui/fields/useQuantity.ts';
import { keptCases, recounted } from '../deskLines.ts';
import type { ChosenGoods } from './entryState.ts';
import type { Entry } from './useEntry.ts';

/** A second press within this time counts as an accidental repetition. Milliseconds. */
const BOUNCE_MS = 400;

export type TypedFigure = ReturnType<typeof useFigure>;

/** What the field of a figure needs from an entry, in a transfer and in a stocktake. */
export interface FigureEntry
  extends Pick<
    Entry,
    'quantity' | 'refusal' | 'caseCount' | 'shownIn' | 'setQuantity' | 'setShownIn' | 'countIn' | 'clear'
  > {
  chosen: (Pick<ChosenGoods, 'how'> & Partial<Pick<ChosenGoods, 'before' | 'start'>>) | null;
}

export function useFigure(entry: FigureEntry, search: RefObject<HTMLInputElement | null>) {
  const { chosen, caseCount, shownIn } = entry;
  const field = useRef<HTMLInputElement>(null);
  /** Whether the next digit replaces the figure. */
  const fresh = useRef(true);
  /** True: a person typed the shown digits. */
  const byHand = useRef(false);
  /** The units of the cases that were typed before the units: "1 case" of "1 case 3 units". 0: there is only one figure. */
  const [kept, setKept] = useState(0);
  const switched = useRef(0);
  const raw = useQuantity({
    value: entry.quantity === null ? null : entry.quantity - kept,
    onChange: (units, refusal) =>
      entry.setQuantity(refusal !== null || (units === null && kept === 0) ? null : kept + (units ?? 0), refusal),
    caseCount,
    min: kept === 0 && (chosen?.how === 'add' || chosen === null) ? 1 : 0,
    multiple: 1,
    max: MAX_QUANTITY - kept - (chosen?.before ?? 0),
    counting: shownIn,
    pause: QUANTITY_PAUSE_MS,
  });
  const quantity = {
    ...raw,
    /** Replaces the whole figure. */
    put(units: number | null): void {
      raw.put(units === null ? null : units - kept);
      setKept(0);
      if (units === null) entry.setQuantity(null);
    },
  };
  // The field of the chosen product takes the focus, so that digits go to its figure.
  const isChosen = chosen !== null;
  useLayoutEffect(() => {
    if (!isChosen) return;
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, [isChosen]);
  const focus = () => {
    field.current?.focus({ preventScroll: true });
    // A digit equal to the selected figure would leave the field and its selection unchanged, and the next key would replace the digit. So the cursor
    // is moved to the end.
    const end = field.current?.value.length ?? 0;
    field.current?.setSelectionRange(end, end);
  };
  const type = (text: string) => {
    fresh.current = false;
    // The result of a sum counts as a finished figure, like a figure after the field lost the focus.
    byHand.current = /^\d*$/.test(text);
    quantity.type(text);
    // Without digits there is no figure, at once. Cases that were typed before stay.
    if (text === '') entry.setQuantity(kept === 0 ? null : kept);
  };
  const selectSoon = () => {
    fresh.current = true;
    requestAnimationFrame(() => {
      // On a slow tablet a digit may come before this frame. The next digit must not replace it.
      if (fresh.current && document.activeElement === field.current) field.current?.select();
    });
  };
  /** Returns to the cases as they were typed before the units. */
  const onlyCases = () => {
    quantity.put(kept);
    entry.setShownIn('case');
    byHand.current = true;
    selectSoon();
  };
  return {
    field,
    fresh,
    quantity,
    /** The whole cases that were typed before the units, in units. 0: none. */
    kept,
    type,
    selectSoon,
    /** Called when the figure loses the focus. */
    leave(): void {
      byHand.current = false;
      quantity.leave();
    },
    /** Types a digit of the pad. */
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
      if (kept > 0 && (fresh.current || quantity.text === '')) onlyCases();
      else type(fresh.current ? '' : quantity.text.slice(0, -1));
    },
    /** A change by a button and not by digits. The next digit replaces the figure. */
    step: (work: () => void) => () => {
      byHand.current = false;
      work();
      selectSoon();
    },
    /**
     * After typed cases, Units begins a second figure: 1 case, then 3 units. A second press turns the cases into units, because the person may have
     * meant units. Typed units keep their digits and become cases. A figure that nobody typed keeps its quantity.
     */
    countIn(to: Counting): void {
      const cases = to === 'unit' && shownIn === 'case' && byHand.current ? keptCases(quantity.text, caseCount) : 0;
      const rest = (entry.quantity ?? 0) - kept;
      const now = performance.now();
      if (to === 'unit' && shownIn === 'unit' && kept > 0 && rest === 0 && now - switched.current > BOUNCE_MS) {
        quantity.put(kept / caseCount);
      } else if (cases > 0) {
        switched.current = now;
        raw.put(cases);
        setKept(cases);
      } else if (to === 'case' && kept > 0) {
        quantity.put(entry.quantity);
      } else if (to !== shownIn && byHand.current && quantity.text !== '') {
        const units = recounted(quantity.text, to, caseCount);
        // Digits that are invalid as cases and as units stay.
        if (units !== null && units <= MAX_QUANTITY) quantity.put(units);
        else if (entry.refusal === null) quantity.put(entry.quantity);
      }
      entry.countIn(to);
      if (isChosen) focus();
      selectSoon();
    },
  };
}
