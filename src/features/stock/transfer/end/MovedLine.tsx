import type { Pickable } from '#contract/stock/stockCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import type { Kobo } from '#domain/money.ts';
import { shortageText } from '#domain/stockLimit.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { LotList } from '../../parts/lines/LotList.tsx';
import { priceText } from '../newPrice.ts';

/** One line of the result: what moved, its lots, and the stock before and after. */
export function MovedLine({
  line,
  around,
  sign,
  final,
  newPrice,
  reason,
  expired,
  product,
}: {
  line: LineView;
  /** The hub's units before and after the transfer. Null: unknown. */
  around: { before: number; after: number } | null;
  sign: '+' | '−';
  final: boolean;
  newPrice: Kobo | null;
  /** Why the goods come back, or how they differ from what was expected, in words. */
  reason: string | null;
  /** "Lot A12 expired 3 days ago." Null: no lot has expired. */
  expired: string | null;
  product: Pickable['product'] | undefined;
}) {
  const moved = movedQuantity(line);
  return (
    <li className="flex min-h-16 items-center gap-4 px-6 py-2.5 max-sm:gap-3 max-sm:px-4">
      <Pack product={product ?? { name: line.name }} size={48} />
      <div className="min-w-0 flex-1 leading-tight">
        <span className="block font-semibold [overflow-wrap:anywhere]">{line.name}</span>
        {around &&
          (around.after < 0 ? (
            <span className="figures block text-sm font-semibold text-bad">
              {shortageText({ there: around.before, tooMany: -around.after }, line.case_count)}
            </span>
          ) : (
            <span className="figures block text-sm text-ink-soft">
              {casesText(around.before, line.case_count)} before, {final ? 'now' : 'then'}{' '}
              {casesText(around.after, line.case_count)}
            </span>
          ))}
        {line.lots && moved > 0 && <LotList lots={line.lots} caseCount={line.case_count} moved={moved} />}
        {expired && <span className="figures block text-sm font-medium text-wait">{expired}</span>}
        {reason && <span className="block text-sm text-ink-soft">{reason}</span>}
        {newPrice !== null && (
          <span className="figures block text-sm font-medium text-wait">{priceText(line, newPrice)}</span>
        )}
      </div>
      <span className="figures shrink-0 text-xl font-semibold max-sm:text-lg">
        {sign}
        {casesText(moved, line.case_count)}
      </span>
    </li>
  );
}
