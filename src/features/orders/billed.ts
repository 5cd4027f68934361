/** The money columns of the order reports (K7): the goods, then the billed part of them. Naira text. */
const COLUMNS = [
  ['amount', 'Amount'],
  ['adjustments', 'Adjustments'],
  ['billed', 'Billed'],
  ['not_billed', 'Not billed'],
] as const;
export type MoneyName = (typeof COLUMNS)[number][0];
type Money = Readonly<Record<MoneyName, string>>;

/** The column "Not billed" is shown only if some amount was not billed (pending and cancelled orders). */
export const moneyColumns = (someNotBilled: boolean) =>
  COLUMNS.filter(([name]) => someNotBilled || name !== 'not_billed');

export const moneyOf = ({ amount, adjustments, billed, not_billed }: Money): Money => ({
  amount,
  adjustments,
  billed,
  not_billed,
});

interface Totals {
  total: string;
  total_adjustments: string;
  total_billed: string;
  total_not_billed: string;
}
/** Whether the report needs the column "Not billed". The total is 0 only if every part is 0, because no part is negative. */
export const someNotBilled = (answer: Totals | undefined) =>
  answer !== undefined && Number(answer.total_not_billed) !== 0;

export const moneyTotals = (answer: Totals, some: boolean): readonly (readonly [MoneyName, string])[] =>
  (
    [
      ['amount', answer.total],
      ['adjustments', answer.total_adjustments],
      ['billed', answer.total_billed],
      ['not_billed', answer.total_not_billed],
    ] as const
  ).filter(([name]) => some || name !== 'not_billed');
