/** The wallet of a delivery associate: the worth of goods in hand, and cash to hand in. Only the cash is red (decision 0495). */
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { associatesCash, officerFigures } from '#contract/home/homeCalls.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { classes } from '#ui/classes.ts';

/**
 * A cell of the list: the cash to hand in, which is a part of the balance beside it. The cell is not red, because a column that is red from top to
 * bottom marks nothing.
 */
export function AssociateCash({
  officerId,
  show,
}: {
  officerId: string;
  /** Writes an amount as the balances beside it are written. Takes kobo. */
  show: (kobo: number) => string;
}) {
  const { data } = useQuery(queryFor(associatesCash, {}));
  if (!data) return null;
  const cash = koboOf(data.data[officerId] ?? '0');
  if (cash === 0) return NO_VALUE;
  return (
    <span className={classes('figures', cash > 0 && 'font-semibold text-ink')}>
      {cash > 0 ? show(cash) : `${show(-cash)} too much paid in`}
    </span>
  );
}

/** The parts of an associate's debt in kobo, without parts that are zero. `owed`, `goods` and `cash` in kobo. "Other entries" is the rest. */
export function partsOf(owed: number, goods: number, cash: number): { name: string; kobo: number; bad: boolean }[] {
  return [
    { name: 'Goods in hand', kobo: goods, bad: false },
    { name: cash < 0 ? 'Paid in too much' : 'Cash to hand in', kobo: cash, bad: cash > 0 },
    { name: 'Other entries', kobo: owed - goods - cash, bad: false },
  ].filter(({ kobo }) => kobo !== 0);
}

/** The balance of the page as one sum without colour, and below it the parts of the sum. `balance`: naira text; negative means owed. */
export function AssociateSum({ officerId, balance }: { officerId: string; balance: string }) {
  const figures = useQuery(queryFor(officerFigures, { sales_officer_id: officerId })).data?.data;
  const owed = 0 - koboOf(balance);
  const parts = figures ? partsOf(owed, koboOf(figures.stock_amount), koboOf(figures.cash)) : [];
  return (
    <span className="block">
      <span className="figures font-semibold">
        {owed > 0 && <span className="font-normal">Owes </span>}
        {showNaira(Math.abs(owed))}
        {owed < 0 && <span className="font-normal"> in credit</span>}
      </span>
      <span className="figures block min-h-10 text-sm leading-5 text-ink-soft">
        {parts.map(({ name, kobo, bad }) => (
          <span key={name} className={classes('block', bad && 'font-semibold text-bad')}>
            {name} {showNaira(kobo)}
          </span>
        ))}
        {parts.length > 1 && <span className="block">DA Reconciliation shows the money without the goods.</span>}
      </span>
    </span>
  );
}
