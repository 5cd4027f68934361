/** The money of the order reports (K7), in kobo, and its form in answers. The server sums it in SQL; at a server without these reports the app sums it. */
import { formatMoney } from './money.ts';
import { casesAndUnits } from './units.ts';

/** Goods (`amount`), the share of the group's total (`shared`), and what the wallets were charged (`billed`), in kobo. */
export interface OrderMoney {
  amount: number;
  shared: number;
  billed: number;
}
export const NO_MONEY: OrderMoney = { amount: 0, shared: 0, billed: 0 };
/** The name of an amount that was billed without a product. */
export const WITHOUT_PRODUCT = 'Without a product';
/** The name of what no distributor carries. */
export const NO_DISTRIBUTOR = 'No distributor';

export function addMoney(sum: OrderMoney, one: OrderMoney): void {
  sum.amount += one.amount;
  sum.shared += one.shared;
  sum.billed += one.billed;
}

/** Money in the shape of responses, in naira. */
export const moneyFields = ({ amount, shared, billed }: OrderMoney) => ({
  amount: formatMoney(amount),
  adjustments: formatMoney(shared - amount),
  billed: formatMoney(billed),
  not_billed: formatMoney(shared - billed),
});

export function totalFields(sum: OrderMoney) {
  const { amount, adjustments, billed, not_billed } = moneyFields(sum);
  return { total: amount, total_adjustments: adjustments, total_billed: billed, total_not_billed: not_billed };
}

/** An item of the order summary. `issued` and `kept` are units; `price` is kobo per case. */
export function summaryItem(
  { _id, name, case_count }: { _id: string; name: string; case_count: number },
  { issued, kept, ...money }: OrderMoney & { issued: number; kept: number },
  price: number,
) {
  const net = casesAndUnits(kept, case_count);
  const out = casesAndUnits(issued, case_count);
  const back = casesAndUnits(issued - kept, case_count);
  return {
    product_id: _id,
    name,
    case_count,
    quantity: kept,
    cases: net.cases,
    units: net.units,
    issued,
    issued_cases: out.cases,
    issued_units: out.units,
    returned: issued - kept,
    returned_cases: back.cases,
    returned_units: back.units,
    price: formatMoney(price),
    ...moneyFields(money),
  };
}
