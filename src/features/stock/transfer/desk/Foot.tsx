import { type ReactNode, type Ref, useMemo, useState } from 'react';
import { useGo } from '#crud/address.ts';
import { showNaira } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { type Discrepancies, discrepancies, type PriceOf } from '#domain/receiving.ts';
import type { KindFacts } from '#domain/transfer.ts';
import type { LineView, TransferView } from '#offline/outbox/overlay.ts';
import { Button } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import type { Undecided } from '../../parts/queue/undecided.tsx';
import { completeLook, ToCheck, ToDecide, TooMuch } from '../confirmFacts.tsx';
import { useCountWords } from '../countWords.ts';
import { movesNothing, NothingMoves } from '../end/NothingMoves.tsx';
import { Question } from '../end/Question.tsx';
import type { LotlessLine } from '../lots/lineLots.ts';
import { useUntilNextAct } from '../typing/useEarlyDigit.ts';
import type { Shortages } from '../useShortages.ts';
import type { TransferWrites } from '../writes.ts';
import { sizeOf } from './deskLines.ts';

interface Props {
  kind: KindFacts;
  view: TransferView;
  isCount: boolean;
  isBlind: boolean;
  online: boolean;
  /** A figure is being typed, so the large key of the pad is the filled button. */
  isTyping: boolean;
  /** What is missing while there is no line. Null: the typed figure becomes the first line. */
  missing: string | null;
  shortages: Shortages;
  undecided: Undecided;
  /** By product id: the doubt about a saved figure that is probably a slip. */
  doubts: ReadonlyMap<string, string>;
  /** By product id: what the confirmation dialog says about a line: the doubt about its figure, and that two people entered different figures. */
  named: ReadonlyMap<string, string>;
  /** The sentence about scanned codes that are no lines. '' if there are none. */
  unmoved: string;
  lotless: readonly LotlessLine[];
  /** Opens a line at its lot. */
  askLot: (productId: string) => void;
  priceOf: PriceOf;
  /** Saves a typed figure before the confirmation dialog opens. Resolves with false if the figure could not be saved. */
  onAsk: () => Promise<boolean>;
  /**
   * The confirmation dialog opens at once: the person said that everything came ('all'), or chose between two figures of a confirmed transfer
   * ('again').
   */
  asks: 'all' | 'again' | null;
  /** Leads to the line of a product. */
  onShow: (productId: string) => void;
  /** Lowers a line to the available units. Resolves with false if the change could not be saved. */
  onTake: (line: LineView, units: number) => Promise<boolean>;
  /** Removes a line whose goods are not there. */
  onRemove: (line: LineView) => Promise<unknown>;
  writes: Pick<TransferWrites, 'complete' | 'saveAll' | 'removeLine'>;
  /** Refers to the button that completes the transfer. */
  completes: Ref<HTMLButtonElement>;
}

/** The foot of the desk: the size of the transfer, and the button that completes it (TRF-12). */
export function Foot({
  kind,
  view,
  isCount,
  isBlind,
  online,
  isTyping,
  missing,
  shortages,
  undecided,
  doubts,
  named,
  unmoved,
  lotless,
  askLot,
  priceOf,
  onAsk,
  asks,
  onShow,
  onTake,
  onRemove,
  writes,
  completes,
}: Props) {
  const [asking, setAsking] = useState(asks !== null);
  const [isMissing, sayMissing] = useUntilNextAct();
  const [isAllThere, setAllThere] = useState(asks === 'all');
  const go = useGo();
  /** The dialog was opened by a card of the first screen, so Cancel leads back there. */
  const cancel = () => {
    setAsking(false);
    if (isAllThere) void go(`/inventory/${kind.type}/${kind.direction}`, { replace: true });
  };
  const { lines } = view;
  const n = lines.length;
  const ask = () =>
    n === 0 && missing !== null ? sayMissing() : void onAsk().then((saved) => saved && setAsking(true));
  const comparison = useMemo(() => discrepancies(lines, priceOf), [lines, priceOf]);
  const isUndecided = undecided.count > 0;
  const blocked =
    isUndecided || lines.some(({ state }) => state === 'attention' || state === 'conflict' || state === 'unsaved');
  // The value would reveal the expected quantity.
  const isHidden = isBlind && comparison.uncounted > 0;
  const isShort = shortages.lines.size > 0 && !isUndecided;
  const isDoubtful = isUndecided || isShort || doubts.size > 0;
  const isNothing = movesNothing(lines);
  const isQuiet = isTyping || isDoubtful || isNothing || n === 0 || (isCount && comparison.uncounted > 0);
  return (
    <div className="@container border-t bg-surface px-6 py-3 max-lg:order-5 max-sm:px-4" data-bottom-bar>
      {/* The foot always has one line, so that Complete and the keys above never move. */}
      <div className="flex min-h-13 items-center justify-between gap-x-5 max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-2">
        {isCount && <CountStats view={view} isBrief={isDoubtful} />}
        {/* On a phone the value has its own line, with the cases below. */}
        <dl
          className={classes(
            'mr-auto flex gap-x-5 max-sm:grid max-sm:grid-cols-[auto_auto_auto] max-sm:justify-start max-sm:gap-x-2',
            isDoubtful ? 'shrink-0' : 'min-w-0',
          )}
        >
          {!(isCount && isHidden) && <Stats view={view} isCount={isCount} isBrief={isDoubtful} />}
          {!isHidden && <Value comparison={comparison} isCount={isCount} />}
        </dl>
        {isUndecided && <ToDecide of={undecided} />}
        {isShort && <TooMuch {...{ kind, view, shortages, onShow }} />}
        {isDoubtful && !isShort && !isUndecided && <ToCheck {...{ view, doubts, onShow }} />}
        {isMissing && n === 0 && (
          <p
            role="alert"
            className="line-clamp-3 min-w-0 flex-1 text-right text-sm font-medium leading-tight text-bad [overflow-wrap:anywhere]"
          >
            {missing}
          </p>
        )}
        <div className="shrink-0 max-sm:flex max-sm:min-h-13 max-sm:items-center max-sm:[&_svg]:hidden">
          <Button
            ref={completes}
            look={completeLook(online, isQuiet)}
            icon="check"
            disabled={blocked}
            waits={n === 0 && missing !== null}
            onClick={ask}
          >
            <span>
              Complete<span className="max-2xl:sr-only"> Transfer</span>
              {!online && <span className="max-sm:block"> offline</span>}
            </span>
          </Button>
        </div>
      </div>
      {asking && isNothing && !blocked && <NothingMoves {...{ kind, view, writes }} onClose={() => setAsking(false)} />}
      {asking && n > 0 && !isNothing && !blocked && (
        <Question
          kind={kind}
          view={view}
          isHidden={isHidden}
          shortages={shortages}
          doubts={named}
          {...{ unmoved, lotless }}
          priceOf={priceOf}
          isAllThere={isAllThere}
          onClose={() => setAsking(false)}
          onCancel={cancel}
          onChange={(id) => {
            setAsking(false);
            setAllThere(false);
            onShow(id);
          }}
          onLot={(id) => {
            setAsking(false);
            setAllThere(false);
            askLot(id);
          }}
          onTake={onTake}
          onRemove={onRemove}
          onComplete={writes.complete}
        />
      )}
    </div>
  );
}

/** In a count, the value is of the counted goods, as the cases beside it. */
function Value({ comparison, isCount }: { comparison: Discrepancies<LineView>; isCount: boolean }) {
  const isOpen = isCount && comparison.uncounted > 0;
  const name = isOpen ? 'value counted' : comparison.accepted === comparison.expected ? 'value' : 'value accepted';
  const value = showNaira(isOpen ? comparison.counted : comparison.accepted);
  return (
    <Stat name={name} isUnnamed={!isCount} isLong={value.length > 12}>
      {value}
    </Stat>
  );
}

const TOTAL = 'font-semibold leading-tight sm:text-2xl sm:@max-3xl:text-xl';

interface StatProps {
  name: string;
  /** Left out on a phone. */
  isExtra?: boolean;
  /** Left out on a narrow phone. */
  isWide?: boolean;
  /** A phone shows it in the small line below the value. */
  isBelow?: boolean;
  /** On a phone its name is for screen readers only. */
  isUnnamed?: boolean;
  isLong?: boolean;
  children: ReactNode;
}

function Stat({
  name,
  isExtra = false,
  isWide = false,
  isBelow = false,
  isUnnamed = false,
  isLong = false,
  children,
}: StatProps) {
  return (
    <div
      className={classes(
        'figures flex flex-col-reverse whitespace-nowrap',
        isExtra && 'max-sm:hidden',
        isWide && 'max-[24rem]:hidden',
        isBelow ? 'max-sm:flex-row-reverse max-sm:justify-end max-sm:gap-1' : 'max-sm:order-first max-sm:col-span-3',
      )}
    >
      <dt className={classes('text-sm text-ink-soft', isUnnamed && 'max-sm:sr-only')}>{name}</dt>
      <dd className={classes(TOTAL, isBelow ? 'text-sm' : isLong ? 'text-base' : 'text-lg')}>{children}</dd>
    </div>
  );
}

/** `isBrief`: another button needs the space beside the totals. */
function Stats({ view, isCount, isBrief }: { view: TransferView; isCount: boolean; isBrief: boolean }) {
  const words = useCountWords();
  const { cases, units } = sizeOf(view.lines, isCount);
  // "0 cases" would suggest that there are no goods.
  const isLoose = cases === 0 && units > 0;
  const ofCases = isCount ? words.casesCame(cases) : plural(cases, 'case', 'cases');
  // The units of several products make no cases together.
  const isSum = view.lines.length > 1 && !isLoose;
  const ofUnits = isCount
    ? words.unitsCame(units)
    : isSum
      ? plural(units, 'loose unit', 'loose units')
      : plural(units, 'unit', 'units');
  return (
    <>
      {!isLoose && (
        <Stat name={ofCases} isExtra={isCount} isBelow>
          {showNumber(cases)}
        </Stat>
      )}
      {units > 0 && !(isCount && isBrief && !isLoose) && (
        <Stat name={ofUnits} isExtra={isCount} isBelow>
          {showNumber(units)}
        </Stat>
      )}
      {!isCount && (
        <Stat name={plural(view.lines.length, 'product', 'products')} isBelow isWide isExtra={isBrief || units > 0}>
          {view.lines.length}
        </Stat>
      )}
    </>
  );
}

function CountStats({ view, isBrief }: { view: TransferView; isBrief: boolean }) {
  const { lines } = view;
  const counted = lines.filter((line) => line.quantity_accepted !== null).length;
  return (
    <div role="status" aria-label="Count" className="figures flex flex-col whitespace-nowrap">
      <span className={classes(TOTAL, 'text-lg')}>
        {counted} of {lines.length}
      </span>{' '}
      <span className="text-sm text-ink-soft">
        <span className={isBrief ? 'sr-only' : 'max-xl:sr-only'}>{plural(lines.length, 'product', 'products')} </span>
        counted
      </span>
    </div>
  );
}
