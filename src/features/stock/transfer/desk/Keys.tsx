import { type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { lazyPart } from '#crud/lazyPart.tsx';
import { isSlowCode } from '#domain/barcode.ts';
import { comesBack, kindOf } from '#domain/transfer.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { classes } from '#ui/classes.ts';
import { Form } from '#ui/fields/Form.tsx';
import type { Pickables } from '../../parts/parties.ts';
import { useWedge, writeInto } from '../../scan/useWedge.ts';
import { useOften } from '../likely/useOften.ts';
import type { Scanner } from '../useScans.ts';
import type { Shortages } from '../useShortages.ts';
import { Dock } from './Dock.tsx';
import { noneText } from './deskLines.ts';
import { Find } from './Find.tsx';
import type { DeskState } from './useDesk.ts';
import type { Typed } from './useEntry.ts';
import { useLastScans } from './useLastScans.ts';

// The camera's code loads when it is asked for.
const CameraPane = lazyPart(() => import('../../scan/CameraPane.tsx'), 'CameraPane');

const NO_TILES: readonly string[] = [];

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
  /** The party whose products are offered is its source. */
  from: TransferHeader;
  /** What was expected of a product is hidden until it is counted. */
  isBlind: boolean;
  /** What may come next. */
  likely: readonly Pickable[];
}

/** The side that types: search, tiles, scanner and camera, the chosen product and the number pad. */
export function Keys(props: Props) {
  const { desk, lines, pickables, scanner, shortages, search, noteOf, from, isBlind, likely } = props;
  const { entry } = desk;
  const isCount = scanner.counting;
  const isBack = comesBack(kindOf(from.source_type, from.destination_type));
  const scan = (code: string, typed = desk.typedNow()) => {
    if (search.current) search.current.inputMode = 'none';
    void desk.settle(typed).then((isFree) => (isFree ? scanner.scan(code) : undefined));
  };
  // The characters of a code reach the field that has the focus. What was typed there before them counts, not they.
  const before = useRef<Typed | null>(null);
  const scanTyped = (code: string, typed: Typed) => {
    scan(code, entry.putBack(typed));
  };
  useWedge({
    onScan: (code, isTorn) => {
      const typed = before.current ?? desk.typedNow();
      scanTyped(code, isTorn ? untyped(typed) : typed);
    },
    onBegin: () => {
      before.current = desk.typedNow();
    },
    isKnown: (code) => (scanner.known(code)?.length ?? 0) > 0,
  });
  const [isSearching, setSearching] = useState(false);
  const seen = useLastScans(scanner.last);
  // With the camera the pad comes when a scan is picked.
  const [camera, setCamera] = useState<'off' | 'on' | 'pad'>('off');
  const often = useOften(from.source, desk.last?.productId ?? scanner.last?.line.product_id ?? null);
  // A tablet that took little of a party yet has what is likely.
  const offered = useMemo(() => [...new Set([...often, ...likely.map(({ product }) => product._id)])], [often, likely]);
  // The desk begins in the search, unless the focus is somewhere on purpose.
  const isReady = !pickables.pending;
  useEffect(() => {
    if (isReady && (document.activeElement === document.body || document.activeElement?.id === 'screen'))
      search.current?.focus({ preventScroll: true });
  }, [isReady, search]);
  const enter = () => {
    // In a blind count nobody says "all there" without a figure.
    if (isBlind && entry.chosen?.how === 'count' && entry.quantity === null) return;
    if (desk.enter() && !isCount) search.current?.focus({ preventScroll: true });
  };
  const place = entry.line && isCount ? `Line ${lines.indexOf(entry.line) + 1} of ${lines.length}` : null;
  return (
    // What changes in it leaves the layout around it alone.
    <Form
      onSubmit={enter}
      className="contents lg:flex lg:[contain:strict] lg:w-[clamp(21rem,38vw,30.5rem)] lg:shrink-0 lg:flex-col lg:gap-3 lg:overflow-y-auto lg:p-4 lg:short:gap-2 lg:short:py-2"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the frame only notices that the search has the focus */}
      <div
        onFocus={({ target }) => setSearching(target === search.current && search.current.inputMode === 'search')}
        onPointerUp={({ target }) => target === search.current && setSearching(true)}
        onBlur={() => setSearching(false)}
        onKeyDownCapture={(event) => {
          const { value: code } = search.current ?? { value: '' };
          if (event.key !== 'Enter' || event.target !== search.current || !isSlowCode(code)) return;
          // A code is a code in the search too, however slowly it came.
          event.preventDefault();
          event.stopPropagation();
          writeInto(search.current, '');
          scan(code);
        }}
        className={classes(
          'max-lg:order-2 max-lg:px-6 max-lg:pt-3 max-sm:px-4',
          // Above a soft keyboard the found products push the lines down: over them they would hide the line that was just added.
          'max-lg:[@media(max-height:64rem)]:[&_[role=listbox]]:static max-lg:[@media(max-height:64rem)]:[&_[role=combobox]~svg]:top-6',
          camera !== 'off' && 'lg:min-h-0 lg:flex-1',
        )}
      >
        <Find
          {...{ desk, lines, pickables, scanner, search, noteOf }}
          none={noneText(from, pickables.copy)}
          // The room of the tiles goes to the reasons.
          often={isBack ? NO_TILES : offered}
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
      </div>
      <div
        className={classes(
          'flex min-h-0 flex-col max-lg:order-4 sm:max-lg:px-6 sm:max-lg:py-3',
          camera === 'off' ? 'lg:flex-1' : 'shrink-0',
        )}
      >
        <Dock
          {...{ desk, search, isCount, isBlind, isBack, shortages, place, isSearching }}
          isStocked={from.source_type !== 'distributor'}
          onEnter={enter}
          onCode={(code) => scanTyped(code, untyped(desk.typedNow()))}
          hidesPad={camera === 'on'}
          stock={
            entry.pick && entry.pick.quantity !== null
              ? noteOf(entry.pick)
              : entry.chosen && pickables.stockOf(entry.chosen.productId) === 0
                ? OUT_OF_STOCK
                : null
          }
        />
      </div>
    </Form>
  );
}

/** The source's last answer does not have the product, so nothing of it is there. */
const OUT_OF_STOCK = 'Out of Stock';

/** The figure as it began: the digits that stand there belong to a code. */
const untyped = (typed: Typed): Typed => ({ ...typed, quantity: typed.chosen?.start ?? null });
