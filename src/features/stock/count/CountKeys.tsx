import { type ReactNode, type RefObject, Suspense, useState } from 'react';
import { Pack } from '#crud/fields/Pack.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { useCan } from '#crud/query/useSession.ts';
import { NO_LOT } from '#domain/lotTyping.ts';
import { lotName } from '#domain/lotWords.ts';
import { casesText } from '#domain/units.ts';
import type { CountSession } from '#offline/outbox/countOverlay.ts';
import { IconButton } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { LineIcon } from '#ui/Icon.tsx';
import { lineTexts } from '../parts/lines/texts.ts';
import { usePickableSource } from '../parts/pickables.ts';
import { doubtOf } from '../transfer/desk/deskLines.ts';
import { useFigure } from '../transfer/desk/entry/useFigure.ts';
import { Pad } from '../transfer/desk/Pad.tsx';
import { CasesOrUnits, QuantityField } from '../transfer/desk/QuantityField.tsx';
import { LotTyping } from '../transfer/lots/LotPart.tsx';
import { goOnToLot, type LotFields, padKeysWith, useLotFields } from '../transfer/lots/lotFields.ts';
import { DockFrame, type PadKeys, useKeysOf, usePadKeys } from '../transfer/typing/DockFrame.tsx';
import { FigureNote } from '../transfer/typing/FigureNote.tsx';
import { FinderBar } from '../transfer/typing/FinderBar.tsx';
import { leaveSearch, TypingSide, useScansWhileTyping } from '../transfer/typing/TypingSide.tsx';
import { useScanTurns } from '../transfer/typing/useScanTurns.ts';
import { firstWords } from './countWords.ts';
import type { CountDeskState } from './useCountDesk.ts';
import type { CountEntry, TypedCount } from './useCountEntry.ts';
import type { CountGoods } from './useCountGoods.ts';

// The camera's code loads when it is asked for.
const CameraPane = lazyPart(() => import('../scan/CameraPane.tsx'), 'CameraPane');

const NOBODY: ReadonlySet<string> = new Set();
const NO_SCANS: readonly never[] = [];
const NO_LIMIT = { warning: undefined, isCounted: false, room: '', wayOut: null } as const;
/** An eye that is crossed out: no figure of the books is shown. */
const BLIND =
  'M4 4l16 16M9.9 5.2A10 10 0 0 1 12 5c5 0 8.5 4.5 9.5 7a13 13 0 0 1-3 4M6.2 7.2A13 13 0 0 0 2.5 12c1 2.5 4.5 7 9.5 7a9.7 9.7 0 0 0 4.3-1M9.5 10a3 3 0 0 0 4.3 4.2';

interface Props {
  session: CountSession;
  desk: CountDeskState;
  goods: CountGoods;
  search: RefObject<HTMLInputElement | null>;
  /** The progress of the stocktake. */
  progress: ReactNode;
}

/** The side that types: search, scanner and camera, how far the stocktake is, the chosen product and the number pad. */
export function CountKeys({ session, desk, goods, search, progress }: Props) {
  const { entry, scanner } = desk;
  const [isCamera, setCamera] = useState(false);
  const among = usePickableSource(goods.rows, NOBODY);
  const pad = usePadKeys();
  const inTurn = useScanTurns(pad.press, () => enter(), false);
  const open = useEvent((code: string, typed: TypedCount | null) => scanner.scan(code, typed ?? desk.typedNow()));
  const scan = (code: string, typed: TypedCount | null = null) => {
    leaveSearch(search);
    // On a phone the camera covers the keys, and each scan needs a figure.
    if (!matchMedia('(min-width: 40rem)').matches) setCamera(false);
    inTurn.scan(() => open(code, typed));
  };
  const scanTyped = (code: string, typed: TypedCount | null) => scan(code, typed && entry.putBack(typed));
  useScansWhileTyping({
    ...{ typedNow: desk.typedNow, untyped, onScan: scanTyped, isKnown: scanner.isKnown },
    turns: inTurn.turns,
  });
  const lotFields = useLotFields();
  const enter = () => {
    if (desk.tracksLot && goOnToLot(lotFields, isLotOpen(entry))) return;
    if (desk.enter()) search.current?.focus({ preventScroll: true });
  };
  return (
    <TypingSide
      {...{ search }}
      isReady={!goods.pending}
      onEnter={inTurn.enter}
      onCode={scan}
      isCameraOn={isCamera}
      finder={
        <FinderBar
          {...{ among, search }}
          pending={goods.pending}
          value={entry.chosen?.productId ?? ''}
          onChoose={(productId) => desk.open(productId)}
          none={goods.isWhole ? 'No product in the catalogue' : 'Not among the goods of this hub'}
          missOf={(text) => `No product "${text.trim()}".`}
          state={<ScanState desk={desk} />}
          {...(!goods.isWhole && {
            beside: (
              <button type="button" className="touch-tap shrink-0 font-semibold text-accent" onClick={goods.widen}>
                Whole catalogue
              </button>
            ),
          })}
          camera={
            isCamera && (
              <Suspense>
                <CameraPane onScan={scan} last={NO_SCANS} onClose={() => setCamera(false)} />
              </Suspense>
            )
          }
          onCamera={() => setCamera(true)}
        >
          {progress}
        </FinderBar>
      }
      dock={(isSearching) => (
        <CountDock
          {...{ session, desk, search, isSearching, lotFields }}
          keys={pad.keys}
          press={inTurn.press}
          onEnter={inTurn.enter}
          onCode={(code) => scanTyped(code, untyped(desk.typedNow()))}
        />
      )}
    />
  );
}

/** No lot is opened or typed. */
const isLotOpen = ({ chosen, lot }: CountEntry): boolean => lot === null && chosen?.part.code === '';

/** Restores the figure from before the scan, because the typed digits belong to a code. */
const untyped = (typed: TypedCount): TypedCount => ({ ...typed, quantity: typed.chosen?.start ?? null });

function ScanState({ desk: { entry, scanner, productOf } }: Pick<Props, 'desk'>) {
  const { unknown, scanned } = scanner;
  const chosen = scanned !== null && entry.chosen?.productId === scanned ? productOf(scanned) : undefined;
  return (
    <p role="status" aria-label="Scans" className="figures min-w-0 truncate">
      {unknown !== null ? (
        <span className="font-medium text-wait">{unknown} is unknown, not counted</span>
      ) : (
        <span className="font-semibold">{chosen ? `Chosen, type the figure: ${chosen.name}` : 'Scan a product'}</span>
      )}
    </p>
  );
}

interface DockProps extends Pick<Props, 'session' | 'desk' | 'search'> {
  isSearching: boolean;
  lotFields: LotFields;
  keys: RefObject<PadKeys | null>;
  /** The keys of the pad, each after the scan before it. */
  press: PadKeys;
  onEnter: () => void;
  onCode: (code: string) => void;
}

function CountDock(props: DockProps) {
  const { desk, isSearching, lotFields, press } = props;
  const { chosen, quantity, lot } = desk.entry;
  const isIdle = chosen === null || quantity === null;
  const isStep =
    desk.tracksLot &&
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
        isQuiet={isIdle}
        opensNext={false}
        isLettering={lotFields.at === 'code'}
        {...(isStep && !isIdle && NEXT)}
      />
    </DockFrame>
  );
}

/** Enter moves the focus to a field of the lot. */
const NEXT = { name: 'Save count: Next', words: 'Next', icon: 'down', opensNext: true } as const;

function CountFigure({ session, desk, search, onEnter, onCode, keys, lotFields }: DockProps) {
  const { entry, productOf } = desk;
  const { chosen, caseCount } = entry;
  const typing = useFigure(entry, search);
  useKeysOf(typing, keys, (own) => padKeysWith(lotFields, own));
  const product = chosen ? productOf(chosen.productId) : undefined;
  const doubt = doubtOf(entry.quantity, undefined, caseCount);
  const approves = useCan('approve_stocktake');
  const line = chosen ? session.lines.find((one) => one.product_id === chosen.productId) : undefined;
  return (
    <div className="@container flex shrink-0 flex-col rounded-card border bg-surface px-4 pt-3 pb-2 shadow-card max-sm:px-3 lg:pt-2 pointer-coarse:lg:flex-1 not-short:min-h-48 short:py-2 sm:max-lg:short:w-[56%] sm:max-lg:not-short:min-w-0 sm:max-lg:not-short:flex-1">
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
            {product ? product.name : 'Choose a product'}
          </h2>
          {doubt && desk.tracksLot ? (
            // The fields of the lot have the room under the figure.
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
            <p className="mt-0.5 text-sm text-ink-soft short:hidden">{lineTexts.howToChoose}</p>
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
        {chosen && <IconButton icon="close" label="Choose another product" onClick={entry.clear} />}
      </div>
      <div className="mt-2 flex gap-3 short:mt-1 sm:max-lg:not-short:mt-auto">
        <QuantityField {...{ desk, typing, search, onCode, onEnter }} isCounted={false} isTooMuch={false} />
        <CasesOrUnits shownIn={entry.shownIn} onCountIn={typing.countIn} />
      </div>
      {desk.tracksLot && product && (
        <LotTyping
          lot={entry.lot ?? entry.chosen?.part ?? NO_LOT}
          onLot={entry.setLot}
          fields={lotFields}
          hidesPad={false}
          rest={desk.parts.length > 0 ? <CountedLots {...{ desk }} caseCount={product.case_count} /> : null}
        />
      )}
      {(!desk.tracksLot || typing.quantity.error) && (
        <FigureNote {...NO_LIMIT} error={typing.quantity.error} doubt={doubt} />
      )}
    </div>
  );
}

/** What this person counted of each lot here. A press opens its figure. */
function CountedLots({ desk, caseCount }: Pick<Props, 'desk'> & { caseCount: number }) {
  const { chosen } = desk.entry;
  if (!chosen || desk.parts.length === 0) return null;
  return (
    // One line, which scrolls sideways: a second one would lie under the pad.
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
