/** What stands in the wallet of a delivery associate: goods in hand and cash to hand in. Only the cash is red (decision 0495). */
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { associatesCash, officerFigures } from '#contract/home/homeCalls.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { classes } from '#ui/classes.ts';
import { Owed } from '../wallet/parts/Owed.tsx';

interface AssociateProps {
  officerId: string;
  /** The shown balance as naira text: minus means owed. */
  balance: string;
}

const cashWords = (kobo: number) =>
  kobo > 0
    ? `cash to hand in ${showNaira(kobo)}`
    : kobo < 0
      ? `${showNaira(-kobo)} too much paid in`
      : 'no cash to hand in';

/** A cell of the list: the balance with the colour of the documents (SO-04), and below it how much of it is cash. */
export function AssociateBalance({ officerId, balance }: AssociateProps) {
  const { data } = useQuery(queryFor(associatesCash, {}));
  const cash = koboOf(data?.data[officerId] ?? '0');
  return (
    <>
      <Owed balance={balance} bare />
      <span
        className={classes('block min-h-4 text-xs leading-4', cash > 0 ? 'font-semibold text-bad' : 'text-ink-soft')}
      >
        {data && cashWords(cash)}
      </span>
    </>
  );
}

/** The parts of what an associate owes, in kobo, without those that are nothing. `owed`, `goods` and `cash` in kobo; their rest is what neither explains. */
export function partsOf(owed: number, goods: number, cash: number): { name: string; kobo: number; bad: boolean }[] {
  return [
    { name: 'goods in hand', kobo: goods, bad: false },
    { name: cash < 0 ? 'paid in too much' : 'cash to hand in', kobo: cash, bad: cash > 0 },
    { name: 'other entries', kobo: owed - goods - cash, bad: false },
  ].filter(({ kobo }) => kobo !== 0);
}

/** The balance of the page: one sum in plain ink, and under it what it is made of. */
export function AssociateSum({ officerId, balance }: AssociateProps) {
  const figures = useQuery(queryFor(officerFigures, { sales_officer_id: officerId })).data?.data;
  const owed = 0 - koboOf(balance);
  const parts = figures ? partsOf(owed, koboOf(figures.stock_amount), koboOf(figures.cash)) : [];
  return (
    <span className="block">
      <span className="figures font-semibold">
        {owed > 0 && <span className="font-normal">owes </span>}
        {showNaira(Math.abs(owed))}
        {owed < 0 && <span className="font-normal"> in credit</span>}
      </span>
      <span className="figures block min-h-10 text-sm leading-5 text-ink-soft">
        {parts.map(({ name, kobo, bad }) => (
          <span key={name} className={classes('block', bad && 'font-semibold text-bad')}>
            {name} {showNaira(kobo)}
          </span>
        ))}
      </span>
    </span>
  );
}
