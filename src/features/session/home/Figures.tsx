import type { ReactNode } from 'react';
import { Link } from '#crud/Link.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { isHubSide } from '#domain/permissions.ts';
import { showDay } from '#domain/time.ts';
import { classes } from '#ui/classes.ts';
import { Sparkline } from '#ui/plots/Sparkline.tsx';
import type { StoredFigure } from './ownWork.ts';
import { type Kinds, shown } from './words.ts';

export const FIGURE_CELL = 'flex h-[6.25rem] min-w-0 flex-col justify-between px-4 py-3.5 max-sm:h-[7rem]';

/** The row of figures. Grey placeholders keep the height until the answer arrives. */
export function Figures({
  figures,
  count,
  from,
  chosen = '',
  more,
  kinds = null,
  begun = 0,
  isNarrow = false,
}: {
  figures: readonly StoredFigure[] | undefined;
  count: number;
  /** The start of the first day, epoch seconds. */
  from: number;
  /** The id of the hub that the office chose. */
  chosen?: string;
  /** One more cell with a figure of this tablet, after the server's figures. */
  more?: ReactNode;
  /** The open transfers by kind, if the page has buttons that count transfers. Null: the page has no such buttons. */
  kinds?: Kinds | null;
  /** How many of the transfers into hubs somebody began. */
  begun?: number;
  /** The figures have two columns, because another card stands beside them. */
  isNarrow?: boolean;
}) {
  const cells = count + (more ? 1 : 0);
  return (
    <section
      aria-label="Figures"
      className={classes(
        'grid grid-cols-2 overflow-hidden rounded-card border bg-surface shadow-card [&>*:nth-child(even)]:border-l',
        isNarrow
          ? // A note may become longer when the kinds arrive, so it has the height of two lines from the start.
            '[&>*:nth-child(n+3)]:border-t [&>*>:last-child]:min-h-8 [&>*]:h-28'
          : classes(
              'max-lg:[&>*:nth-child(n+3)]:border-t max-lg:[&>*:nth-child(3):last-child]:col-span-2 lg:[&>*]:border-l lg:[&>*:first-child]:border-l-0',
              cells === 3 ? 'lg:grid-cols-3' : 'lg:grid-cols-4',
            ),
      )}
    >
      {figures
        ? figures.map((figure) => <FigureCell key={figure.name} {...{ figure, from, chosen, kinds, begun }} />)
        : Array.from({ length: count }, (_, index) => (
            <div key={index} className={FIGURE_CELL}>
              <span className="skeleton h-3.5 w-28" />
              <span className="skeleton h-6 w-20" />
              <span className="skeleton h-3 w-36 max-w-full" />
            </div>
          ))}
      {more}
    </section>
  );
}

/** A figure of the server. For people with the right the figure links to the rows that it counts. */
function FigureCell({
  figure,
  from,
  chosen,
  kinds,
  begun,
}: {
  figure: StoredFigure;
  from: number;
  chosen: string;
  kinds: Kinds | null;
  begun: number;
}) {
  const { profile } = useSession();
  const hub = profile && isHubSide(profile.role) ? (profile.seller?.name ?? '') : '';
  const now = Math.floor(Date.now() / 1_000);
  const { to, search, needs, ...words } = shown(figure, { hub, chosen, now, kinds, begun });
  const trend = figure.days.some((value) => value !== 0) && (
    <Sparkline
      label={`${figure.name === 'stock' ? 'Cases in stock' : words.label} since ${showDay(from, now)}, by day`}
      values={figure.days}
      tone={figure.name === 'issued_today' ? 2 : 1}
      width={72}
      height={28}
      isLevel={!figure.name.endsWith('_today')}
    />
  );
  const content = <FigureText {...words} plot={trend} />;
  if (!to || !needs || !profile?.permissions.includes(needs)) return <div className={FIGURE_CELL}>{content}</div>;
  return (
    <Link
      to={to}
      {...(search ? { search } : {})}
      className={classes(FIGURE_CELL, 'hover:bg-surface-sunken focus-visible:outline-offset-[-3px]')}
    >
      {content}
    </Link>
  );
}

/** One figure: label, value, and a line under it. */
export function FigureText({
  label,
  value,
  note,
  late = false,
  aside,
  plot,
}: {
  label: string;
  value: string;
  note: string;
  late?: boolean;
  /** The text beside the value, which says what is late. */
  aside?: string;
  /** The small plot of the days. */
  plot?: ReactNode;
}) {
  return (
    <>
      <span className="truncate text-[0.8125rem] text-ink-soft">{label}</span>
      {/* The value is never cut. A plot that does not fit beside the value wraps into a second row, which is hidden. */}
      <span
        className={classes(
          '-mb-1 flex h-8 shrink-0 justify-between gap-x-2 overflow-hidden',
          aside ? 'items-end pb-1' : 'flex-wrap content-start items-start',
        )}
      >
        <span
          className={classes(
            'figures shrink-0 leading-7 font-semibold whitespace-nowrap',
            // All figures have one size, so that no figure looks more important. Only a small phone shows long figures smaller, so that none wraps.
            'text-xl max-sm:text-lg',
            value.length > 12
              ? 'max-[24rem]:text-[0.8125rem]'
              : value.length > 9
                ? 'max-[24rem]:text-base'
                : 'max-[24rem]:text-xl',
          )}
        >
          {value}
        </span>
        {aside && (
          <span
            className={classes('figures truncate text-[0.8125rem]', late ? 'font-semibold text-wait' : 'text-ink-soft')}
          >
            {aside}
          </span>
        )}
        {plot && !aside && <span className="shrink-0 pt-1 max-xl:hidden">{plot}</span>}
      </span>
      <span
        className={classes(
          'figures line-clamp-2 text-xs leading-4 max-sm:min-h-8',
          late && !aside ? 'font-semibold text-wait' : 'text-ink-faint',
        )}
      >
        {note}
      </span>
    </>
  );
}
