/** The sums of an order summary, above its plots and rows (K7): from the value of the goods to the amount that wallets are charged. */
import { formatMoney, koboOf, shortNaira } from '#domain/money.ts';
import { wholeNaira } from '#domain/wholeNaira.ts';
import { Strip, type StripCell } from '#ui/Strip.tsx';

interface Totals {
  total: string;
  total_adjustments: string;
  total_billed: string;
  total_not_billed: string;
}

const money = (amount: string) => ({ value: wholeNaira(amount), short: shortNaira(koboOf(amount)) });

/** The strip of sums. `ofAmount`, `notBilled`: the notes under these two figures. Homes and order lists show the same total. */
export function MoneyStrip({ of, ofAmount, notBilled }: { of: Totals; ofAmount: string; notBilled: string }) {
  const total = formatMoney(koboOf(of.total) + koboOf(of.total_adjustments));
  const cells: StripCell[] = [
    { label: 'Amount', ...money(of.total), note: ofAmount },
    { label: 'Adjustments', ...money(of.total_adjustments), note: 'discounts, fees, edited amounts' },
    { label: 'Total of orders', ...money(total), note: 'amount with adjustments' },
    { label: 'Billed', ...money(of.total_billed), note: 'delivered and completed orders' },
    { label: 'Not billed', ...money(of.total_not_billed), note: notBilled },
  ];
  return <Strip label="Totals" cells={cells} />;
}
