import type { product } from '#contract/catalogue/product.ts';
import type { RowOf } from '#contract/model.ts';
import { classes } from '#ui/classes.ts';

export type ProductRow = RowOf<typeof product>;

/**
 * The status of manufacturer, brand, product and seller product (PROD-03): green when active, red otherwise. Inactive ones are also struck through,
 * for people who see no colours.
 */
export function StatusDots({ row }: { row: ProductRow }) {
  const dots = [
    ['M', 'manufacturer', row.manufacturer.status],
    ['B', 'brand', row.brand.status],
    ['P', 'product', row.status],
    ['S', 'seller product', row.seller_status],
  ] as const;
  const words = dots.map(([, part, status]) => `${part} ${status}`).join(', ');
  return (
    <span role="img" aria-label={words} title={words} className="inline-flex gap-1">
      {dots.map(([letter, , status]) => (
        <span
          key={letter}
          aria-hidden="true"
          className={classes(
            'grid size-6 place-items-center rounded-full border text-xs font-semibold',
            status === 'active'
              ? 'border-good/30 bg-good-soft text-good'
              : 'border-bad/30 bg-bad-soft text-bad line-through',
          )}
        >
          {letter}
        </span>
      ))}
    </span>
  );
}
