import type { OrderItem } from '#contract/orders/orderItemCalls.ts';
import { casesText } from '#domain/units.ts';
import { classes } from '#ui/classes.ts';
import { Badge } from '#ui/feedback/Badge.tsx';
import { availableText, OUT_OF_STOCK } from '../../../lines/parts/texts.ts';
import { orderTexts } from '../texts.ts';

const limitText = (units: number, caseCount: number) => `${availableText(units, caseCount)}, ${orderTexts.limit}`;

/**
 * The hub's stock of the product, then its limit for sale. If the stock is less than the ordered quantity, the missing quantity is shown in amber.
 * `units`: undefined until known.
 */
export function StockOfLine({ item, units }: { item: OrderItem; units: number | undefined }) {
  const { case_count } = item.product;
  const limit = item.available !== null && item.available > 0 ? item.available : null;
  if (units === undefined) {
    if (limit === null) return null;
    return <span className="figures text-ink-faint">{limitText(limit, case_count)}</span>;
  }
  const missing = (item.quantity_accepted ?? item.quantity) - units;
  return (
    <>
      <span className={classes('figures', missing > 0 ? 'font-semibold text-wait' : 'text-ink-soft')}>
        {casesText(units, case_count)} there
      </span>
      {limit !== null && (
        <>
          {'; '}
          <span className="text-ink-faint ml-auto sm:block sm:max-w-36 sm:text-xs sm:leading-4 sm:whitespace-normal">
            {limitText(limit, case_count)}
          </span>
        </>
      )}
      {missing > 0 && (
        <span className="block text-xs leading-4 text-wait">{casesText(missing, case_count)} too many</span>
      )}
    </>
  );
}

/** The hub's limit for sale below the name of the product (UI-24, B8.4). `beside`: a column has the stock and says the limit. */
export function Limit({ item, beside }: { item: OrderItem; beside: boolean }) {
  if (item.available === null || (beside && item.available > 0)) return null;
  return (
    <>
      {item.available <= 0 && <Badge tone="bad">{OUT_OF_STOCK}</Badge>}
      <span className="block text-[0.8125rem] leading-4 font-normal text-ink-faint">
        {item.available <= 0 ? orderTexts.limitZero : limitText(item.available, item.product.case_count)}
      </span>
    </>
  );
}
