import { type RefObject, useEffect, useId, useRef } from 'react';
import { isSlowCode } from '#domain/barcode.ts';
import { plural } from '#domain/plural.ts';
import { casesText } from '#domain/units.ts';
import { classes } from '#ui/classes.ts';
import type { Counting } from '#ui/fields/useQuantity.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { useCountWords } from '../countWords.ts';
import type { FigureEntry, TypedFigure } from './entry/useFigure.ts';

/** The field of the figure. Letters in it begin the name of another product, so they go to the search. */
export function QuantityField({
  desk,
  typing,
  search,
  onCode,
  onEnter,
  isCounted,
  isTooMuch,
}: {
  desk: { entry: FigureEntry };
  typing: TypedFigure;
  search: RefObject<HTMLInputElement | null>;
  onCode: (code: string) => void;
  /** Adds or saves the typed figure. */
  onEnter: () => void;
  /** The figure is the accepted quantity of a line that is being counted. */
  isCounted: boolean;
  isTooMuch: boolean;
}) {
  const id = useId();
  const words = useCountWords();
  const { entry } = desk;
  const { field, fresh, quantity, step, type, kept } = typing;
  const selectSoon = useEvent(typing.selectSoon);
  // Selects the text, so that the next digit begins a new figure.
  useEffect(() => {
    if (quantity.isOver) selectSoon();
  }, [quantity.isOver, selectSoon]);
  const signed = useRef(false);
  const before = entry.chosen?.before ?? 0;
  const offered = looseOf(entry);
  /**
   * The units that stay besides the figure: those of the line before a scan, cases that were typed before the units, and loose units of the opened
   * figure.
   */
  const under = [before, kept, offered]
    .flatMap((units) => (units > 0 ? [`${casesText(units, entry.caseCount)} +`] : []))
    .join(' ');
  // "0 cases" of a line with 1 unit would suggest that there are none. The units are shown beside it.
  const isPart =
    quantity.text === '0' && (entry.quantity ?? 0) > 0 && entry.shownIn === 'case' && entry.chosen?.how !== 'add';
  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const isSigned = signed.current && fresh.current && /^\d$/.test(key);
    signed.current = key === '-' && fresh.current;
    const isUp = key === 'ArrowUp' || (key === '+' && fresh.current);
    if (isUp || key === 'ArrowDown' || (key === '-' && fresh.current)) {
      event.preventDefault();
      step(isUp ? quantity.more : quantity.less)();
    } else if (isSigned) {
      // The key before it removed a case. A figure with a minus sign is refused, because it is not the same figure without the sign.
      event.preventDefault();
      type(`-${key}`);
    } else if (key === 'Enter') {
      // The digits came from a scanner, or a person typed a code, too slowly to be recognised as a scan. No quantity has so many digits.
      if (isSlowCode(quantity.text)) {
        event.preventDefault();
        onCode(quantity.text);
      } else {
        // Enter does not go through the form, because the form's events and a second rendering would delay the line.
        event.preventDefault();
        if (quantity.enter()) onEnter();
      }
    } else if (key === 'Backspace' && kept > 0 && quantity.text === '') {
      event.preventDefault();
      typing.backspace();
    } else if (key === 'Escape' && entry.chosen) {
      event.preventDefault();
      entry.clear();
      search.current?.focus();
    } else if (/^\p{L}$/u.test(key) || (key === '/' && fresh.current)) {
      // A letter begins the name of another product, also behind a figure, which is saved when that product is chosen. The slash key moves to the search.
      if (key === '/') event.preventDefault();
      search.current?.focus();
    }
  };
  return (
    <div className={classes('relative min-w-0', !isCounted && 'flex-1')}>
      <input
        ref={field}
        id={id}
        aria-label="Quantity"
        aria-describedby={under ? `${id}-kept` : undefined}
        inputMode="none"
        autoComplete="off"
        value={isPart ? '' : offered > 0 ? String(((entry.quantity ?? 0) - offered) / entry.caseCount) : quantity.text}
        aria-invalid={quantity.error ? true : undefined}
        onFocus={(event) => event.target.select()}
        // A press into the selected figure keeps the selection, so that the first digit replaces the figure. Chromium would otherwise end the
        // selection after the click.
        onMouseDown={(event) => {
          if (fresh.current && document.activeElement === event.currentTarget) event.preventDefault();
        }}
        onClick={({ currentTarget }) => {
          // A press on a refused figure begins a new figure.
          if (quantity.error) fresh.current = true;
          if (fresh.current) currentTarget.select();
        }}
        onChange={(event) => type(event.target.value)}
        onBlur={typing.leave}
        onKeyDown={onKeyDown}
        className={classes(
          'figures block w-full rounded-field border-2 bg-surface font-semibold',
          // The words are below the figure on an upright tablet, where the pad is beside it. A phone has them beside it, because its lines need the height.
          isCounted
            ? 'h-full px-2 pb-8 leading-none'
            : 'h-16 pr-28 pl-3 max-sm:not-short:h-14 max-sm:not-short:pr-24 sm:max-lg:not-short:h-19 sm:max-lg:not-short:pr-3 sm:max-lg:not-short:pb-6 sm:max-lg:not-short:leading-none',
          sizeOf(quantity.text, isCounted, under !== ''),
          // The cases stand above the units that follow them.
          under !== '' && (isCounted ? 'pt-6' : 'pt-5'),
          quantity.error || isTooMuch
            ? 'border-bad text-bad'
            : entry.chosen
              ? 'border-accent'
              : 'border-line-strong/50',
        )}
      />
      {under && (
        <span
          id={`${id}-kept`}
          className={classes(
            'figures pointer-events-none absolute top-1.5 text-sm leading-tight font-semibold',
            isCounted ? 'left-2.5' : 'left-3.5',
          )}
        >
          {under}
        </span>
      )}
      <label
        htmlFor={id}
        className={classes(
          'figures pointer-events-none absolute text-sm text-ink-soft',
          isCounted
            ? 'bottom-1.5 left-2.5 leading-tight'
            : 'inset-y-0 right-3 flex flex-col justify-center gap-x-1 overflow-hidden text-right whitespace-nowrap max-sm:leading-tight sm:max-lg:not-short:inset-y-auto sm:max-lg:not-short:bottom-1.5 sm:max-lg:not-short:left-3.5 sm:max-lg:not-short:flex-row sm:max-lg:not-short:justify-between sm:max-lg:not-short:leading-tight',
        )}
      >
        <span className="min-w-0">{isCounted ? words.came : entry.shownIn === 'case' ? 'cases' : 'units'}</span>
        {!isCounted && entry.chosen && (
          <span className="shrink-0 text-ink-faint">
            {entry.quantity === null && quantity.text !== ''
              ? null
              : entry.shownIn === 'case'
                ? plural(entry.quantity ?? 0, '# unit', '# units')
                : casesText(entry.quantity ?? 0, entry.caseCount)}
          </span>
        )}
      </label>
    </div>
  );
}

/** The loose units of an opened or offered figure while it counts in cases and is unchanged. 0: none. */
function looseOf({ chosen, quantity, shownIn, caseCount }: FigureEntry): number {
  const isAsOpened = shownIn === 'case' && quantity !== null && quantity === chosen?.start;
  return isAsOpened && quantity > caseCount ? quantity % caseCount : 0;
}

/** A long figure is smaller, so that all its digits are visible. */
function sizeOf(text: string, isCounted: boolean, isRest: boolean): string {
  if (isRest) return text.length > 7 ? 'text-sm' : text.length > 4 ? 'text-xl' : 'text-[1.75rem]';
  if (isCounted)
    return text.length > 7 ? 'text-sm' : text.length > 4 ? 'text-lg' : text.length > 3 ? 'text-2xl' : 'text-[1.75rem]';
  if (text.length > 6) return text.length > 9 ? 'text-lg max-sm:text-xs' : 'text-2xl max-sm:text-lg sm:max-lg:text-lg';
  return text.length > 4 ? 'text-4xl max-sm:text-2xl sm:max-lg:text-2xl' : 'text-4xl';
}

/** Switches the figure between cases and units. */
export function CasesOrUnits({ shownIn, onCountIn }: { shownIn: Counting; onCountIn: (to: Counting) => void }) {
  return (
    <fieldset className="flex shrink-0 rounded-field bg-surface-sunken p-1">
      <legend className="sr-only">Count quantity in</legend>
      {(['case', 'unit'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={shownIn === one}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onCountIn(one)}
          className={classes(
            'min-h-tap min-w-14 rounded-field border px-2.5 max-sm:px-1.5 font-semibold',
            shownIn === one ? 'border-line bg-surface shadow-card' : 'border-transparent text-ink-soft',
          )}
        >
          {one === 'case' ? 'Cases' : 'Units'}
        </button>
      ))}
    </fieldset>
  );
}
