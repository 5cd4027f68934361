/** The cells of a line in the list of what runs out. */
import type { CoverRow } from '#contract/purchasing/coverCalls.ts';
import { SOON_DAYS } from '#domain/cover.ts';
import { plural } from '#domain/plural.ts';
import { casesText } from '#domain/units.ts';
import { classes } from '#ui/classes.ts';
import { inputClasses } from '#ui/fields/Field.tsx';

/** Days as a figure and a small bar. Two weeks fill the bar. `isOut`: nothing is left. */
export function CoverBar({ days, isOut }: { days: number; isOut: boolean }) {
  const tone = days < 3 ? 'bg-bad' : days < 6 ? 'bg-brand-mark' : 'bg-line-strong/50';
  return (
    <span className="inline-block w-16 text-right align-middle">
      <span
        className={classes(
          'figures block text-[0.8125rem] leading-5 whitespace-nowrap',
          isOut && 'font-semibold text-bad',
        )}
      >
        {isOut ? 'None left' : days > 999 ? 'over 999 days' : plural(days, '# day', '# days')}
      </span>
      <span aria-hidden="true" className="block h-1 overflow-hidden rounded-full bg-line">
        <span
          className={classes('block h-full rounded-full', tone)}
          style={{ width: `${Math.max(6, Math.min(100, (days / SOON_DAYS) * 100))}%` }}
        />
      </span>
    </span>
  );
}

/** The tooltip with the basis of the calculation: pace, reorder point and rule. */
export const whyText = ({ gone, days, product, reorder_at, rule }: CoverRow): string =>
  `${casesText(gone, product.case_count)} went out in ${plural(days, '# day', '# days')} with stock. Ordered at ${casesText(reorder_at, product.case_count)}: lead time ${rule.lead_days} and ${rule.safety_days} safety days.`;

/** The field of whole cases to order. A text that is no number of cases is marked, and its line is not ordered. */
export function CasesField({
  row,
  value,
  wrong,
  onChange,
}: {
  row: CoverRow;
  value: string;
  wrong: boolean;
  onChange: (text: string) => void;
}) {
  return (
    <input
      aria-label={`Cases of ${row.product.name} for ${row.seller.name}`}
      aria-invalid={wrong || undefined}
      title={wrong ? 'Cases must be a whole number.' : undefined}
      inputMode="numeric"
      value={value}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => onChange(target.value)}
      className={classes(
        inputClasses,
        'figures w-20! text-right compact:min-h-0! compact:h-8!',
        wrong ? 'border-bad' : 'border-line-strong',
      )}
    />
  );
}
