import type { RefObject } from 'react';
import { Pack } from '#crud/fields/Pack.tsx';
import { showNaira } from '#domain/money.ts';
import { shortageText } from '#domain/stockLimit.ts';
import { casesText } from '#domain/units.ts';
import { IconButton } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { lineTexts } from '../../parts/lines/texts.ts';
import { useCountWords } from '../countWords.ts';
import { type LotFields, LotPart } from '../lots/LotPart.tsx';
import { DockFrame, type PadKeys, useKeysOf, usePadKeys } from '../typing/DockFrame.tsx';
import type { Shortages } from '../useShortages.ts';
import { CountBoxes, WhyBack } from './CountBoxes.tsx';
import { doubtOf } from './deskLines.ts';
import { goKey, Pad } from './Pad.tsx';
import { CasesOrUnits, QuantityField } from './QuantityField.tsx';
import type { DeskState } from './useDesk.ts';
import { useFigure } from './useFigure.ts';

interface Props {
  desk: DeskState;
  /** The search, where letters go. */
  search: RefObject<HTMLInputElement | null>;
  isCount: boolean;
  isBlind: boolean;
  /** What is there of a product is in our books, so a figure can ask for too much. */
  isStocked: boolean;
  /** The goods go back, so why is asked beside the figure, and never demanded. */
  isBack: boolean;
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
  /** Adds or saves what is typed. */
  onEnter: () => void;
  lotFields: LotFields;
}

/** The chosen product, its figure, and the number pad. */
export function Dock(props: Props) {
  const { desk, isCount, isBlind, hidesPad, isSearching } = props;
  const { entry } = desk;
  const words = useCountWords();
  const { keys, press } = usePadKeys();
  return (
    <DockFrame isOpen={entry.chosen !== null} hidesPad={hidesPad}>
      {/* A new choice begins a new field. The pad stays: to make its keys anew takes longer than all else that Enter does. */}
      <Figure key={entry.chosen?.round ?? 0} {...props} keys={keys} />
      {!hidesPad && (
        <Pad
          {...press}
          isAway={isSearching}
          isEmpty={entry.chosen === null}
          isLeast={(entry.quantity ?? 0) <= (entry.chosen === null || entry.chosen.how === 'add' ? 1 : 0)}
          {...goKey(desk, isCount, isBlind, words)}
        />
      )}
    </DockFrame>
  );
}

function Figure(props: Props & { keys: RefObject<PadKeys | null> }) {
  const {
    desk,
    search,
    isCount,
    isBlind,
    isStocked,
    isBack,
    shortages,
    stock,
    place,
    hidesPad,
    isSearching,
    onCode,
    onEnter,
  } = props;
  const { entry } = desk;
  const { chosen, caseCount, shownIn } = entry;
  const typing = useFigure(entry, search);
  const { quantity, step, countIn } = typing;
  useKeysOf(typing, props.keys);
  const shortage = chosen
    ? shortages.of(chosen.productId, entry.quantity === null ? null : entry.base + entry.quantity)
    : null;
  const warning = shortage ? shortageText(shortage, caseCount) : undefined;
  const isCounted = isCount && chosen?.how === 'count';
  const figure = (
    <QuantityField {...{ desk, typing, search, onCode, onEnter, isCounted }} isTooMuch={shortage !== null} />
  );
  const expected = isCounted ? entry.line?.quantity : undefined;
  const doubt = doubtOf(entry.quantity, expected, caseCount);
  const wayOut = (): WayOut | null => {
    if (!shortage) return null;
    if (shortage.there > 0) {
      const take = step(() => quantity.put(Math.max(0, shortage.there - entry.base)));
      return { words: `Take ${casesText(shortage.there, caseCount)}`, take };
    }
    const { line } = entry;
    return line && chosen?.how === 'set' ? { words: 'Remove it', take: () => void desk.remove(line) } : null;
  };
  return (
    // It fills what the pad leaves, so that no key moves with a product, a warning or a count.
    <div
      className={classes(
        '@container flex shrink-0 flex-col rounded-card border bg-surface px-4 pt-3 pb-2 shadow-card max-sm:px-3 lg:pt-2',
        !hidesPad && 'pointer-coarse:lg:flex-1',
        // Above a soft keyboard the found products take this room, so that they lie on no line.
        isSearching && chosen === null && 'max-lg:[@media(max-height:64rem)]:hidden',
        'short:py-2 sm:max-lg:short:w-[56%] sm:max-lg:not-short:min-w-0 sm:max-lg:not-short:flex-1',
        isCount || isBack ? 'lg:not-short:min-h-76' : 'lg:not-short:min-h-56',
        // One height for all products of an upright tablet: the pad beside it has the same.
        isCount
          ? 'sm:max-lg:[@media(min-height:68rem)]:min-h-98'
          : isBack && 'sm:max-lg:[@media(min-height:68rem)]:min-h-92',
      )}
    >
      <ChosenProduct {...{ desk, stock, place, isCount }} doubt={isCounted ? doubt : null} />
      {isCounted ? (
        <CountBoxes
          {...{ desk, isBack }}
          isHidden={isBlind && entry.line?.quantity_accepted === null}
          onCountIn={countIn}
        >
          {figure}
        </CountBoxes>
      ) : isCount && chosen === null ? null : (
        // On an upright tablet it stands at one place, however long the name is.
        <div className="mt-3 flex gap-3 lg:mt-2 short:mt-1 sm:max-lg:not-short:mt-auto">
          {figure}
          <CasesOrUnits shownIn={shownIn} onCountIn={countIn} />
        </div>
      )}
      <LotPart entry={entry} fields={props.lotFields} />
      {isBack && !isCounted && (chosen ? <WhyBack entry={entry} /> : <div className={WHY_ROOM} />)}
      <FigureNote
        error={quantity.error}
        warning={warning}
        {...{ isCounted, isStocked }}
        doubt={isCounted ? null : doubt}
        wayOut={wayOut()}
      />
    </div>
  );
}

function ChosenProduct({
  desk,
  stock,
  place,
  isCount,
  doubt,
}: Pick<Props, 'desk' | 'stock' | 'place' | 'isCount'> & { doubt: string | null }) {
  const { entry } = desk;
  const { chosen, name, caseCount, pick, base } = entry;
  const { other } = useCountWords();
  return (
    <div className="flex min-h-16 items-start gap-3 short:min-h-0">
      {chosen && (
        <span className="short:hidden">
          <Pack product={pick?.product ?? { name }} size={64} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <h2
          className={classes(
            'font-semibold leading-tight [overflow-wrap:anywhere] short:line-clamp-1 short:text-base',
            // A name of two lines leaves the room for what is wrong with the figure.
            name.length > 28 ? 'text-lg' : 'text-xl',
          )}
        >
          {chosen ? name : isCount ? 'Everything is counted.' : 'Choose a product'}
        </h2>
        <p className="mt-0.5 text-sm text-ink-soft short:hidden">
          {chosen === null ? (
            isCount ? (
              other
            ) : (
              lineTexts.howToChoose
            )
          ) : chosen.how === 'add' && base > 0 ? (
            `On top of the ${casesText(base, caseCount)} in the list.`
          ) : (
            <>
              <span className="whitespace-nowrap">
                1 case = {caseCount} units{pick && ','}
              </span>
              {pick && <span className="whitespace-nowrap"> {showNaira(pick.rate)} a case</span>}
            </>
          )}
        </p>
        {/* A doubt in a count takes this line, because the reasons have the room under the figure. */}
        {(stock ?? place ?? doubt) && (
          <p className={classes('text-sm', doubt ? 'font-medium text-wait' : 'text-ink-soft')}>
            {!doubt && (stock ?? place)}
            {isCount && (
              <span role="status" aria-label="Doubt">
                {doubt}
              </span>
            )}
          </p>
        )}
      </div>
      {chosen && chosen.how !== 'count' && (
        <IconButton icon="close" label="Choose another product" onClick={entry.clear} />
      )}
      {/* On a phone the keys lie over the list. */}
      {chosen?.how === 'count' && (
        <span className="hidden sheet:block">
          <IconButton icon="close" label="Back to the list" onClick={desk.leave} />
        </span>
      )}
    </div>
  );
}

/** What mends a figure that asks for too much. */
interface WayOut {
  words: string;
  take: () => void;
}

/** On an upright tablet the reasons have their room before a product is chosen, so that the figure stays where it is. */
const WHY_ROOM = 'hidden h-20 sm:max-lg:not-short:block';

/** The room of a warning beside its way out: three lines where the pad is at its side. */
const NOTE = 'max-sm:not-short:min-h-14 sm:max-lg:not-short:min-h-16';

function FigureNote({
  error,
  warning,
  doubt,
  isCounted,
  isStocked,
  wayOut,
}: {
  error: string | null;
  warning: string | undefined;
  doubt: string | null;
  /** A doubt stands elsewhere then. */
  isCounted: boolean;
  isStocked: boolean;
  wayOut: WayOut | null;
}) {
  const said = error ?? warning;
  // As high as a warning with its way out, so that the figure stays where it is.
  if (!said)
    return isCounted ? (
      <div className={isStocked ? 'sm:max-lg:not-short:min-h-16' : ''} />
    ) : (
      <p
        role="status"
        aria-label="Doubt"
        className={classes('min-h-6 pt-2 text-sm font-medium text-wait', isStocked && NOTE)}
      >
        {doubt}
      </p>
    );
  return (
    <div className={classes('flex min-h-6 items-center gap-3 pt-2', isStocked && NOTE)}>
      <p role="alert" className="flex-1 text-sm font-medium leading-tight text-bad">
        {said}
      </p>
      {!error && wayOut && (
        <button
          type="button"
          onMouseDown={(event) => event.preventDefault()}
          onClick={wayOut.take}
          className="min-h-tap shrink-0 rounded-field border border-bad/40 bg-bad-soft px-4 font-semibold leading-tight text-bad max-sm:max-w-32 max-sm:px-2 max-sm:text-sm"
        >
          {wayOut.words}
        </button>
      )}
    </div>
  );
}
