import type { RefObject } from 'react';
import { Pack } from '#crud/fields/Pack.tsx';
import { showNaira } from '#domain/money.ts';
import { shortageText } from '#domain/stockLimit.ts';
import { casesText } from '#domain/units.ts';
import { IconButton } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import type { Shortages } from '../useShortages.ts';
import { CountBoxes } from './CountBoxes.tsx';
import { doubtOf } from './deskLines.ts';
import { Pad } from './Pad.tsx';
import { CasesOrUnits, QuantityField } from './QuantityField.tsx';
import type { Desk } from './useDesk.ts';
import { useFigure } from './useFigure.ts';

interface Props {
  desk: Desk;
  /** The search, where letters go. */
  search: RefObject<HTMLInputElement | null>;
  isCount: boolean;
  isBlind: boolean;
  shortages: Shortages;
  /** The stock of the chosen product, in words; null: it is not in our books. */
  stock: string | null;
  /** "line 6 of 10" in a count. */
  place: string | null;
  /** The camera needs the room of the number pad. */
  hidesPad: boolean;
  /** A name is being typed: where the soft keyboard leaves little room, the pad goes. */
  isSearching: boolean;
  /** Takes the digits of a code that were typed into the figure. */
  onCode: (code: string) => void;
}

/** The chosen product, its figure, and the number pad. */
export function Dock(props: Props) {
  const { entry } = props.desk;
  return (
    // On a phone the keys are a sheet over the foot while a product is chosen.
    <div
      className={classes(
        'flex min-h-0 flex-col gap-3',
        !props.hidesPad && 'lg:flex-1',
        'max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:rounded-t-card max-sm:border-t max-sm:bg-page max-sm:p-3 max-sm:shadow-pop',
        entry.chosen === null && 'max-sm:hidden',
      )}
    >
      {/* A new choice begins a new field. */}
      <Figure key={entry.chosen?.round ?? 0} {...props} />
    </div>
  );
}

function Figure(props: Props) {
  const { desk, search, isCount, isBlind, shortages, stock, place, hidesPad, isSearching, onCode } = props;
  const { entry } = desk;
  const { chosen, caseCount, shownIn } = entry;
  const typing = useFigure(entry, search);
  const { quantity, step, countIn } = typing;
  const shortage = chosen
    ? shortages.of(chosen.productId, entry.quantity === null ? null : chosen.base + entry.quantity)
    : null;
  const warning = shortage ? shortageText(shortage, caseCount) : undefined;
  const isCounted = isCount && chosen?.how === 'count';
  const figure = <QuantityField {...{ desk, typing, search, onCode, isCounted }} isTooMuch={shortage !== null} />;
  const expected = isCounted ? entry.line?.quantity : undefined;
  return (
    <>
      {/* As high with a product, a warning or nothing, so that no key moves. */}
      <div
        className={classes(
          '@container flex shrink-0 flex-col rounded-card border bg-surface px-4 pt-3 pb-2 shadow-card max-sm:px-3',
          isCount ? 'lg:min-h-76' : 'lg:min-h-60',
        )}
      >
        <ChosenProduct desk={desk} stock={stock} place={place} isCount={isCount} />
        {isCounted ? (
          <CountBoxes desk={desk} isHidden={isBlind && entry.line?.quantity_accepted === null} onCountIn={countIn}>
            {figure}
          </CountBoxes>
        ) : isCount && chosen === null ? null : (
          <div className="mt-3 flex gap-3">
            {figure}
            <CasesOrUnits shownIn={shownIn} onCountIn={countIn} />
          </div>
        )}
        <FigureNote
          error={quantity.error}
          warning={warning}
          isCounted={isCounted}
          doubt={doubtOf(entry.quantity, expected, caseCount)}
          onTake={
            shortage && shortage.there > 0
              ? step(() => quantity.put(Math.max(0, shortage.there - (chosen?.base ?? 0))))
              : null
          }
          takeWords={shortage ? casesText(shortage.there, caseCount) : ''}
        />
      </div>
      {!hidesPad && (
        <Pad
          isAway={isSearching}
          onDigit={typing.digit}
          onBackspace={typing.backspace}
          less={step(quantity.less)}
          more={step(quantity.more)}
          isLeast={quantity.isLeast}
          take={quantity.enter}
          go={goKey(desk, isCount, isBlind)}
        />
      )}
    </>
  );
}

/** The large key: what Enter does now. */
function goKey({ entry, busy }: Desk, isCount: boolean, isBlind: boolean) {
  const { chosen, quantity } = entry;
  if (isCount && chosen?.how === 'count')
    return quantity === null && !isBlind
      ? ({
          name: 'Add Product: All there',
          words: 'All there',
          icon: 'check',
          busy,
          disabled: false,
          isQuiet: false,
        } as const)
      : ({
          name: 'Add Product: Next',
          words: 'Next',
          icon: 'down',
          busy,
          disabled: quantity === null,
          isQuiet: quantity === null,
        } as const);
  const isIdle = chosen === null || quantity === null || (quantity === 0 && chosen.how === 'add');
  const words = chosen?.how === 'set' ? (quantity === 0 ? 'Remove' : 'Save') : 'Add';
  return {
    name: words === 'Add' ? 'Add Product' : `Add Product: ${words}`,
    words,
    icon: words === 'Add' ? 'plus' : 'check',
    busy,
    disabled: isIdle,
    isQuiet: isIdle,
  } as const;
}

function ChosenProduct({
  desk: { entry },
  stock,
  place,
  isCount,
}: Pick<Props, 'desk' | 'stock' | 'place' | 'isCount'>) {
  const { chosen, name, caseCount, pick } = entry;
  const size = `1 case = ${caseCount} units`;
  return (
    <div className="flex min-h-16 items-start gap-3">
      {chosen && <Pack product={pick?.product ?? { name }} size={64} />}
      <div className="min-w-0 flex-1">
        <h2 className="text-xl font-semibold leading-tight [overflow-wrap:anywhere]">
          {chosen ? name : isCount ? 'Everything is counted.' : 'Choose a product first.'}
        </h2>
        <p className="mt-0.5 text-sm text-ink-soft">
          {chosen === null
            ? isCount
              ? 'Tap a line to change it, or scan what else came.'
              : 'Scan it, tap it, or type its name.'
            : pick
              ? `${size}, ${showNaira(pick.rate)} a case`
              : size}
        </p>
        {(stock ?? place) && <p className="text-sm text-ink-soft">{stock ?? place}</p>}
      </div>
      {chosen && chosen.how !== 'count' && (
        <IconButton icon="close" label="Choose another product" onClick={entry.clear} />
      )}
    </div>
  );
}

function FigureNote({
  error,
  warning,
  doubt,
  isCounted,
  onTake,
  takeWords,
}: {
  error: string | null;
  warning: string | undefined;
  doubt: string | null;
  /** The reasons keep the room for it. */
  isCounted: boolean;
  onTake: (() => void) | null;
  takeWords: string;
}) {
  const said = error ?? warning;
  if (!said)
    return (
      <p
        role="status"
        aria-label="Doubt"
        className={classes('pt-1 text-sm font-medium text-wait', isCounted ? 'empty:hidden' : 'min-h-5')}
      >
        {doubt}
      </p>
    );
  return (
    <div className="flex min-h-5 items-center gap-3 pt-1">
      <p role="alert" className="flex-1 text-sm font-medium text-bad">
        {said}
      </p>
      {!error && onTake && (
        <button
          type="button"
          onMouseDown={(event) => event.preventDefault()}
          onClick={onTake}
          className="min-h-tap shrink-0 rounded-field border border-bad/40 bg-bad-soft px-4 font-semibold text-bad"
        >
          Take {takeWords}
        </button>
      )}
    </div>
  );
}
