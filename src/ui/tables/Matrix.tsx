import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { useBlocks } from '../fields/useBlocks.ts';
import { usePrinting } from '../hooks/usePrinting.ts';
import { PrintedMatrix } from './PrintedMatrix.tsx';
import { isOfRow } from './rowKeys.ts';
import { Sideways } from './Sideways.tsx';
import type { Column } from './Table.tsx';

/** The width of one of the many columns in pixels: where all fit in the box, at least NARROWEST, else WIDE. */
const WIDE = 80;
const NARROWEST = 48;
/** In a column narrower than this the heading is turned by 90 degrees. */
const FLAT = 72;
const remOf = () =>
  typeof document === 'undefined' ? 16 : Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** A column that identifies a row. `width`: in rem. */
export type LeadColumn<Row> = Column<Row> & { width?: number };

/** In rem. */
const widthOf = ({ key, grow, width }: Pick<LeadColumn<never>, 'key' | 'grow' | 'width'>) =>
  width ?? (grow ? 12 : key === '#' ? 3 : 8.5);

/** The width of each of `many` columns beside lead columns of `lead` pixels in a box of `box` pixels. */
export function narrowWidth(box: number, lead: number, many: number): number {
  const each = Math.floor((box - lead) / Math.max(1, many));
  return each < NARROWEST ? WIDE : Math.min(WIDE, each);
}

/** The height of a row in pixels: as high as in every list, for a mouse or for a finger. */
const rowHeight = () => {
  if (typeof document === 'undefined') return 48;
  const rem = remOf();
  const row = getComputedStyle(document.documentElement).getPropertyValue('--row');
  const size = Number.parseFloat(row) * (row.trim().endsWith('rem') ? rem : 1);
  return size > 0 ? size : 48;
};
/** Rows and columns per rendered block, and how many blocks of rows are rendered around the visible ones. */
const ROWS = 4;
const COLUMNS = 8;
const AROUND = 2;

interface Props<Row> {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The columns that identify a row; they are always rendered. One of them grows and stays visible. */
  lead: readonly LeadColumn<Row>[];
  /** The many columns; only those near the visible part are rendered. */
  many: readonly { key: string; title: string }[];
  cell: (row: Row, key: string) => ReactNode;
  /** A click on the row opens its record; the keyboard has the link in its lead column. */
  onOpen?: ((row: Row) => void) | undefined;
}

/**
 * A table of very many columns in a scrolling box. Its headings and its lead columns stay visible, and only the visible part is rendered. A printer
 * gets all of it (PrintedMatrix). It consists of boxes with table roles, because a browser lays out a real table whole at every new row. `lead`,
 * `many`, `cell` and `onOpen` must keep their identity, or every row renders again.
 */
export function Matrix<Row>({ label, rows, lead, many, onOpen, ...rest }: Props<Row>) {
  const box = useRef<HTMLElement>(null);
  const [row] = useState(rowHeight);
  const [seenRows] = useBlocks(box, row * ROWS);
  const size = useSize(box);
  const width = narrowWidth(size.width, lead.reduce((sum, column) => sum + widthOf(column), 0) * remOf(), many.length);
  const [seenColumns] = useBlocks(box, width * COLUMNS, 'scrollLeft');
  const printing = usePrinting() !== null;
  const drawn = (seen: number, block: number, around: number, shown: number, length: number) => ({
    from: Math.min(Math.max(0, seen - around) * block, length),
    to: Math.min((seen + around + 1) * block + Math.ceil(shown), length),
  });
  const down = drawn(seenRows, ROWS, AROUND, size.height / row, rows.length);
  const across = drawn(seenColumns, COLUMNS, 0, size.width / width, many.length);
  const blocks = Array.from({ length: Math.ceil((down.to - down.from) / ROWS) }, (_, at) => down.from + at * ROWS);
  const columns = lead.length + many.length;
  return (
    <Sideways label={label} box={box} className="matrix-box">
      {printing && <PrintedMatrix rows={rows} lead={lead} many={many} {...rest} />}
      <div
        role="table"
        // If the browser prints without an event before, it prints what is rendered here.
        className={classes('w-max min-w-full text-(length:--letters)', printing && 'print:hidden')}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns}
      >
        <div role="rowgroup" className="sticky top-0 z-10">
          <div
            role="row"
            className="flex items-end border-b bg-surface-sunken text-[0.8125rem] font-semibold text-ink-soft"
            aria-rowindex={1}
          >
            {lead.map(headOf)}
            <Gap width={across.from * width} />
            {many.slice(across.from, across.to).map(({ key, title }, at) => (
              <div
                key={key}
                role="columnheader"
                aria-colindex={lead.length + across.from + at + 1}
                className={classes(narrow, 'flex items-end justify-center self-stretch px-1 py-2')}
                style={{ width }}
              >
                <span className={width < FLAT ? 'upright' : undefined}>{inWords(title)}</span>
              </div>
            ))}
            <Gap width={(many.length - across.to) * width} />
          </div>
        </div>
        <div role="rowgroup" className="matrix-rows relative" style={{ height: rows.length * row }}>
          {blocks.map((from) => (
            <Block
              key={from}
              {...(rest as Pick<Props<unknown>, 'keyOf' | 'cell'>)}
              rows={rows}
              lead={lead as readonly LeadColumn<unknown>[]}
              many={many}
              height={row}
              width={width}
              from={from}
              to={Math.min(from + ROWS, down.to)}
              first={across.from}
              until={across.to}
              onOpen={onOpen as BlockProps['onOpen']}
            />
          ))}
        </div>
      </div>
    </Sideways>
  );
}

const narrow = 'flex-none text-center wrap-anywhere';

const leadOf = ({ grow, align }: Pick<LeadColumn<never>, 'grow' | 'align'>) =>
  classes('flex-none px-2.5 first:pl-5', grow && 'pinned', align === 'right' && 'text-right');

const headOf = (column: Pick<LeadColumn<never>, 'key' | 'grow' | 'align' | 'title' | 'width'>) => (
  <div
    key={column.key}
    role="columnheader"
    className={classes(leadOf(column), 'flex items-end self-stretch bg-inherit py-3')}
    style={{ width: `${widthOf(column)}rem` }}
  >
    {column.title}
  </div>
);

/** Lets a name such as FrieslandCampina break before its second capital. */
const inWords = (title: string) =>
  title.split(/(?<=\p{Ll})(?=\p{Lu})/u).flatMap((word, at) => (at === 0 ? [word] : [<wbr key={word} />, word]));

/** The space of columns that are not rendered. */
const Gap = ({ width }: { width: number }) =>
  width > 0 ? <div role="presentation" className="flex-none" style={{ width }} /> : null;

interface BlockProps extends Omit<Props<unknown>, 'label'> {
  /** Of a row and of one of the many columns, in pixels. */
  height: number;
  width: number;
  from: number;
  to: number;
  first: number;
  until: number;
}

/** Renders only when its own rows or the visible columns change. */
const Block = memo(function Block({ rows, keyOf, lead, many, cell, height, width, onOpen, ...shown }: BlockProps) {
  const { from, to, first, until } = shown;
  const leadCell = (row: unknown, index: number) => (column: LeadColumn<unknown>) => (
    <div
      key={column.key}
      role="cell"
      className={classes(leadOf(column), 'flex flex-col justify-center self-stretch bg-inherit leading-tight')}
      style={{ width: `${widthOf(column)}rem` }}
    >
      {/* A name cuts itself: the room of its link for a finger is higher than its lines. */}
      <div className={column.grow ? undefined : 'line-clamp-2'}>{column.cell(row, index)}</div>
    </div>
  );
  return (
    <div
      role="presentation"
      className="absolute inset-x-0 [contain:strict]"
      style={{ top: from * height, height: (to - from) * height }}
    >
      {rows.slice(from, to).map((row, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the link in the row
        <div
          key={keyOf(row)}
          role="row"
          aria-rowindex={from + at + 2}
          onClick={onOpen && ((event) => isOfRow(event) && onOpen(row))}
          className={classes(
            'flex items-center border-b bg-surface',
            onOpen && 'cursor-pointer hover:bg-surface-sunken',
          )}
          style={{ height }}
        >
          {lead.map(leadCell(row, from + at))}
          <Gap width={first * width} />
          {many.slice(first, until).map(({ key }, place) => (
            <div
              key={key}
              role="cell"
              aria-colindex={lead.length + first + place + 1}
              className={narrow}
              style={{ width }}
            >
              {cell(row, key)}
            </div>
          ))}
          <Gap width={(many.length - until) * width} />
        </div>
      ))}
    </div>
  );
});

/** The size of the box in pixels; before it is measured, that of a wide screen. */
function useSize(box: React.RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 1_280, height: 800 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      // What stands above it on the page (theme/motion.css, `matrix-box`).
      element.style.setProperty('--above', `${element.getBoundingClientRect().top + scrollY}px`);
      setSize({ width: element.clientWidth, height: element.clientHeight });
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [box]);
  return size;
}
