import { showNaira } from '#domain/money.ts';
import { type CountDifference, DIFFERENCE_LABEL, type DifferenceKind, type Discrepancies } from '#domain/receiving.ts';
import { REASON_LABEL, REASONS } from '#domain/transfer.ts';
import { casesText, sizeText } from '#domain/units.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { classes } from '#ui/classes.ts';
import { Badge, type Tone } from '#ui/feedback/Badge.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { inputClasses } from '#ui/fields/Field.tsx';

const TONE: Record<DifferenceKind, Tone> = { short: 'bad', over: 'wait', unexpected: 'wait' };
const signed = (kobo: number) => (kobo > 0 ? `+${showNaira(kobo)}` : showNaira(kobo));

/** The differences from the expected quantities before they are final: per group, then per product with its reason. */
export function TransferSummary({
  told,
  reasons,
  onReason,
}: {
  told: Discrepancies<LineView>;
  reasons: ReadonlyMap<string, string>;
  onReason: (productId: string, reason: string) => void;
}) {
  return (
    <>
      {told.uncounted > 0 && (
        <Notice tone="wait" icon="alert">
          {told.uncounted === 1
            ? '1 product was not counted. It moves'
            : `${told.uncounted} products were not counted. They move`}{' '}
          as expected.
        </Notice>
      )}
      {told.groups.length > 0 && (
        <section aria-label="Discrepancies" className="flex flex-col gap-3">
          <ul className="grid gap-2 sm:grid-cols-3">
            {told.groups.map((group) => (
              <li key={group.kind} className="figures rounded-field border px-3 py-2">
                <Badge tone={TONE[group.kind]}>{DIFFERENCE_LABEL[group.kind]}</Badge>
                <span className="mt-1.5 block font-semibold">{sizeText(group)}</span>
                <span className="block text-sm text-ink-soft">
                  {group.products} {group.products === 1 ? 'product' : 'products'}, {signed(group.value)}
                </span>
              </li>
            ))}
          </ul>
          <ul className="divide-y border-y">
            {told.differences.map((one) => (
              <DifferenceRow
                key={one.line.product_id}
                one={one}
                reason={reasons.get(one.line.product_id) ?? ''}
                onReason={(reason) => onReason(one.line.product_id, reason)}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function DifferenceRow({
  one: { line, kind, units, value },
  reason,
  onReason,
}: {
  one: CountDifference<LineView>;
  reason: string;
  onReason: (reason: string) => void;
}) {
  return (
    <li className="grid items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-[1fr_auto_13rem]">
      <div className="min-w-0">
        <p className="font-semibold">{line.name}</p>
        <p className="figures text-sm text-ink-soft">
          {kind === 'unexpected' ? 'Nothing' : casesText(line.quantity, line.case_count)} expected,{' '}
          {casesText(line.quantity_accepted ?? 0, line.case_count)} accepted
        </p>
      </div>
      <p className="figures text-right font-semibold">
        {units < 0 ? '-' : '+'}
        {casesText(Math.abs(units), line.case_count)}
        <span className="block text-sm font-normal text-ink-soft">{signed(value)}</span>
      </p>
      <select
        aria-label={`Reason for ${line.name}`}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
        className={classes(inputClasses, 'border-line-strong')}
      >
        {REASONS.map((option) => (
          <option key={option} value={option}>
            {REASON_LABEL[option]}
          </option>
        ))}
      </select>
    </li>
  );
}
