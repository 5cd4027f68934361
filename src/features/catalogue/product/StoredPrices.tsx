import { NO_VALUE } from '#domain/locale.ts';
import { parseMoney, showNaira } from '#domain/money.ts';
import { compareNames } from '#domain/nameOrder.ts';
import type { ProductRow } from '../parts/StatusDots.tsx';

/** The prices that the stored row of the product has, where the grid of prices is not stored. */
export function StoredPrices({ product }: { product: Pick<ProductRow, 'sellers'> }) {
  const selling = Object.values(product.sellers)
    .filter(({ status }) => status === 'active')
    .sort((a, b) => compareNames(a.seller.name, b.seller.name));
  if (selling.length === 0) return <p className="px-5 pb-4 text-sm text-ink-faint">No hub sells this product.</p>;
  return (
    <dl className="pb-2 text-sm">
      {selling.map(({ seller, price }) => (
        <div key={seller._id} className="flex min-h-9 items-center justify-between gap-3 border-t px-5">
          <dt className="min-w-0 [overflow-wrap:anywhere]">{seller.name}</dt>
          <dd className="figures">{price ? showNaira(parseMoney(price) ?? 0) : NO_VALUE}</dd>
        </div>
      ))}
    </dl>
  );
}
