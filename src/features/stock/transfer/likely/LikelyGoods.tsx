import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { movedQuantity } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { Button } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { comingText } from '../desk/deskLines.ts';
import { brandBeside, sizeLast } from './brand.ts';
import { keptPlaces } from './keptPlaces.ts';
import type { Likely } from './useLikely.ts';
import { useStillRows } from './useStillRows.ts';

interface Props {
  likely: Likely;
  lines: readonly LineView[];
  of: (productId: string) => Pickable | undefined;
  /** The id of the product whose figure is being typed. */
  chosen: string | null;
  /** Keeps its identity between renders. */
  onChoose: (one: Pickable) => void;
  /** The units of a product that came by transfers which still wait. The function keeps its identity between renders. */
  waitingOf: (productId: string) => number;
  /** Adds all rows as lines. */
  onAll: (rows: readonly Pickable[]) => void;
  /** The person adds lines by tapping the goods, so that the goods keep the height of three rows. */
  isTapping: boolean;
  /** Folds the goods to a bar. The function keeps its identity between renders. */
  onFold: () => void;
}

/**
 * The goods that are likely to be next, below the lines. A press chooses a product, with its available units as the first figure. Taken goods keep
 * their place and show their figure, and a press opens their line, so that a quick second tap does not hit another product.
 */
export const LikelyGoods = memo(function LikelyGoods({
  likely: { title, hint, rows, more, moreTitle, isAll },
  lines,
  of,
  chosen,
  onChoose,
  waitingOf,
  onAll,
  isTapping,
  onFold,
}: Props) {
  const taken = useMemo(() => new Map(lines.map((line) => [line.product_id, takenText(line)])), [lines]);
  const placed = usePlaced(title, rows, taken, of);
  const after = usePlaced(moreTitle, more, taken, of).filter((one) => !placed.includes(one));
  const box = useRef<HTMLElement>(null);
  const middle = useRef<HTMLHeadingElement>(null);
  const [isPast, setPast] = useState(false);
  const settle = useStillRows(box, `${isTapping} ${lines.length === 0}`);
  useNextInSight(box, taken, settle);
  // Everything that the distributor brought before may have tiles and not be in this list.
  const first = placed.length > 0 ? placed : after;
  if (first.length === 0) return null;
  const name = first === placed ? title : moreTitle;
  const listOf = (goods: readonly Pickable[]) => (
    // Two columns, if they fit, because the list is low.
    <ul className="grid gap-x-2 px-4 max-sm:px-2 @lg:grid-cols-2">
      {goods.map((one) => (
        <Row
          key={one.product._id}
          one={one}
          isChosen={chosen === one.product._id}
          taken={taken.get(one.product._id) ?? null}
          coming={waitingOf(one.product._id)}
          onChoose={onChoose}
        />
      ))}
    </ul>
  );
  return (
    <section
      ref={box}
      aria-label={name}
      onScroll={({ currentTarget: { scrollTop } }) =>
        setPast(middle.current !== null && middle.current.offsetTop - HEAD_PX <= scrollTop)
      }
      className={classes(
        'relative -mt-px border-t pb-1 not-short:min-h-[min(7.25rem,100%-4.5rem)] not-short:shrink-9999 not-short:overflow-y-auto',
        placed.length + after.length > FEW && THREE_ROWS,
      )}
    >
      <div className="sticky top-0 z-1 bg-surface flex min-h-12 items-center gap-2 pr-4 pl-6 max-sm:pr-2 max-sm:pl-4">
        <h2 className="min-w-0 flex-1 text-sm font-semibold leading-tight [overflow-wrap:anywhere]">
          {/* The heading stays above the goods that are seen, so it says whose these are. */}
          {isPast && after.length > 0 ? moreTitle : name}. <span className="font-normal text-ink-soft">{hint}</span>
        </h2>
        {isAll && (
          <Button icon="check" onClick={() => onAll(rows)}>
            Add all {rows.length}
          </Button>
        )}
        <span className="short:hidden">
          <button
            type="button"
            aria-label="Hide these goods"
            onClick={onFold}
            className="flex min-h-tap min-w-tap items-center justify-center gap-1 rounded-field px-2 text-sm font-semibold text-accent hover:bg-surface-sunken"
          >
            <span className="max-sm:hidden">Hide</span>
            <Icon name="down" />
          </button>
        </span>
      </div>
      <div>
        {listOf(first)}
        {first !== after && after.length > 0 && (
          <>
            <h3
              ref={middle}
              className="flex min-h-7 items-end border-t px-6 pb-0.5 text-sm font-semibold leading-tight max-sm:px-4 [overflow-wrap:anywhere]"
            >
              {moreTitle}
            </h3>
            {listOf(after)}
          </>
        )}
      </div>
    </section>
  );
});

/** The height of the heading. */
const HEAD_PX = 48;
/** This number of goods fills two rows. */
const FEW = 4;
/**
 * The least height while the person taps: the heading and three rows, if two lines fit besides. A phone has one row, because its lines need the
 * height.
 */
const THREE_ROWS = 'sm:not-short:in-data-tapping:min-h-[max(min(7.25rem,100%-4.5rem),min(19rem,100%-9.5rem))]';

/** The figure of a line, as shown in its place among the offered goods. */
const takenText = (line: LineView): string => casesText(movedQuantity(line), line.case_count);

/** Scrolls the next goods into view when all visible ones are taken. No finger is then on its way to one of them. */
function useNextInSight(
  box: RefObject<HTMLElement | null>,
  taken: ReadonlyMap<string, string>,
  settle: () => void,
): void {
  useEffect(() => {
    const one = box.current;
    if (!one) return;
    // The line that was just added moves the goods down before their place is restored. What is visible is checked after that.
    settle();
    if (one.scrollHeight <= one.clientHeight) return;
    const head = one.firstElementChild?.clientHeight ?? 0;
    const from = one.getBoundingClientRect().top + head;
    const foot = one.parentElement?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY;
    const to = Math.min(from + one.clientHeight - head, foot);
    const free = [...one.querySelectorAll<HTMLElement>('[data-offered]')]
      .filter((row) => !taken.has(row.dataset.offered ?? ''))
      .map((row) => row.getBoundingClientRect());
    const isSeen = ({ top, bottom }: DOMRect) => top + bottom > 2 * from && top + bottom < 2 * to;
    if (free.some(isSeen)) return;
    const next = free.find(({ top }) => top >= from) ?? free[0];
    if (!next) return;
    one.scrollTop += next.top - from;
    settle();
  }, [box, taken, settle]);
}

/** The goods in the places that they had before, including those taken since. A list with another title starts again. */
function usePlaced(
  title: string,
  rows: readonly Pickable[],
  taken: ReadonlyMap<string, string>,
  of: Props['of'],
): readonly Pickable[] {
  const [stood, setStood] = useState<{ title: string; ids: readonly string[] }>({ title, ids: [] });
  const before = stood.title === title ? stood.ids : [];
  const ids = keptPlaces(before, [...before.filter((id) => taken.has(id)), ...rows.map(({ product }) => product._id)]);
  const isSame =
    stood.title === title && ids.length === stood.ids.length && ids.every((id, at) => id === stood.ids[at]);
  if (!isSame) setStood({ title, ids });
  const byId = new Map(rows.map((one) => [one.product._id, one]));
  return ids.flatMap((id) => byId.get(id) ?? of(id) ?? []);
}

/** A row renders when its product is chosen, and not when another one is taken. */
const Row = memo(function Row({
  one,
  isChosen,
  taken,
  coming,
  onChoose,
}: {
  one: Pickable;
  isChosen: boolean;
  /** The figure of its line. Null: it has no line. */
  taken: string | null;
  coming: number;
  onChoose: Props['onChoose'];
}) {
  const { product, quantity } = one;
  const brand = brandBeside(product);
  const { before, end, size } = sizeLast(product.name);
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        data-offered={product._id}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(one)}
        className="flex h-full min-h-15 w-full items-center gap-4 rounded-field px-2 py-1.5 text-left hover:bg-surface-sunken aria-pressed:bg-accent-soft max-sm:gap-3"
      >
        <Pack product={product} size={48} />
        <span className="min-w-0 flex-1 leading-tight">
          {/* The name has the whole width, because packs of one brand look alike. The stock is below. The pack's size is drawn first, but screen readers read it at its place in the name. */}
          <span className="line-clamp-3 font-medium">
            {size !== '' && (
              <span
                data-size={size}
                className="figures mr-1.5 rounded-sm bg-accent-soft px-1 font-semibold whitespace-nowrap text-accent before:content-[attr(data-size)]"
              />
            )}
            {before}
            {end !== '' && <span className="sr-only">{end}</span>}
          </span>
          <span className="figures block text-sm text-ink-soft">
            {brand && <>{brand} · </>}
            {taken === null ? (
              <>Case of {product.case_count}</>
            ) : (
              <span className="font-semibold text-accent">{taken}</span>
            )}
            {taken === null && quantity !== null && (
              <>
                {' · '}
                <span className="font-medium text-ink">{casesText(quantity, product.case_count)}</span>
              </>
            )}
          </span>
          {coming > 0 && <span className="figures block text-sm font-medium text-wait">{comingText(one, coming)}</span>}
        </span>
        <Icon name={taken === null ? 'plus' : 'check'} className="shrink-0 text-accent" />
      </button>
    </li>
  );
});
