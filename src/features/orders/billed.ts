/** The money columns of the order reports (K7): the value of the goods as in the documents, then the billed amount. All are naira texts. */
const COLUMNS = [
  ['amount', 'Amount'],
  ['adjustments', 'Adjustments'],
  ['billed', 'Billed'],
  ['not_billed', 'Not billed'],
] as const;
export type MoneyName = (typeof COLUMNS)[number][0];
type Money = Readonly<Record<MoneyName, string>>;

/** "Not billed" is a column only if some amount is not billed, for example of pending orders. */
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
/** Whether the report needs the column "Not billed". No total is below 0, so unbilled amounts cannot cancel each other out. */
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
