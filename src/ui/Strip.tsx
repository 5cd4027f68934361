import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export interface StripCell {
  label: string;
  /** undefined: not known yet, and a grey line is in its place. null: it cannot be known. */
  value: ReactNode | undefined;
  /** The same in fewer signs, for a phone: there no figure may break. */
  short?: string | undefined;
  /** The line below the value. */
  note?: ReactNode;
  /** A trend at the right of the label, at most 20 px high. */
  trend?: ReactNode;
  /** Red for what is short or owed. */
  bad?: boolean;
}

const COLUMNS = { 1: '', 2: '', 3: '@2xl:grid-cols-3', 4: '@2xl:grid-cols-4', 5: '@2xl:grid-cols-5' } as const;

/** Whether a figure is as long as half a phone is wide. */
const isLong = (value: ReactNode) => typeof value === 'string' && value.length > 13;

/**
 * The figures that are looked for first, in one line under the heading. Each cell has its height before its figure is known, so that nothing moves.
 * `noteLines`: how many lines the longest note takes in a cell of a desktop.
 */
export function Strip({
  label,
  cells,
  noteLines = 1,
  stacks = false,
}: {
  label: string;
  cells: readonly StripCell[];
  noteLines?: 1 | 2;
  /** On a desktop the figures stand one below the other, beside something as high as they are together. */
  stacks?: boolean;
}) {
  const count = Math.min(cells.length, 5) as keyof typeof COLUMNS;
  return (
    <section aria-label={label} className="@container overflow-hidden rounded-card border bg-line shadow-card">
      <dl className={classes('grid grid-cols-2 gap-px', COLUMNS[count], stacks && 'lg:h-full lg:grid-cols-1')}>
        {cells.map(({ label: title, value, short, note, trend, bad = false }) => (
          <div
            key={title}
            className={classes(
              'flex min-h-24 min-w-0 flex-col gap-1.5 bg-surface px-4 py-3',
              count === 5 ? '@4xl:px-5' : 'sm:px-5',
              stacks
                ? 'max-lg:@max-2xl:last:odd:col-span-2 lg:min-h-0 lg:justify-center lg:gap-0 lg:py-1.5'
                : '@max-2xl:last:odd:col-span-2',
            )}
          >
            <dt className="flex min-h-5 items-center justify-between gap-2 text-[0.8125rem] text-ink-soft">
              <span className="leading-5">{title}</span>
              {/* On a phone the label is whole, and the trend gives way to it. */}
              {trend && <span className="shrink-0 @max-md:hidden">{trend}</span>}
            </dt>
            <dd className={classes('flex min-w-0 flex-col gap-1', stacks && 'lg:gap-0.5')}>
              <span className="flex min-h-7 items-end">
                {value === undefined ? (
                  <span key="place" className="skeleton h-6 w-20" />
                ) : (
                  // An element of its own: the grey line does not grow into the figure.
                  <span
                    key="value"
                    className={classes(
                      'figures min-w-0 leading-7 font-semibold @4xl:text-2xl',
                      isLong(value) && !short
                        ? '@max-md:text-[0.9375rem] @max-md:tracking-tight'
                        : '@max-md:text-[1.0625rem]',
                      // Five figures stand beside one another on a tablet too, each of them whole.
                      count === 5 ? 'text-base' : 'text-xl',
                      stacks && 'lg:text-xl!',
                      bad && 'text-bad',
                    )}
                  >
                    {short ? (
                      <>
                        <span className={stacks ? 'max-lg:@max-md:sr-only' : '@max-md:sr-only'}>{value}</span>
                        <span
                          aria-hidden="true"
                          className={stacks ? 'hidden max-lg:@max-md:inline' : 'hidden @max-md:inline'}
                        >
                          {short}
                        </span>
                      </>
                    ) : (
                      value
                    )}
                  </span>
                )}
              </span>
              <span className={classes('text-xs leading-4 text-ink-faint', noteLines === 2 ? 'min-h-8' : 'min-h-4')}>
                {value !== undefined && note}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
