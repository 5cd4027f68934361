import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { officerFigures } from '#contract/home/homeCalls.ts';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { NO_VALUE } from '#domain/locale.ts';
import { koboOf } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { casesSum, casesText } from '#domain/units.ts';
import { wholeNaira } from '#domain/wholeNaira.ts';
import { Strip } from '#ui/Strip.tsx';
import { GoodsBand } from '../catalogue/parts/GoodsBand.tsx';

/** What a delivery associate has today: cash to hand in, deliveries, goods in hand (decision 0252). */
export function OfficerGlance({ officerId }: { officerId: string }) {
  const query = useQuery(queryFor(officerFigures, { sales_officer_id: officerId }));
  const answer = query.data?.data;
  const none = query.isError && !answer ? NO_VALUE : undefined;
  const cash = koboOf(answer?.cash ?? '0.00');
  return (
    <>
      {query.data?.copy && <StoredCopy at={query.data.at} />}
      <Strip
        label="Today"
        cells={[
          {
            label: 'Cash to hand in',
            value: answer ? wholeNaira(cash) : none,
            note:
              cash > 0
                ? 'taken for orders, without goods in hand'
                : cash < 0
                  ? 'more paid in than taken'
                  : 'all is handed in',
          },
          { label: 'To deliver', value: answer ? answer.open : none, note: answer && wholeNaira(answer.open_amount) },
          {
            label: 'Delivered today',
            value: answer ? answer.delivered : none,
            note: answer && wholeNaira(answer.delivered_amount),
          },
          {
            label: 'Stock in hand',
            value: answer ? casesSum(answer.cases) : none,
            note: answer && `after sales, worth ${wholeNaira(answer.stock_amount)}`,
          },
        ]}
      />
      <GoodsBand
        title="In hand"
        note={answer && inHandNote(answer.goods)}
        goods={answer?.goods.map(({ product_id, name, brand, picture, quantity, case_count }) => ({
          _id: product_id,
          name,
          brand,
          picture,
          note:
            quantity < 0
              ? `${casesText(-quantity, case_count)} more sold than issued`
              : casesText(quantity, case_count),
          bad: quantity < 0,
        }))}
        empty="Nothing in hand"
      />
    </>
  );
}

/** The note under the goods in hand: how many products they are, and how many tiles are of goods that were sold beyond the issued units. */
export function inHandNote(goods: readonly { quantity: number }[]): string {
  if (goods.length === 0) return '';
  const over = goods.filter(({ quantity }) => quantity < 0).length;
  const all = plural(goods.length - over, '# product', '# products');
  const text = `${all} after sales, most cases first`;
  if (over === 0) return text;
  return `${text}. ${plural(over, '# more was', '# more were')} sold than issued, and the worth does not count them.`;
}
