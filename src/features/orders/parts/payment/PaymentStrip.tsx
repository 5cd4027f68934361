import { NO_VALUE } from '#domain/locale.ts';
import { showNaira } from '#domain/money.ts';
import { classes } from '#ui/classes.ts';
import { Notice } from '#ui/feedback/States.tsx';
import type { PaymentSums } from './paymentSums.ts';

/**
 * The paid amount, the amount that saving adds, and the amount that is then left. A long figure gives the strip two rows, so that no figure wraps. `sums`
 * is null while a field has an invalid amount; the field shows the error.
 */
export function PaymentStrip({ sums, records }: { sums: PaymentSums | null; records: boolean }) {
  const show = (kobo: number | undefined) => (kobo === undefined ? NO_VALUE : showNaira(kobo));
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
        className="flex flex-wrap gap-px overflow-hidden rounded-card border bg-line"
      >
        {cells.map(([name, value, tone]) => (
          <div
            key={name}
            className="flex-1 whitespace-nowrap bg-surface px-3 py-2 max-sm:basis-2/5 max-sm:first:basis-full"
          >
            <dt className="text-[0.8125rem] text-ink-soft">{name}</dt>
            <dd className={classes('figures font-semibold', tone)}>{value}</dd>
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
