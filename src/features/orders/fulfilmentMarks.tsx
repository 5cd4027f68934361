/** The marks of order fulfilment and their legend. An order has a tick. An order that still waits has its age. */
import type { FulfilmentRow } from '#contract/orders/fulfilmentCalls.ts';
import { AGES, ageTone } from '#domain/age.ts';
import { waitText } from '#domain/longTime.ts';
import { plural } from '#domain/plural.ts';
import { DAY } from '#domain/time.ts';
import { classes } from '#ui/classes.ts';

/** The mark of a row's orders at one manufacturer. */
export const tickOf = (row: FulfilmentRow, maker: string) => {
  const cell = row.manufacturers[maker];
  return cell?.open_since === undefined ? (
    <Tick found={cell?.found ?? false} />
  ) : (
    <Open age={Math.max(0, Math.floor(Date.now() / 1_000) - cell.open_since)} />
  );
};

function Tick({ found }: { found: boolean }) {
  return <span role="img" aria-label={found ? 'Found' : 'Not found'} className={found ? 'tick tick-found' : 'tick'} />;
}

const shortAge = (seconds: number) =>
  seconds < DAY ? `${Math.max(1, Math.floor(seconds / 3_600))} h` : `${Math.floor(seconds / DAY)} d`;
const OPEN_LOOK = { neutral: 'bg-good-soft text-good', wait: 'bg-wait-soft text-wait', bad: 'bg-bad-soft text-bad' };
const openLook = (seconds: number) =>
  classes(
    'figures inline-grid h-7 min-w-7 place-items-center rounded-full px-1.5 align-middle text-xs font-semibold',
    OPEN_LOOK[ageTone(seconds, AGES.pending)],
  );

/** The mark of waiting orders: the age of the oldest one. */
function Open({ age }: { age: number }) {
  return (
    <span role="img" aria-label={`Found, open for ${waitText(age)}`} className={openLook(age)}>
      {shortAge(age)}
    </span>
  );
}

/** "Left out: 12 locations, 5 manufacturers without orders" */
export function leftOutText(
  tab: 'locations' | 'buyers',
  leftOut: { rows: number; columns: number } | undefined,
): string {
  if (!leftOut || leftOut.rows + leftOut.columns === 0) return '';
  const rows =
    tab === 'buyers'
      ? plural(leftOut.rows, '# retailer', '# retailers')
      : plural(leftOut.rows, '# location', '# locations');
  return `Left out: ${rows}, ${plural(leftOut.columns, '# manufacturer', '# manufacturers')} without orders`;
}

/** Says what ticks and ages mean, and what is left out. */
export function Key({ leftOut }: { leftOut: string }) {
  const parts = [
    [<span key="found" className="tick tick-found" />, 'ordered'],
    [<span key="none" className="tick" />, 'not ordered'],
    ...[
      [20 * 3_600, 'order open'],
      [1.5 * DAY, 'open over 24 hours'],
      [3 * DAY, 'open over 48 hours'],
    ].map(([age, words]) => [
      <span key={words} className={openLook(Number(age))}>
        {shortAge(Number(age))}
      </span>,
      words,
    ]),
  ] as const;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 border-b px-5 py-2 text-sm text-ink-soft">
      <ul aria-label="Legend" className="flex flex-wrap items-center gap-x-5 gap-y-1">
        {parts.map(([mark, words]) => (
          // Cards on a phone show no mark for "not ordered", so the legend leaves this mark out.
          <li
            key={String(words)}
            className={classes('flex items-center gap-2', words === 'not ordered' && 'max-sm:hidden')}
          >
            {mark}
            {words}
          </li>
        ))}
      </ul>
      {leftOut && <p className="text-ink-faint">{leftOut}</p>}
    </div>
  );
}
