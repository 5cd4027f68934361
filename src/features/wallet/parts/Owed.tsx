import { koboOf, showLogged, showNaira } from '#domain/money.ts';
import { classes } from '#ui/classes.ts';

/** A balance (A9): red if owed, green if in credit, with the word beside it unless the column's heading says it (`bare`). */
export function Owed({ balance, bare = false }: { balance: string; bare?: boolean }) {
  const kobo = koboOf(balance);
  return (
    <span className={lookOf(kobo)}>
      {showNaira(balance)}
      {!bare && kobo !== 0 && <span className="font-normal"> {kobo < 0 ? 'owes' : 'in credit'}</span>}
    </span>
  );
}

/** The value of a log row with two decimals: the effect for the owner, money in is positive, a charge negative (B6.3). */
export function LogValue({ effect }: { effect: string }) {
  const kobo = 0 - koboOf(effect);
  return <span className={lookOf(kobo)}>{showLogged(kobo)}</span>;
}

/** The kind of a log row, with a capital letter as in the deposit dialog. */
export function LogTag({ tag }: { tag: string }) {
  return <span className="inline-block first-letter:uppercase">{tag}</span>;
}

const lookOf = (kobo: number) =>
  classes('figures font-semibold', kobo === 0 ? 'text-ink' : kobo < 0 ? 'text-bad' : 'text-good');
