import { type ReactNode, type RefObject, useCallback, useMemo, useState } from 'react';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { plural } from '#domain/plural.ts';
import { shortageText } from '#domain/stockLimit.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { classes } from '#ui/classes.ts';
import { Notice } from '#ui/feedback/States.tsx';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { kitTexts } from '#ui/texts.ts';
import { lineTexts } from '../../parts/lines/texts.ts';
import type { Pickables } from '../../parts/parties.ts';
import { type PickableOption, usePickableSource } from '../../parts/pickables.ts';
import type { WholeCatalogue } from '../../parts/wholeCatalogue.ts';
import { TILE_HEIGHT, Tile } from '../likely/Tile.tsx';
import { LEAST_TILES } from '../likely/useOften.ts';
import { FinderBar } from '../typing/FinderBar.tsx';
import { chooseFirst, isFigure } from '../typing/useEarlyDigit.ts';
import type { Scanner } from '../useScans.ts';
import { notSoldText } from './deskLines.ts';
import type { DeskState } from './useDesk.ts';

const NONE: ReadonlySet<string> = new Set();

interface Props {
  desk: DeskState;
  lines: readonly LineView[];
  pickables: Pickables;
  scanner: Scanner;
  search: RefObject<HTMLInputElement | null>;
  /** The stock or price of a product, in words. */
  noteOf: (one: Pickable) => string;
  /** The name of the party whose products are offered. */
  from: string;
  /** The text of the list if no product fits. */
  none: string;
  /** The search in products that the source does not sell. */
  whole: WholeCatalogue;
  /** The ids of products that have a tile. */
  tiles: readonly string[];
  /** The goods go back, so the reasons take the space of the tiles. */
  isBack: boolean;
  /** The camera, which replaces the search. Null: it is off. */
  camera: ReactNode;
  onCamera: () => void;
}

/** The search for a product, the scanner's state, and the camera. */
export function Find(props: Props) {
  const { desk, lines, pickables, scanner, search, noteOf, from, whole, tiles, isBack, camera, onCamera } = props;
  // In a count, products of the list can be chosen, because they are to be counted.
  const present = useMemo(
    () => (scanner.counting ? NONE : new Set(lines.map((line) => line.product_id))),
    [lines, scanner.counting],
  );
  const among = usePickableSource(whole.offered, present);
  const { isUnlisted } = whole;
  const note = useCallback(
    ({ one }: PickableOption) =>
      isUnlisted(one.product_id) ? `${one.product.brand.name}, ${notSoldText(from)}` : noteOf(one),
    [noteOf, isUnlisted, from],
  );
  const { entry } = desk;
  const none = whole.pending ? kitTexts.searching : whole.isWhole ? lineTexts.notInCatalogue : props.none;
  const ofFigure = entry.chosen ? `A figure is typed on the card of ${entry.name}.` : chooseFirst;
  const refusalOf = (text: string) => (isFigure(text) ? ofFigure : undefined);
  const isCount = scanner.counting;
  return (
    <FinderBar
      {...{ among, search, camera, onCamera }}
      pending={pickables.pending}
      value={entry.chosen?.productId ?? ''}
      name={entry.name}
      onChoose={desk.choose}
      noteOf={note}
      none={(text) => refusalOf(text) ?? none}
      missOf={(text) => (whole.isWhole ? lineTexts.notInCatalogue : `No product “${text.trim()}” from ${from}.`)}
      refusalOf={refusalOf}
      onWiden={whole.widen}
      state={<ScanState {...{ scanner, from, lines }} changed={desk.last?.productId} />}
    >
      {pickables.failed && (
        <Notice tone="wait" icon="cloudOff">
          The products of {from} are not on this tablet. Prepare this task while you are online.
        </Notice>
      )}
      {!isCount && (
        <Often
          {...{ desk, lines, pickables, tiles, isBack }}
          onTile={() => {
            if (search.current) search.current.inputMode = 'none';
          }}
        />
      )}
    </FinderBar>
  );
}

/** The tiles are shown beside the list if the window is high enough. useOften.ts has the same as a media query. */
const BESIDE = 'max-lg:hidden [@media(max-height:49rem)]:hidden';

/** The products that are chosen most often, as tiles. */
function Often({
  desk,
  lines,
  pickables,
  tiles,
  isBack,
  onTile,
}: Pick<Props, 'desk' | 'lines' | 'pickables' | 'tiles' | 'isBack'> & { onTile: () => void }) {
  const found = tiles.flatMap((id) => pickables.of(id) ?? []);
  const choose = useEvent((productId: string) => {
    onTile();
    desk.tap(productId);
  });
  // Before the goods are read, the space of the tiles is reserved, so that the figure below does not move.
  if (found.length < LEAST_TILES)
    return pickables.pending && !isBack ? <div className={classes('shrink-0', TILE_HEIGHT, BESIDE)} /> : null;
  const takenOf = (productId: string) => {
    const line = lines.find((one) => one.product_id === productId);
    return line ? movedQuantity(line) : null;
  };
  return (
    <fieldset aria-label="Often from here" className={classes('grid grid-cols-5 gap-2', BESIDE)}>
      {found.map(({ product }) => (
        <Tile
          key={product._id}
          product={product}
          isChosen={desk.entry.chosen?.productId === product._id}
          taken={takenOf(product._id)}
          onChoose={choose}
        />
      ))}
    </fieldset>
  );
}

/**
 * The units of the last scan's line, if somebody changed its figure after the scan. The figure then no longer includes what the scan added. Null: the
 * line is as the scan left it, or is not drawn yet.
 */
function useChangedSince(last: Scanner['last'], lines: readonly LineView[]): number | 'removed' | null {
  const [drawn, setDrawn] = useState(last?.nth ?? 0);
  if (!last) return null;
  const line = lines.find((one) => one.product_id === last.line.product_id);
  const left = movedQuantity(last.line);
  const now = line ? movedQuantity(line) : null;
  if (now === left && drawn !== last.nth) setDrawn(last.nth);
  return now === left || drawn !== last.nth ? null : (now ?? 'removed');
}

/**
 * The number of counted scans, and the effect of the last one. The effect is shown until another line is changed. `changed`: the product of the last
 * change, which may be a scan; undefined: there is none.
 */
function ScanState({
  scanner,
  from,
  lines,
  changed,
}: Pick<Props, 'scanner' | 'from' | 'lines'> & { changed: string | null | undefined }) {
  const { notes, counting, unknown } = scanner;
  const last = changed === undefined || changed === scanner.last?.line.product_id ? scanner.last : null;
  const since = useChangedSince(last, lines);
  const unlisted = unknown === null ? undefined : scanner.unlisted(unknown.code);
  return (
    // The text is one line, so that the keys below do not move.
    <p role="status" aria-label="Scans" className="figures min-w-0 truncate">
      <span className="font-semibold">
        {!scanner.ready
          ? 'Loading products…'
          : notes.scans === 0
            ? 'Scan a product'
            : plural(notes.scans, '# scan', '# scans')}
      </span>
      {unknown !== null && (
        <span className="font-medium text-wait">
          {' · '}
          {unlisted
            ? `${from} has no ${unlisted.product.name}, not counted`
            : scanner.isLookedUp(unknown.code)
              ? `${unknown.code} is unknown, not counted`
              : `${unknown.code} is being looked up`}
        </span>
      )}
      {last && unknown === null && since !== 'removed' && (
        <span>
          {' · '}
          {/* The figure comes first, because a long name is cut at the end of the line. */}
          {since !== null ? (
            `now ${casesText(since, last.line.about.case_count)}${counting ? ' accepted' : ''},`
          ) : last.shortage ? (
            <span className="font-medium text-bad">{shortageText(last.shortage, last.line.about.case_count)}</span>
          ) : (
            <>
              +{casesText(last.units, last.line.about.case_count)}, now{' '}
              {casesText(movedQuantity(last.line), last.line.about.case_count)}
              {counting ? ' accepted' : ''},
            </>
          )}{' '}
          {last.name}
        </span>
      )}
    </p>
  );
}
