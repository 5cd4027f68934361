import type { RefObject } from 'react';
import { Pack } from '#crud/fields/Pack.tsx';
import { useCan } from '#crud/query/useSession.ts';
import { NO_LOT } from '#domain/lotTyping.ts';
import { lotName } from '#domain/lotWords.ts';
import { casesText } from '#domain/units.ts';
import type { CountSession } from '#offline/outbox/countOverlay.ts';
import { IconButton } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { LineIcon } from '#ui/Icon.tsx';
import { doubtOf } from '../../parts/lines/doubts.ts';
import { lineTexts } from '../../parts/lines/texts.ts';
import { useFigure } from '../../transfer/desk/entry/useFigure.ts';
import { Pad } from '../../transfer/desk/Pad.tsx';
import { CasesOrUnits, QuantityField } from '../../transfer/desk/QuantityField.tsx';
import { LotTyping } from '../../transfer/lots/LotTyping.tsx';
import { type LotFields, padKeysWith } from '../../transfer/lots/lotFields.ts';
import { DockFrame, type PadKeys, type PadPresses, useKeysOf } from '../../transfer/typing/DockFrame.tsx';
import { FigureNote } from '../../transfer/typing/FigureNote.tsx';
import { RESTING } from '../../transfer/typing/rooms.ts';
import { useEarlyDigit } from '../../transfer/typing/useEarlyDigit.ts';
import { firstWords } from '../countWords.ts';
import type { CountDeskState } from '../useCountDesk.ts';
import { type CountEntry, isCountTyped } from '../useCountEntry.ts';

const NO_LIMIT = { warning: undefined, isCounted: false, room: '', wayOut: null } as const;
/** The icon of a blind count: an eye that is crossed out. */
const BLIND =
  'M4 4l16 16M9.9 5.2A10 10 0 0 1 12 5c5 0 8.5 4.5 9.5 7a13 13 0 0 1-3 4M6.2 7.2A13 13 0 0 0 2.5 12c1 2.5 4.5 7 9.5 7a9.7 9.7 0 0 0 4.3-1M9.5 10a3 3 0 0 0 4.3 4.2';

/** Whether the person has neither opened nor typed a lot. */
export const isLotOpen = ({ chosen, lot }: CountEntry): boolean => lot === null && chosen?.part.code === '';

interface DockProps {
  session: CountSession;
  desk: CountDeskState;
  search: RefObject<HTMLInputElement | null>;
  /** The next step if everything is counted. Null: something is left. */
  rest: string | null;
  /** The figure that is stored with the code of the last scan, in words. Null: there is none. */
  kept: string | null;
  isSearching: boolean;
  lotFields: LotFields;
  keys: RefObject<PadKeys | null>;
  /** The presses of the pad's keys. Each waits for the scan before it. */
  press: PadPresses;
  onEnter: () => void;
  onCode: (code: string) => void;
}

/** The chosen product of a stocktake, its figure and the number pad. */
export function CountDock(props: DockProps) {
  const { desk, isSearching, lotFields, press } = props;
  const { chosen, quantity, lot } = desk.entry;
  const isIdle = chosen === null || quantity === null;
  // If everything is counted and nothing is typed, the next step is to finish the part.
  const isQuiet = isIdle || (props.rest !== null && !isCountTyped(desk.entry));
  const isStep =
    desk.tracksLot &&
    quantity !== 0 &&
    (lotFields.at === 'code' ? Boolean(lot?.code.trim()) : lotFields.at === null && isLotOpen(desk.entry));
  return (
    <DockFrame isOpen={chosen !== null} hidesPad={false}>
      <CountFigure key={chosen?.round ?? 0} {...props} />
      <Pad
        {...press}
        isAway={isSearching}
        isLeast={(quantity ?? 0) <= 0}
        isEmpty={chosen === null}
        name="Save count: Save"
        words="Save"
        icon="check"
        disabled={isIdle}
        isQuiet={isQuiet}
        opensNext={false}
        isLettering={lotFields.at === 'code'}
        {...(isStep && !isIdle && NEXT)}
      />
    </DockFrame>
  );
}

/** Enter moves the focus to a field of the lot. */
const NEXT = { name: 'Save count: Next', words: 'Next', icon: 'down', opensNext: true } as const;

function CountFigure(props: DockProps) {
  const { session, desk, search, onEnter, onCode, keys, lotFields, rest } = props;
  const { entry, productOf } = desk;
  const { chosen, caseCount } = entry;
  const typing = useFigure(entry, search);
  const early = useEarlyDigit(chosen === null);
  useKeysOf(typing, keys, (own) => early.noting(padKeysWith(lotFields, own)));
  const isResting = chosen === null && rest !== null && desk.scanner.unknown === null;
  const product = chosen ? productOf(chosen.productId) : undefined;
  const code = desk.scanner.unknown?.code;
  const doubt = doubtOf(entry.quantity, undefined, caseCount);
  const approves = useCan('approve_stocktake');
  const line = chosen ? session.lines.find((one) => one.product_id === chosen.productId) : undefined;
  return (
    <div
      className={classes(
        '@container flex shrink-0 flex-col rounded-card border px-4 pt-3 pb-2 max-sm:px-3 lg:pt-2 pointer-coarse:lg:flex-1 not-short:min-h-48 short:py-2 sm:max-lg:short:w-[56%] sm:max-lg:not-short:min-w-0 sm:max-lg:not-short:flex-1',
        isResting ? RESTING : 'bg-surface shadow-card',
      )}
    >
      <div className="flex min-h-16 items-start gap-3 short:min-h-0">
        {product && (
          <span className="short:hidden">
            <Pack product={product} size={64} />
          </span>
        )}
        <div className="min-w-0 flex-1">
          <h2
            className={classes(
              'font-semibold leading-tight [overflow-wrap:anywhere] short:line-clamp-1 short:text-base',
              (product?.name.length ?? 0) > 28 ? 'text-lg' : 'text-xl',
            )}
          >
            {product ? product.name : (code ?? (isResting ? lineTexts.everythingCounted : 'Choose a product'))}
          </h2>
          {doubt && desk.tracksLot ? (
            // The fields of the lot take the space under the figure, so the doubt is hidden while they are shown.
            <p role="status" aria-label="Doubt" className="mt-0.5 text-sm font-medium text-wait">
              {doubt}
            </p>
          ) : product ? (
            <p className="figures mt-0.5 flex items-center gap-2 text-sm text-ink-soft short:hidden">
              {session.blind ? (
                <>
                  <LineIcon d={BLIND} size={18} />
                  Case of {product.case_count}, count what you see
                </>
              ) : (
                `Case of ${product.case_count}${line?.book == null ? '' : `, books ${casesText(line.book, product.case_count)}`}`
              )}
            </p>
          ) : (
            <NothingChosen {...props} isResting={isResting} />
          )}
          {line?.state === 'recount' && (
            <p className="text-sm font-medium text-wait">
              Count all places again. {firstWords(line, !session.blind || approves)}
            </p>
          )}
          {chosen?.start != null && product && !desk.tracksLot && (
            <p className="figures text-sm text-ink-soft">
              You counted {casesText(chosen.start, product.case_count)} here. A new figure replaces it.
            </p>
          )}
        </div>
        {desk.canTakeBack && (
          <button
            type="button"
            className="min-h-tap min-w-14 shrink-0 rounded-field px-2 font-semibold text-accent"
            onClick={() => void desk.undo()}
          >
            Undo
          </button>
        )}
        {chosen && <IconButton icon="close" label="Choose another product" onClick={entry.clear} />}
      </div>
      {!isResting && (
        <div className="mt-2 flex gap-3 short:mt-1 sm:max-lg:not-short:mt-auto">
          <QuantityField {...{ desk, typing, search, onCode, onEnter }} isCounted={false} isTooMuch={false} />
          <CasesOrUnits shownIn={entry.shownIn} onCountIn={typing.countIn} />
        </div>
      )}
      {desk.tracksLot && product && (
        <LotTyping
          lot={entry.lot ?? entry.chosen?.part ?? NO_LOT}
          known={entry.chosen?.part}
          onLot={entry.setLot}
          fields={lotFields}
          hidesPad={false}
          rest={desk.parts.length > 0 ? <CountedLots {...{ desk }} caseCount={product.case_count} /> : null}
        />
      )}
      {(!desk.tracksLot || typing.quantity.error) && (
        <FigureNote {...NO_LIMIT} error={early.words ?? typing.quantity.error} doubt={doubt} />
      )}
    </div>
  );
}

/** Says what to do while no product is chosen. */
function NothingChosen({ desk, kept, rest, isResting }: DockProps & { isResting: boolean }) {
  const { unknown } = desk.scanner;
  if (unknown && kept)
    return (
      <p role="status" className="figures mt-0.5 text-sm font-medium text-ink">
        {kept}
      </p>
    );
  return (
    <p className="mt-0.5 text-sm text-ink-soft short:hidden">
      {unknown ? lineTexts.unknownCode : isResting ? rest : lineTexts.howToChoose}
    </p>
  );
}

/** The lots of the product that this person counted in this place. A press opens the figure of a lot. */
function CountedLots({ desk, caseCount }: Pick<DockProps, 'desk'> & { caseCount: number }) {
  const { chosen } = desk.entry;
  if (!chosen || desk.parts.length === 0) return null;
  return (
    // The list is one line that scrolls sideways. A second line would lie under the pad.
    <ul aria-label="Counted here" className="figures flex min-w-0 gap-2 overflow-x-auto">
      {desk.parts.map(({ code, expires, units }) => (
        <li key={`${code} ${expires}`} className="shrink-0">
          <button
            type="button"
            aria-pressed={chosen.part.code === code && chosen.part.expires === expires && chosen.start !== null}
            onClick={() => desk.open(chosen.productId, { code, expires })}
            className="min-h-tap rounded-field border px-3 text-left text-sm leading-tight aria-pressed:border-accent aria-pressed:bg-accent-soft"
          >
            <span className="font-semibold">{code === '' ? 'Without a lot' : lotName({ code, expires })}</span>{' '}
            {casesText(units, caseCount)}
          </button>
        </li>
      ))}
    </ul>
  );
}
