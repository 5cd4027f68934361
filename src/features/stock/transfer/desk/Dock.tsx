import type { RefCallback, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { type Shortage, shortageText } from '#domain/stockLimit.ts';
import { classes } from '#ui/classes.ts';
import { doubtOf } from '../../parts/lines/doubts.ts';
import { useCountWords } from '../countWords.ts';
import { LotPart } from '../lots/LotPart.tsx';
import { hasLotPart, isStepToLot, type LotFields, padKeysWith } from '../lots/lotFields.ts';
import { ChosenProduct } from '../typing/ChosenProduct.tsx';
import { DockFrame, type PadKeys, type PadPresses, useKeysOf } from '../typing/DockFrame.tsx';
import { About, FigureNote, StockBelow, type WayOut } from '../typing/FigureNote.tsx';
import { LOT_ROOM, NOTE, RESTING, tallUpright, WHY_ROOM } from '../typing/rooms.ts';
import { useEarlyDigit, useTwice } from '../typing/useEarlyDigit.ts';
import { useIsNarrow } from '../typing/useIsNarrow.ts';
import type { Shortages } from '../useShortages.ts';
import { CountBoxes, WhyBack } from './CountBoxes.tsx';
import { type CardNotes, elsewhereText, takeText } from './deskLines.ts';
import { useFigure } from './entry/useFigure.ts';
import { goKey, Pad } from './Pad.tsx';
import { CasesOrUnits, QuantityField } from './QuantityField.tsx';
import type { DeskState } from './useDesk.ts';

interface Props {
  desk: DeskState;
  /** `keys`: what the keys of the pad do with the shown figure. `press`: the keys of the pad. */
  keys: RefObject<PadKeys | null>;
  press: PadPresses;
  /** The search field, which receives letters. */
  search: RefObject<HTMLInputElement | null>;
  isCount: boolean;
  isBlind: boolean;
  /** The stock of the source is in our books, so a figure can exceed it. */
  isStocked: boolean;
  /** The goods go back, so the optional reason is asked beside the figure. */
  isBack: boolean;
  shortages: Shortages;
  /** The stock of the chosen product in words. Null: it is not in our books. */
  stock: CardNotes | null;
  /** "line 6 of 10" in a count. Null otherwise. */
  place: string | null;
  /** What is known about the code of the last scan while it belongs to no product. Null: the scan was counted. */
  unknown: string | null;
  /** The figure that is stored with that code, in words. Null: there is none. */
  kept: string | null;
  /** The name of another person who entered the figure of the chosen product. Null: nobody else did. */
  by: string | null;
  /** The camera needs the space of the number pad. */
  hidesPad: boolean;
  /** A name is being typed. If the soft keyboard leaves little space, the pad is hidden. */
  isSearching: boolean;
  /** Receives the digits of a code that were typed into the figure. */
  onCode: (code: string) => void;
  /** Adds or saves the typed figure. */
  onEnter: () => void;
  lotFields: LotFields;
  /** Saves the figure without a lot. */
  onSkipLot: () => void;
  /** Some of the goods are tracked by lot, so an upright tablet always reserves the space of the lot fields. */
  someLots: boolean;
}

/** The chosen product, its figure, and the number pad. */
export function Dock(props: Props) {
  const { desk, isCount, isBlind, hidesPad, isSearching, lotFields, shortages, press } = props;
  const { entry } = desk;
  const { chosen, quantity } = entry;
  const words = useCountWords();
  // Measured in this component, because the card is mounted again for each choice.
  const [isNarrow, card] = useIsNarrow();
  const twice = useTwice();
  const shortage = chosen ? shortages.of(chosen.productId, quantity === null ? null : entry.base + quantity) : null;
  return (
    <DockFrame ref={twice.ref} isOpen={entry.chosen !== null} hidesPad={hidesPad}>
      {/* Each choice mounts a new field. The pad is not mounted again, because that takes longer than everything else that Enter does. */}
      <Figure
        key={chosen?.round ?? 0}
        {...props}
        {...{ shortage, isNarrow, card }}
        twice={isCount ? twice.words : null}
      />
      {!hidesPad && (
        <Pad
          {...press}
          room="transfer"
          isAway={isSearching}
          isLettering={lotFields.at === 'code'}
          isEmpty={chosen === null}
          isLeast={(quantity ?? 0) <= (chosen === null || chosen.how === 'add' ? 1 : 0)}
          {...goKey(desk, isCount, isBlind, words)}
          // If a figure exceeds the stock, the filled button is the one that corrects the figure.
          {...(shortage && { isQuiet: true })}
          {...(!shortage && isStepToLot(entry, lotFields) && NEXT)}
        />
      )}
    </DockFrame>
  );
}

/** Enter moves the focus to a field of the lot. A second tap by an unsteady hand must not save without the lot. */
const NEXT = { name: 'Add Product: Next', words: 'Next', icon: 'down', opensNext: true } as const;

interface FigureProps extends Props {
  shortage: Shortage | null;
  /** The card is narrow: the facts about a counted line stand beside Cases and Units. */
  isNarrow: boolean;
  card: RefCallback<HTMLDivElement>;
  /** The sentence about a second tap that was ignored. Null: there was none. */
  twice: string | null;
}

function Figure(props: FigureProps) {
  const { desk, search, isCount, isBlind, isStocked, isBack, stock, place, hidesPad, isSearching } = props;
  const { onCode, onEnter, onSkipLot, lotFields, someLots, shortage, unknown, kept, isNarrow, card, twice } = props;
  const { entry } = desk;
  const { chosen, caseCount, shownIn } = entry;
  const typing = useFigure(entry, search);
  const { quantity, step, countIn } = typing;
  const early = useEarlyDigit(chosen === null);
  useKeysOf(typing, props.keys, (keys) => early.noting(padKeysWith(lotFields, keys)));
  const hasLot = hasLotPart(entry);
  const warning = shortage ? shortageText(shortage, caseCount) : undefined;
  const isCounted = isCount && chosen?.how === 'count';
  const figure = (
    <QuantityField {...{ desk, typing, search, onCode, onEnter, isCounted }} isTooMuch={shortage !== null} />
  );
  const expected = isCounted ? entry.line?.quantity : undefined;
  const doubt =
    twice ?? elsewhereText(entry.elsewhere, caseCount, props.by) ?? doubtOf(entry.quantity, expected, caseCount);
  const wayOut = (): WayOut | null => {
    if (!shortage) return null;
    if (shortage.there > 0) {
      const isAfterScan = (chosen?.before ?? 0) > 0;
      const rest = shortage.there - entry.base;
      const put = isAfterScan ? () => entry.setWhole(shortage.there) : step(() => quantity.put(rest));
      const take = () => {
        // The line already has all units that are there.
        if (rest <= 0 && !isAfterScan) return entry.clear();
        // The figure is drawn at once, because Enter saves the drawn figure. If the lot is missing, Enter moves to its field.
        flushSync(put);
        onEnter();
      };
      return { words: takeText(shortage.there, caseCount), take };
    }
    const { line } = entry;
    return line && chosen?.how === 'set' ? { words: 'Remove it', take: () => void desk.remove(line) } : null;
  };
  const about = <About words={stock?.beside ?? place} doubt={isCounted || hasLot ? doubt : null} isCount={isCount} />;
  const isBeside = isCounted && isNarrow;
  // If the goods go back, the reasons take the place of the error.
  const inBoxes = isCounted && !isBack ? quantity.error : null;
  const isWrong = quantity.error !== null || warning !== undefined;
  return (
    // The figure never moves: the facts about the product above it have a fixed height, and everything that comes and goes is below. On a phone,
    // where the card is as high as its content, the figure is the last element above the keys.
    <div
      ref={card}
      className={classes(
        '@container flex shrink-0 flex-col rounded-card border px-4 pt-3 pb-2 max-sm:px-3 max-sm:pt-2 max-sm:pb-1.5 lg:pt-2',
        isCount && chosen === null && unknown === null ? RESTING : 'bg-surface shadow-card',
        isCount && 'sm:max-lg:not-short:pt-2',
        !hidesPad && 'pointer-coarse:lg:grow',
        // Above a soft keyboard the found products take this space, so that they cover no line.
        isSearching &&
          (chosen === null
            ? 'max-lg:[@media(max-height:64rem)]:hidden'
            : 'sm:max-lg:[@media(max-height:64rem)]:hidden'),
        'short:py-2 sm:max-lg:short:w-[56%] sm:max-lg:not-short:min-w-0 sm:max-lg:not-short:flex-1',
        isCount || isBack ? 'lg:not-short:basis-76' : 'lg:not-short:basis-56',
        tallUpright(someLots, isCount, isBack),
      )}
    >
      <ChosenProduct
        {...{ desk, isCount, unknown, kept }}
        about={isBeside ? null : about}
        hasStock={(stock?.beside ?? null) !== null}
      />
      {isCounted ? (
        <CountBoxes
          {...{ desk, isBack }}
          error={inBoxes}
          beside={isBeside ? about : null}
          isHidden={isBlind && entry.line?.quantity_accepted === null}
          onCountIn={countIn}
        >
          {figure}
        </CountBoxes>
      ) : isCount && chosen === null ? null : (
        <div className="mt-1 flex gap-3 max-sm:order-1 max-sm:mt-2 max-sm:gap-2 sm:max-lg:not-short:mt-2">
          {figure}
          <CasesOrUnits shownIn={shownIn} onCountIn={countIn} />
        </div>
      )}
      {/* An error of the figure takes the place of the lot, because a lot is chosen for a valid figure. */}
      {hasLot && !isWrong ? (
        <>
          <LotPart
            entry={entry}
            fields={lotFields}
            hidesPad={hidesPad}
            onSkip={() => {
              if (quantity.enter()) onSkipLot();
            }}
          />
          <StockBelow note={stock?.below ?? null} />
        </>
      ) : (
        <FigureNote
          error={early.words ?? (inBoxes === null ? quantity.error : null)}
          warning={warning}
          doubt={isCounted ? null : doubt}
          note={stock?.below ?? null}
          isCounted={isCounted}
          room={someLots ? LOT_ROOM : isStocked ? NOTE : ''}
          wayOut={wayOut()}
        />
      )}
      {isBack && !isCounted && (chosen ? <WhyBack entry={entry} /> : <div className={WHY_ROOM} />)}
    </div>
  );
}
