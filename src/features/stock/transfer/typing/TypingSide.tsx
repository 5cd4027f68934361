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
  /** The products are read, so the search can take the focus. */
  isReady: boolean;
  onEnter: () => void;
  /** Receives a code that was typed into the search, however slowly. */
  onCode: (code: string) => void;
  isCameraOn: boolean;
  /**
   * A figure is being typed. In a low window, whose keys cover the list, the search is hidden to leave space for the line, unless the search is in use. An
   * upright phone keeps the search and hides the line of the scanner.
   */
  givesWay?: boolean;
  /** The number of the current choice. Null: no product is chosen. */
  round: number | null;
  finder: ReactNode;
  /** `isSearching`: a name is being typed, so a soft keyboard may take the space of the pad. */
  dock: (isSearching: boolean) => ReactNode;
}

/** The side for typing, for a transfer and for a stocktake: the search, and below it the chosen product with the number pad. */
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
  // The search takes the focus when the screen opens, unless an element has it on purpose.
  useEffect(() => {
    if (isReady && (document.activeElement === document.body || document.activeElement?.id === 'screen'))
      search.current?.focus({ preventScroll: true });
  }, [isReady, search]);
  return (
    // Layout changes inside do not affect the layout outside.
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
          // The search shows the name of the chosen product, and a digit in it is the product's figure.
          if (round !== null && event.target === search.current && isNameAtRest(event))
            document.querySelector<HTMLInputElement>('input[aria-label="Quantity"]')?.focus({ preventScroll: true });
          if (event.key !== 'Enter' || event.target !== search.current || !isSlowCode(code)) return;
          // A code in the search counts as a scan, however slowly it came.
          event.preventDefault();
          event.stopPropagation();
          writeInto(search.current, '');
          onCode(code);
        }}
        className={classes(
          'max-lg:order-2 max-lg:px-6 max-lg:pt-3 max-sm:px-4',
          // Above a soft keyboard the found products push the lines down. As an overlay they would cover the line that was just added.
          'max-lg:[@media(max-height:64rem)]:[&_[role=listbox]]:static max-lg:[@media(max-height:64rem)]:[&_[role=combobox]~svg]:top-6',
          // In a low window the found products have the height of the side.
          'lg:short:[&_[role=listbox]]:max-h-[calc(100dvh-8.25rem)]',
          isCameraOn && 'lg:min-h-0 lg:flex-1',
          givesWay &&
            !isCameraOn &&
            'max-lg:short:[&:not(:focus-within)]:sr-only max-sm:pt-2 max-sm:[&_[data-scans]]:sr-only',
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

/** Whether a digit was typed into the search while its list is closed. */
const isNameAtRest = ({ key, ctrlKey, metaKey, altKey, currentTarget }: KeyboardEvent<HTMLElement>): boolean =>
  /^\d$/.test(key) && !ctrlKey && !metaKey && !altKey && !currentTarget.querySelector('[aria-expanded="true"]');

/**
 * Whether a name is being typed. Choosing a product ends this in the same frame, because the figure that then takes the focus must be visible. After
 * the figure was saved, the next name follows.
 */
function useSearching(round: number | null) {
  // The choice during which the search got the focus. Undefined: the search does not have the focus.
  const [since, setSince] = useState<number | null>();
  return {
    isSearching: since !== undefined && (round === null || round === since),
    setSearching: (isIn: boolean) => setSince(isIn ? round : undefined),
  };
}

/**
 * Takes the focus from the search after a scan. The scanner's characters may have gone to the search, which then gets the focus back (useWedge.ts).
 * Digits after an unknown code would otherwise be a name, and Enter would take the first product with it.
 */
export function leaveSearch({ current: field }: RefObject<HTMLInputElement | null>): void {
  if (!field) return;
  field.inputMode = 'none';
  field.blur();
}

/**
 * Takes a code out of the figure: more digits than a figure can have are a code. `isWhole` false: the person typed a figure before the code, and that
 * figure stays.
 */
export function takeFigure(
  press: Pick<PadKeys, 'put'>,
  digits: string,
  isKnown: (code: string) => boolean,
  onCode: (code: string, isWhole: boolean) => void,
): void {
  const { figure, code } = splitCode(digits, isKnown);
  // The figure is drawn at once, because the scan saves the drawn figure.
  flushSync(() => press.put(figure));
  onCode(code, figure === '');
}

interface Typing<T> {
  /** Returns what is typed now. */
  typedNow: () => T;
  /** Restores the figure from before the scan. The digits that were typed since are a part of the code. */
  untyped: (typed: T) => T;
  /** `typed`: what was typed before the code arrived. Null: what is typed when it is this scan's turn. */
  onScan: (code: string, typed: T | null) => void;
  isKnown: (code: string) => boolean;
  search: RefObject<HTMLInputElement | null>;
  /** The figure that is stored with the code of the last scan, if digits go there. Null otherwise. */
  stray: Pick<PadKeys, 'text' | 'put'> | null;
  /** The order of scans and keys. */
  turns?: ScanTurns;
}

/**
 * Handles scans while a figure is being typed. The characters of a code reach the focused field. What was typed there before them counts, and the
 * characters do not.
 */
export function useScansWhileTyping<T>(typing: Typing<T>): void {
  const { typedNow, untyped, onScan, isKnown, search, stray, turns } = typing;
  /** What was typed before the last character that may begin a code, and before the start of the code that this character may continue. */
  const before = useRef<{ start: T | null; last: T | null }>({ start: null, last: null });
  useWedge({
    onScan: (code, torn, isPaused) => {
      turns?.codeWasRead();
      const now = turns ? null : typedNow();
      // The field now has the figure that was typed before the code.
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
