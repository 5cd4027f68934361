import { showNaira } from '#domain/money.ts';
import type { ProductRow } from './StatusDots.tsx';

/** Prices shown in a row; hubs that ask the same share a line. */
const SHOWN = 2;

/** Which hubs sell a product and for how much (PROD-02, PROD-05): the price of most hubs first, all their names on pointing at it. */
export function SellersWithPrice({ row }: { row: ProductRow }) {
  const byPrice = new Map<string, string[]>();
  for (const one of Object.values(row.sellers))
    if (one.status === 'active') byPrice.set(one.price, [...(byPrice.get(one.price) ?? []), one.seller.name]);
  if (byPrice.size === 0) return <span className="text-ink-faint">None</span>;
  const lines = [...byPrice].sort(([, a], [, b]) => b.length - a.length);
  return (
    <ul className="py-1 text-sm leading-snug">
      {lines.slice(0, SHOWN).map(([price, hubs]) => (
        <li key={price} title={hubs.join(', ')} className="flex justify-between gap-4">
          <span>
            {hubs[0]}
            {hubs.length > 1 && <span className="text-ink-faint"> and {hubs.length - 1} more</span>}
          </span>
          <span className="figures font-semibold">{showNaira(price)}</span>
        </li>
      ))}
      {lines.length > SHOWN && (
        <li className="text-ink-faint">
          and {lines.length - SHOWN} other {lines.length - SHOWN === 1 ? 'price' : 'prices'}
        </li>
      )}
    </ul>
  );
}
