import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isSlowCode, splitCode } from '#domain/barcode.ts';
import { classes } from '#ui/classes.ts';
import { Form } from '#ui/fields/Form.tsx';
import { useWedge, writeInto } from '../../scan/useWedge.ts';
import type { PadKeys } from './DockFrame.tsx';
import type { ScanTurns } from './scanTurns.ts';

interface Props {
  search: RefObject<HTMLInputElement | null>;
  /** The products are read, so the search can have the focus. */
  isReady: boolean;
  onEnter: () => void;
  /** A code that came into the search, however slowly. */
  onCode: (code: string) => void;
  isCameraOn: boolean;
  /** A figure is typed: on a phone, whose keys lie over the list, the search leaves its room to the line, unless somebody types into it. */
  givesWay?: boolean;
  /** The number of the present choice; null: no product is chosen. */
  round: number | null;
  finder: ReactNode;
  /** `isSearching`: a name is being typed, so a soft keyboard may take the room of the pad. */
  dock: (isSearching: boolean) => ReactNode;
}

/** The side that types, of a transfer and of a stocktake: the search, and under it the chosen product with the number pad. */
export function TypingSide({
  search,
  isReady,
  onEnter,
  onCode,
  isCameraOn,
  givesWay = false,
  round,
  finder,
  dock,
}: Props) {
  const { isSearching, setSearching } = useSearching(round);
  // The screen begins in the search, unless the focus is somewhere on purpose.
  useEffect(() => {
    if (isReady && (document.activeElement === document.body || document.activeElement?.id === 'screen'))
      search.current?.focus({ preventScroll: true });
  }, [isReady, search]);
  return (
    // What changes in it leaves the layout around it alone.
    <Form
      onSubmit={onEnter}
      className="contents lg:flex lg:[contain:strict] lg:w-[clamp(21rem,38vw,30.5rem)] lg:shrink-0 lg:flex-col lg:gap-2 lg:overflow-y-auto lg:px-4 lg:py-3 lg:short:gap-2 lg:short:py-2"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the frame only notices that the search has the focus */}
      <div
        onFocus={({ target }) => setSearching(target === search.current && search.current.inputMode === 'search')}
        onPointerUp={({ target }) => target === search.current && setSearching(true)}
        onBlur={() => setSearching(false)}
        onKeyDownCapture={(event) => {
          const { value: code } = search.current ?? { value: '' };
          // The name of the chosen product stands there, and nobody changes it: a digit is its figure.
          if (round !== null && event.target === search.current && isNameAtRest(event))
            document.querySelector<HTMLInputElement>('input[aria-label="Quantity"]')?.focus({ preventScroll: true });
          if (event.key !== 'Enter' || event.target !== search.current || !isSlowCode(code)) return;
          // A code is a code in the search too, however slowly it came.
          event.preventDefault();
          event.stopPropagation();
          writeInto(search.current, '');
          onCode(code);
        }}
        className={classes(
          'max-lg:order-2 max-lg:px-6 max-lg:pt-3 max-sm:px-4',
          // Above a soft keyboard the found products push the lines down: over them they would hide the line that was just added.
          'max-lg:[@media(max-height:64rem)]:[&_[role=listbox]]:static max-lg:[@media(max-height:64rem)]:[&_[role=combobox]~svg]:top-6',
          // In a low window they have the height of the side.
          'lg:short:[&_[role=listbox]]:max-h-[calc(100dvh-8.25rem)]',
          isCameraOn && 'lg:min-h-0 lg:flex-1',
          givesWay && !isCameraOn && 'sheet:[&:not(:focus-within)]:sr-only',
        )}
      >
        {finder}
      </div>
      <div
        className={classes(
          'flex min-h-0 flex-col max-lg:order-4 sm:max-lg:px-6 sm:max-lg:py-3',
          isCameraOn ? 'shrink-0' : 'lg:min-h-fit lg:flex-1',
        )}
      >
        {dock(isSearching)}
      </div>
    </Form>
  );
}

/** A digit in a search whose list is closed. */
const isNameAtRest = ({ key, ctrlKey, metaKey, altKey, currentTarget }: KeyboardEvent<HTMLElement>): boolean =>
  /^\d$/.test(key) && !ctrlKey && !metaKey && !altKey && !currentTarget.querySelector('[aria-expanded="true"]');

/**
 * Whether a name is being typed. A choice ends it in the same frame: the figure that takes the focus then must be visible. When the figure was entered, the next
 * name follows.
 */
function useSearching(round: number | null) {
  // The choice beside which the search got the focus; undefined: it does not have it.
  const [since, setSince] = useState<number | null>();
  return {
    isSearching: since !== undefined && (round === null || round === since),
    setSearching: (isIn: boolean) => setSince(isIn ? round : undefined),
  };
}

/**
 * A code was read. The scanner's characters may have come into the search, which has the focus again after them (useWedge.ts). It lets go of it, or digits after a code that
 * nobody knows would be a name, and Enter would take the first product with it.
 */
export function leaveSearch({ current: field }: RefObject<HTMLInputElement | null>): void {
  if (!field) return;
  field.inputMode = 'none';
  field.blur();
}

/**
 * Digits that are more than a figure can have are a code, and are taken out of the figure. `isWhole` false: a person typed a figure before it, which stays.
 */
export function takeFigure(
  press: Pick<PadKeys, 'put'>,
  digits: string,
  isKnown: (code: string) => boolean,
  onCode: (code: string, isWhole: boolean) => void,
): void {
  const { figure, code } = splitCode(digits, isKnown);
  // Drawn at once, because the scan saves the figure.
  flushSync(() => press.put(figure));
  onCode(code, figure === '');
}

interface Typing<T> {
  /** What is typed now. */
  typedNow: () => T;
  /** Restores the figure from before the scan, because the typed digits belong to a code. */
  untyped: (typed: T) => T;
  /** `typed`: what was typed before the characters of the code came; null: what is typed when the turn of this scan comes. */
  onScan: (code: string, typed: T | null) => void;
  isKnown: (code: string) => boolean;
  search: RefObject<HTMLInputElement | null>;
  /** What is kept with the code of the last scan, while digits are; null: they are not. */
  stray: Pick<PadKeys, 'text' | 'put'> | null;
  /** Where scans wait for one another. */
  turns?: ScanTurns;
}

/** A scanner while a figure is typed: the characters of a code reach the field that has the focus. What was typed there before them counts, not they. */
export function useScansWhileTyping<T>(typing: Typing<T>): void {
  const { typedNow, untyped, onScan, isKnown, search, stray, turns } = typing;
  /** What was typed before the last character that may begin a code, and before the code that this character may go on with. */
  const before = useRef<{ start: T | null; last: T | null }>({ start: null, last: null });
  useWedge({
    onScan: (code, torn, isPaused) => {
      turns?.codeWasRead();
      const now = turns ? null : typedNow();
      // The figure that the field has now was typed before the code.
      const typed = torn === 'figure' ? now : (before.current[isPaused ? 'start' : 'last'] ?? now);
      onScan(code, torn === 'all' && typed !== null ? untyped(typed) : typed);
    },
    onBegin: (resumes, remember) => {
      const { start } = before.current;
      const begun: typeof before.current = resumes ? { start, last: null } : { start: null, last: null };
      before.current = begun;
      const look = () => {
        remember();
        begun.last = typedNow();
        if (!resumes) begun.start = begun.last;
      };
      if (!turns) look();
      else if (resumes) turns.codeGoesOn(look);
      else turns.codeMayBegin(look);
    },
    isKnown,
    isNoFigure: (target) => target !== null && target === search.current,
    stray: () => stray,
  });
}
