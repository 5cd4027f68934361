import { showNaira } from '#domain/money.ts';
import { Card } from '#ui/Card.tsx';
import type { ProductRow } from '../parts/StatusDots.tsx';

/** The facts about a product, below its sales. The tab Details is the place to change them. Unknown facts are left out. */
export function ProductFacts({ of }: { of: ProductRow }) {
  const facts = [
    ['Brand', of.brand.name],
    ['Manufacturer', of.manufacturer.name],
    ['Case count', of.case_count],
    ['Price', of.price && showNaira(of.price)],
    ['MPU', of.mpu],
    // A weight or a size of 0 means that nobody measured the goods.
    ['Weight', Number(of.weight) === 0 ? null : of.weight],
    ['Size', Number(of.size) === 0 ? null : of.size],
    ['SKU', of.sku_id],
    ['Unit barcode', of.barcode_unit],
    ['Case barcode', of.barcode_case],
  ] as const;
  return (
    <Card label="Facts" padded={false}>
      <h2 className="px-5 pt-3.5 text-base font-semibold">Facts</h2>
      <dl className="flex flex-col gap-2 px-5 pb-4 pt-2 text-sm">
        {facts.map(
          ([name, value]) =>
            value !== undefined &&
            value !== null &&
            value !== '' && (
              // A long code that does not fit beside its name stands below it in one piece.
              <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-2">
                <dt className="shrink-0 text-ink-faint">{name}</dt>
                <dd className="figures ml-auto max-w-full text-right font-medium [overflow-wrap:break-word]">
                  {value}
                </dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  );
}
