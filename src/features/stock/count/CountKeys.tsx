import { type ReactNode, type RefObject, Suspense, useState } from 'react';
import { lazyPart } from '#crud/lazyPart.tsx';
import type { CountSession } from '#offline/outbox/countOverlay.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { lineTexts } from '../parts/lines/texts.ts';
import { usePickableSource } from '../parts/pickables.ts';
import { goOnToLot, useLotFields } from '../transfer/lots/lotFields.ts';
import { usePadKeys } from '../transfer/typing/DockFrame.tsx';
import { FinderBar } from '../transfer/typing/FinderBar.tsx';
import { leaveSearch, TypingSide, takeFigure, useScansWhileTyping } from '../transfer/typing/TypingSide.tsx';
import { chooseFirst, isFigure } from '../transfer/typing/useEarlyDigit.ts';
import { useScanTurns } from '../transfer/typing/useScanTurns.ts';
import { useStrayFigure } from '../transfer/typing/useStrayFigure.ts';
import { CountDock, isLotOpen } from './keys/CountDock.tsx';
import type { CountDeskState } from './useCountDesk.ts';
import type { TypedCount } from './useCountEntry.ts';
import type { CountGoods } from './useCountGoods.ts';

// The camera's code loads when the camera is opened.
const CameraPane = lazyPart(() => import('../scan/CameraPane.tsx'), 'CameraPane');

const NOBODY: ReadonlySet<string> = new Set();
const NO_SCANS: readonly never[] = [];
interface Props {
  session: CountSession;
  desk: CountDeskState;
  goods: CountGoods;
  search: RefObject<HTMLInputElement | null>;
  /** The progress of the stocktake. */
  progress: ReactNode;
  /** The next step if everything is counted. Null: something is left. */
  rest: string | null;
}

/** The side for typing: search, scanner and camera, the progress, the chosen product and the number pad. */
export function CountKeys({ session, desk, goods, search, progress, rest }: Props) {
  const { entry, scanner } = desk;
  const [isCamera, setCamera] = useState(false);
  const among = usePickableSource(goods.rows, NOBODY);
  const pad = usePadKeys();
  const { unknown } = scanner;
  const stray = useStrayFigure(
    scanner,
    { chosen: entry.chosen, isUnknown: unknown !== null, scansIn: entry.shownIn },
    pad.press,
  );
  const inTurn = useScanTurns(
    stray.press,
    () => enter(),
    stray.isStray,
    (digits) => scanDigits(digits),
  );
  const open = useEvent((code: string, typed: TypedCount | null) => scanner.scan(code, typed ?? desk.typedNow()));
  const scan = (code: string, typed: TypedCount | null = null) => {
    leaveSearch(search);
    // On a phone the camera covers the keys, and each scan needs a figure.
    if (!matchMedia('(min-width: 40rem)').matches) setCamera(false);
    inTurn.scan(() => open(code, typed));
  };
  const scanTyped = (code: string, typed: TypedCount | null) => scan(code, typed && entry.putBack(typed));
  const scanDigits = (digits: string) =>
    takeFigure(stray.press, digits, scanner.isKnown, (code, isWhole) =>
      scanTyped(code, isWhole ? untyped(desk.typedNow()) : null),
    );
  useScansWhileTyping({
    ...{ typedNow: desk.typedNow, untyped, onScan: scanTyped, isKnown: scanner.isKnown, search },
    stray: stray.isStray ? stray.press : null,
    turns: inTurn.turns,
  });
  const lotFields = useLotFields();
  const enter = () => {
    if (desk.tracksLot && goOnToLot(lotFields, { lot: entry.lot, isNeeded: isLotOpen(entry) && entry.quantity !== 0 }))
      return;
    if (desk.enter()) search.current?.focus({ preventScroll: true });
  };
  return (
    <TypingSide
      {...{ search }}
      isReady={!goods.pending}
      onEnter={inTurn.enter}
      onCode={scan}
      isCameraOn={isCamera}
      round={entry.chosen?.round ?? null}
      finder={
        <FinderBar
          {...{ among, search }}
          pending={goods.pending}
          value={entry.chosen?.productId ?? ''}
          onChoose={(productId) => desk.open(productId)}
          none={goods.isWhole ? lineTexts.notInCatalogue : 'Not among the goods of this hub'}
          missOf={(text) => `No product “${text.trim()}”.`}
          refusalOf={(text) => (isFigure(text) ? chooseFirst : undefined)}
          onWiden={goods.isWhole ? null : goods.widen}
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
          {...{ session, desk, search, isSearching, lotFields, rest }}
          kept={stray.text}
          keys={pad.keys}
          press={inTurn.press}
          onEnter={inTurn.enter}
          onCode={scanDigits}
        />
      )}
    />
  );
}

/** Restores the figure from before the scan. The digits that were typed since are a part of the code. */
const untyped = (typed: TypedCount): TypedCount => ({
  ...typed,
  quantity: typed.chosen?.start ?? null,
  refusal: null,
});

function ScanState({ desk: { entry, scanner, productOf } }: Pick<Props, 'desk'>) {
  const { unknown, scanned } = scanner;
  const chosen = scanned !== null && entry.chosen?.productId === scanned ? productOf(scanned) : undefined;
  return (
    <p role="status" aria-label="Scans" className="figures min-w-0 truncate">
      {unknown !== null ? (
        <span className="font-medium text-wait">{unknown.code} is unknown, not counted</span>
      ) : (
        <span className="font-semibold">{chosen ? `Chosen, type the figure: ${chosen.name}` : 'Scan a product'}</span>
      )}
    </p>
  );
}
