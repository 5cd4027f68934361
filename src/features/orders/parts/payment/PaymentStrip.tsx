import { showNaira } from '#domain/money.ts';
import { classes } from '#ui/classes.ts';
import { Notice } from '#ui/feedback/States.tsx';
import type { PaymentSums } from './paymentSums.ts';

/** What was paid, what saving adds to it and what is left then. `sums`: null while a figure cannot be read; the field says so. */
export function PaymentStrip({ sums, records }: { sums: PaymentSums | null; records: boolean }) {
  const show = (kobo: number | undefined) => (kobo === undefined ? '–' : showNaira(kobo));
  const left = sums?.left ?? 0;
  const cells: readonly (readonly [name: string, value: string, tone?: string | false])[] = [
    ['Total', show(sums?.total)],
    ['Paid so far', show(sums?.before)],
    [records ? 'Now' : 'This change', show(sums?.now), sums !== null && sums.now < 0 && 'text-bad'],
    ['Paid after', show(sums?.after)],
    left < 0 ? ['Overpaid after', show(0 - left), 'text-wait'] : ['To pay after', show(sums?.left)],
  ];
  return (
    <>
      <dl
        aria-label="What saving changes"
        className="grid grid-cols-2 gap-px overflow-hidden rounded-card border bg-line sm:grid-cols-5"
      >
        {cells.map(([name, value, tone]) => (
          <div key={name} className="min-w-0 bg-surface px-3 py-2 max-sm:first:col-span-2">
            <dt className="text-[0.8125rem] text-ink-soft">{name}</dt>
            <dd className={classes('figures font-semibold [overflow-wrap:anywhere]', tone)}>{value}</dd>
          </div>
        ))}
      </dl>
      {sums !== null && sums.now < 0 && (
        <Notice tone="bad" icon="alert">
          {`This takes back ${showNaira(0 - sums.now)} that was recorded. Cash and Transfer hold all payments of the order, not only the last one.`}
        </Notice>
      )}
    </>
  );
}
