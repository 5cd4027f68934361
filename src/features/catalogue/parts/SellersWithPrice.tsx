import { showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import type { ProductRow } from './StatusDots.tsx';

/** The number of prices shown in a row. Hubs with the same price share a line. */
const SHOWN = 2;

/** The hubs that sell a product and their prices (PROD-02, PROD-05). The price of most hubs comes first. A tooltip lists all hubs. */
export function SellersWithPrice({ row }: { row: ProductRow }) {
  const byPrice = new Map<string, string[]>();
  for (const one of Object.values(row.sellers))
    if (one.status === 'active') byPrice.set(one.price, [...(byPrice.get(one.price) ?? []), one.seller.name]);
  if (byPrice.size === 0)
    return (
      <span className="text-ink-faint">
        None <span className="sm:hidden">of the hubs</span>
      </span>
    );
  const lines = [...byPrice].sort(([, a], [, b]) => b.length - a.length);
  return (
    <ul className="py-1 text-sm leading-snug">
      {lines.slice(0, SHOWN).map(([price, hubs]) => (
        <li key={price} title={hubs.join(', ')} className="flex justify-between gap-4">
          {/* The names of several hubs stand in the tooltip only. The same list of hubs on every row would say nothing and take the width of the product's name. */}
          <span className={hubs.length > 1 ? 'text-ink-faint' : undefined}>
            {hubs.length > 1 ? plural(hubs.length, '# hub', '# hubs') : hubs[0]}
          </span>
          <span className="figures font-semibold">{showNaira(price)}</span>
        </li>
      ))}
      {lines.length > SHOWN && (
        <li className="text-ink-faint">{plural(lines.length - SHOWN, 'and # other price', 'and # other prices')}</li>
      )}
    </ul>
  );
}
