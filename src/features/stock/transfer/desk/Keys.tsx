import { type RefObject, Suspense, useMemo, useState } from 'react';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { lazyPart } from '#crud/lazyPart.tsx';
import { NO_LOT } from '#domain/lotTyping.ts';
import { comesBack, kindOf } from '#domain/transfer.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { useMedia } from '#ui/hooks/useMedia.ts';
import type { Counters } from '../../parts/lines/counters.ts';
import type { Pickables } from '../../parts/parties.ts';
import type { WholeCatalogue } from '../../parts/wholeCatalogue.ts';
import { goOnToLot, joinsLot, type LotFields, needsLot, sameLot } from '../lots/lotFields.ts';
import { scanInLot } from '../lots/scanInLot.ts';
import { usePadKeys } from '../typing/DockFrame.tsx';
import { leaveSearch, TypingSide, takeFigure, useScansWhileTyping } from '../typing/TypingSide.tsx';
import { useScanTurns } from '../typing/useScanTurns.ts';
import { useStrayFigure } from '../typing/useStrayFigure.ts';
import { whyParked } from '../unknownCodes.tsx';
import type { Scanner } from '../useScans.ts';
import type { Shortages } from '../useShortages.ts';
import { Dock } from './Dock.tsx';
import { type CardNotes, cardNotes, noneText, notSoldText } from './deskLines.ts';
import type { Typed } from './entry/entryState.ts';
import { Find } from './Find.tsx';
import type { DeskState } from './useDesk.ts';
import { useLastScans } from './useLastScans.ts';

// The camera's code loads when the camera is opened.
const CameraPane = lazyPart(() => import('../../scan/CameraPane.tsx'), 'CameraPane');

interface Props {
  desk: DeskState;
  /** The lines in the order of the list. */
  lines: readonly LineView[];
  pickables: Pickables;
  scanner: Scanner;
  shortages: Shortages;
  search: RefObject<HTMLInputElement | null>;
  /** The stock or price of a product, in words. */
  noteOf: (one: Pickable) => string;
  /** The header. Its source is the party whose products are offered. */
  from: TransferHeader;
  /** The expected quantity of a product is hidden until the product is counted. */
  isBlind: boolean;
  others: Counters;
  lotFields: LotFields;
  /** The ids of products that have a tile. */
  tiles: readonly string[];
  /** The search in products that the source does not sell. */
  whole: WholeCatalogue;
}

/** The side for typing: search, tiles, scanner and camera, the chosen product and the number pad. */
export function Keys(props: Props) {
  const { desk, lines, pickables, scanner, shortages, search, noteOf, from, isBlind, others, tiles, whole } = props;
  const { lotFields } = props;
  const { entry } = desk;
  const isCount = scanner.counting;
  // A count opens its first line. On a phone nothing is chosen at first, because the keys would cover the list.
  const isPhone = useMedia(PHONE);
  const isBack = comesBack(kindOf(from.source_type, from.destination_type));
  const pad = usePadKeys();
  const { press, text: kept, isStray } = useStrayFigure(scanner, entry, pad.press);
  const inTurn = useScanTurns(
    press,
    () => enter(),
    isStray,
    (digits) => scanDigits(digits),
  );
  const count = useEvent(async (code: string, typed: Typed | null) => {
    if (!(await desk.settle(typed ?? desk.typedNow()))) return;
    const isTaken = await scanner.scan(code);
    // Digits that follow do not belong to the product before.
    if (!isTaken && !document.querySelector('[data-dialog]')) entry.refuse();
  });
  const scan = (code: string, typed: Typed | null = null) => {
    leaveSearch(search);
    inTurn.scan(() => count(code, typed));
  };
  const scanTyped = (code: string, typed: Typed | null) => scan(code, typed && entry.putBack(typed));
  const isKnown = (code: string) => (scanner.known(code)?.length ?? 0) > 0;
  const scanDigits = (digits: string) =>
    takeFigure(press, digits, isKnown, (code, isWhole) => scanTyped(code, isWhole ? untyped(desk.typedNow()) : null));
  useScansWhileTyping({
    ...{ typedNow: desk.typedNow, untyped, onScan: scanTyped, isKnown, search },
    stray: isStray ? press : null,
    turns: inTurn.turns,
  });
  const seen = useLastScans(scanner.last);
  // While the camera is on, the pad is shown after the person picks a scan.
  const [camera, setCamera] = useState<'off' | 'on' | 'pad'>('off');
  // In a count, the goods are those of the lines.
  const someLots = useMemo(
    () =>
      isCount
        ? lines.some(({ product_id, lots }) => lots || pickables.of(product_id)?.product.tracks_lots)
        : pickables.products.mentions(TRACKS_LOTS),
    [isCount, lines, pickables],
  );
  const enter = () => {
    if (scanInLot(lotFields, entry, isKnown, scan)) return;
    // In a blind count, Enter without a figure does not mean "all there".
    if (isBlind && entry.chosen?.how === 'count' && entry.quantity === null) return;
    const { chosen, line, quantity } = entry;
    if (goOnToLot(lotFields, { lot: entry.lot, isNeeded: needsLot(entry), joins: joinsLot(entry) })) {
      // In a count, Enter without a figure means that all goods are there, even if a lot is asked next.
      if (chosen?.how === 'count' && chosen.before === 0 && line && quantity === null && entry.refusal === null)
        entry.setQuantity(line.quantity);
      return;
    }
    if (desk.enter(sameLot(entry, lotFields) ?? entry.lot) && !isCount) search.current?.focus({ preventScroll: true });
  };
  const skipLot = () => {
    if (desk.enter(NO_LOT) && !isCount) search.current?.focus({ preventScroll: true });
  };
  const unknown = entry.unknown && whyParked(entry.unknown, scanner, from);
  const stock = whole.isUnlisted(entry.chosen?.productId ?? '')
    ? { beside: notSoldText(from.source_name), below: null }
    : stockOf(entry, pickables);
  const place = entry.line && isCount ? `Line ${lines.indexOf(entry.line) + 1} of ${lines.length}` : null;
  return (
    <TypingSide
      {...{ search }}
      isReady={!pickables.pending && !(isCount && isPhone)}
      onEnter={inTurn.enter}
      onCode={scan}
      isCameraOn={camera !== 'off'}
      givesWay={entry.chosen !== null}
      round={entry.chosen?.round ?? null}
      finder={
        <Find
          {...{ desk, lines, pickables, scanner, search, noteOf, isBack }}
          {...{ whole }}
          none={noneText(from, pickables.copy)}
          tiles={tiles}
          from={from.source_name}
          onCamera={() => setCamera('on')}
          camera={
            camera !== 'off' && (
              <Suspense>
                <CameraPane
                  onScan={scan}
                  last={seen}
                  onPick={() => setCamera('pad')}
                  onClose={() => setCamera('off')}
                />
              </Suspense>
            )
          }
        />
      }
      dock={(isSearching) => (
        <Dock
          {...{ desk, search, isCount, isBlind, isBack, shortages, place, isSearching }}
          isStocked={from.source_type !== 'distributor'}
          keys={pad.keys}
          press={inTurn.press}
          onEnter={inTurn.enter}
          {...{ lotFields, someLots, unknown, kept }}
          by={others.byProduct.get(entry.chosen?.productId ?? '') ?? null}
          onSkipLot={skipLot}
          onCode={scanDigits}
          hidesPad={camera === 'on'}
          stock={stock}
        />
      )}
    />
  );
}

const PHONE = '(width < 40rem)';

/** The text by which the JSON of an answer shows a product that is tracked by lot. */
const TRACKS_LOTS = '"tracks_lots":true';

/** The source's last answer does not have the product, so its stock is 0. */
const OUT_OF_STOCK: CardNotes = { beside: 'Out of Stock', below: null };

/** The stock of the chosen product. Null: it is not in our books, or nothing is chosen. */
function stockOf({ pick, chosen }: DeskState['entry'], of: Pickables): CardNotes | null {
  if (pick && pick.quantity !== null) {
    const { _id: id } = pick.product;
    return cardNotes(pick, of.at, of.promisedOf(id), of.waitingOf(id));
  }
  return chosen && of.stockOf(chosen.productId) === 0 ? OUT_OF_STOCK : null;
}

/** Restores the figure from before the scan. The digits that were typed since are a part of the code. */
const untyped = (typed: Typed): Typed => ({ ...typed, quantity: typed.chosen?.start ?? null, refusal: null });
