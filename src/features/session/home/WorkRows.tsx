/** The rows of the list of work, and their placeholders. Rows are low for a mouse and high for a finger. */

import type { ReactNode } from 'react';
import { Pack } from '#crud/fields/Pack.tsx';
import { Link } from '#crud/Link.tsx';
import { ServerLink } from '#crud/ServerLink.tsx';
import { NO_VALUE } from '#domain/locale.ts';
import { plural } from '#domain/plural.ts';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { NEEDS_NETWORK } from '../../stock/parts/ready/useMissingLines.ts';
import { KindMark } from './KindMark.tsx';
import { needsServer, type WorkAct } from './transferAct.ts';
import type { WorkLine } from './workWords.ts';

/** The columns of a row: the work and its place, the age, the amount, the act. */
export const GRID =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 max-sm:grid-cols-[auto_minmax(0,1fr)_auto] max-sm:gap-x-3 lg:grid-cols-[minmax(0,1fr)_4.5rem_6.5rem_8.5rem]';
const ROW = 'min-h-14 max-sm:min-h-19 pointer-fine:lg:min-h-[2.75rem]';
/** The height of `--rows` rows. The list keeps this height while it loads, so that nothing below moves. */
export const PLACE =
  'min-h-[calc(min(var(--rows),7)*3.5rem)] max-sm:min-h-[calc(min(var(--rows),7)*4.75rem)] pointer-fine:lg:min-h-[calc(min(var(--rows),7)*2.75rem)] pointer-fine:min-[85rem]:min-h-[calc(var(--rows)*2.75rem)]';
/** The same heights for people who move goods and press the whole row. */
export const FINGER = { row: 'min-h-18', place: 'min-h-[calc(min(var(--rows),7)*4.5rem)]' } as const;
/** More than seven rows are for a desktop that has the plot and the stock beside them. */
export const SEVEN = 'max-[85rem]:*:nth-[n+8]:hidden pointer-coarse:*:nth-[n+8]:hidden';

/**
 * The link to the act of a row. `of`: the work, for screen readers. If only the server can do the act, the link is disabled while the server does not
 * answer.
 */
function ActLink({ act, of, ...rest }: { act: WorkAct; of: string; className: string; children: ReactNode }) {
  const Way = needsServer(act) ? ServerLink : Link;
  return <Way to={act.to} {...(act.search && { search: act.search })} aria-label={`${act.text}: ${of}`} {...rest} />;
}

const LOOK_OF_AGE = { neutral: 'text-ink-soft', wait: 'font-semibold text-wait', bad: 'font-semibold text-bad' };

export function Row({ line, hasHub }: { line: WorkLine; hasHub: boolean }) {
  const { kind, transfer, title, ref, hub, lines, waits, amount, paid, act } = line;
  const small = [hasHub ? hub : '', lines === null ? '' : plural(lines, '# line', '# lines'), paid]
    .filter(Boolean)
    .join(', ');
  const tone = LOOK_OF_AGE[line.tone];
  return (
    <li
      className={classes(
        GRID,
        ROW,
        'relative border-t py-1 max-sm:py-2 pointer-fine:lg:py-0',
        act && 'hover:bg-surface-sunken',
      )}
    >
      {/* A phone gives the name two lines of the full width. Amount and time stand beside the button. */}
      <span className="flex min-w-0 items-center gap-3 max-sm:contents">
        <KindMark kind={kind} transfer={transfer} />
        <span className="min-w-0 max-sm:contents">
          <span className="flex min-w-0 items-baseline gap-2 max-sm:col-span-2">
            <span
              title={title}
              className="truncate text-[0.8125rem] leading-5 font-medium max-sm:line-clamp-2 max-sm:whitespace-normal max-lg:text-[0.9375rem] pointer-coarse:text-[0.9375rem]"
            >
              {title}
            </span>
            <span title={ref} className="figures min-w-0 shrink-[50] truncate text-xs text-ink-faint max-sm:hidden">
              {ref}
            </span>
          </span>
          <span className="block min-w-0 text-xs leading-4 text-ink-faint max-sm:col-start-2 sm:truncate">
            <span className="figures block truncate sm:hidden">
              <b className="font-semibold text-ink-soft">{amount}</b>
              {amount && waits && ', '}
              <span className={tone}>{waits}</span>
            </span>
            <span className="block sm:inline">{small}</span>
            {waits && (
              <span className="max-sm:hidden lg:hidden">
                {small && ', '}
                <span className={tone}>{waits}</span>
              </span>
            )}
          </span>
        </span>
      </span>
      <span
        className={classes('figures text-right text-[0.8125rem] pointer-coarse:text-[0.9375rem] max-lg:hidden', tone)}
      >
        {waits || NO_VALUE}
      </span>
      <span className="flex items-center justify-end gap-3 lg:contents">
        <span className="figures text-right text-[0.8125rem] font-semibold max-sm:hidden pointer-coarse:text-[0.9375rem]">
          {amount}
        </span>
        <span className="flex justify-end">
          {kind === 'expected' && !act && <span className="text-[0.8125rem] text-ink-soft">On its way</span>}
          {act && (
            <ActLink
              act={act}
              of={`${title}${ref && ` ${ref}`}`}
              className="no-print aria-disabled:cursor-not-allowed aria-disabled:opacity-50 inline-flex min-h-10 items-center rounded-field border border-line-strong/50 bg-surface px-3 text-[0.8125rem] font-semibold whitespace-nowrap after:absolute after:inset-0 hover:bg-surface-sunken pointer-fine:lg:min-h-7"
            >
              {act.text}
            </ActLink>
          )}
        </span>
      </span>
    </li>
  );
}

/** The width of the pictures in every row, by the most pictures that a row of the list has. Equal widths align the names. A phone shows one picture. */
const PICTURES: Readonly<Record<number, string>> = { 2: 'sm:w-22', 3: 'sm:w-34' };

/**
 * A row that is one button: the work in pictures and words, the amount and the age. `pictures`: the most pictures of a row in the list. `isAway`: the
 * lines of the transfer are not on this tablet, and the server does not answer. The words about that replace the size, so that nothing moves.
 */
export function FingerRow({ line, pictures, isAway }: { line: WorkLine; pictures: number; isAway: boolean }) {
  const { kind, transfer, title, ref, hub, size, goods, waits, amount, paid, refused, act } = line;
  const small = [size, hub, paid].filter(Boolean).join(', ');
  const name =
    'line-clamp-2 leading-5 font-semibold max-sm:line-clamp-3 max-sm:text-[0.9375rem] [overflow-wrap:anywhere]';
  return (
    <li
      className={classes(
        FINGER.row,
        'relative flex items-center gap-4 border-t px-4 py-2 max-sm:gap-3 sm:px-5',
        act && 'transition-colors hover:bg-surface-sunken',
      )}
    >
      {goods.length > 0 ? (
        <span aria-hidden="true" className={classes('flex shrink-0 gap-2', PICTURES[pictures])}>
          {goods.map((one, index) => (
            <span key={one} className={classes(index > 0 && 'max-sm:hidden')}>
              <Pack product={{ name: one }} size={40} />
            </span>
          ))}
        </span>
      ) : (
        <span className={classes('shrink-0', PICTURES[pictures])}>
          <span className="grid size-10 place-items-center rounded-field bg-surface-sunken">
            <KindMark kind={kind} transfer={transfer} size={22} />
          </span>
        </span>
      )}
      <span className="min-w-0 flex-1">
        {act ? (
          <ActLink
            act={act}
            of={`${title}${ref && ` ${ref}`}`}
            className="block aria-disabled:opacity-60 after:absolute after:inset-0"
          >
            <span title={title} className={name}>
              {title}
            </span>
          </ActLink>
        ) : (
          <span title={title} className={name}>
            {title}
          </span>
        )}
        <span className="figures block text-sm leading-5 text-ink-soft max-sm:text-[0.8125rem] max-sm:leading-4">
          {isAway ? (
            <span className="grid *:[grid-area:1/1]">
              <span aria-hidden="true" className="invisible">
                {small}
              </span>
              <span className="flex items-start gap-1.5 font-semibold text-wait">
                <Icon name="cloudOff" size={14} className="mt-0.5" />
                {NEEDS_NETWORK}
              </span>
            </span>
          ) : (
            small
          )}
        </span>
        {refused && <span className="figures block text-sm leading-5 font-semibold text-bad">{refused}</span>}
      </span>
      <span className="figures shrink-0 text-right">
        <span className="block leading-5">{amount}</span>
        <span className={classes('block text-sm leading-5', LOOK_OF_AGE[line.tone])}>{waits}</span>
      </span>
      {act && <Icon name="next" size={18} className="-mr-1 shrink-0 text-ink-faint max-sm:hidden" />}
    </li>
  );
}

export const Places = ({ rows, forFinger }: { rows: number; forFinger: boolean }) => (
  <div role="status" aria-label="Loading" className={SEVEN}>
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className={classes(GRID, forFinger ? FINGER.row : ROW, 'border-t')}>
        <span className="skeleton h-3.5 w-3/5 max-sm:col-span-2" />
        <span className="skeleton h-3.5 w-12 justify-self-end max-lg:hidden" />
        <span className="skeleton h-3.5 w-20 justify-self-end max-lg:hidden" />
        <span className="skeleton h-6 w-20 justify-self-end" />
      </div>
    ))}
  </div>
);
