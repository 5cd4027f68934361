import { koboOf, oneRule, showLogged } from '#domain/money.ts';
import { classes } from '#ui/classes.ts';

/**
 * A balance (A9). Red: the owner owes. Green: the owner has credit. A word replaces the sign: "Owes ₦300" and "₦500 in credit". Under a heading that
 * already says this (`bare`), the sign stays. `among`: all balances of the column, so that all have the same number of decimals.
 */
export function Owed({
  balance,
  bare = false,
  among = [balance],
  logged = false,
}: {
  balance: string;
  bare?: boolean;
  among?: readonly string[];
  /** With two decimals, like the rows of a log that stand beside it. */
  logged?: boolean;
}) {
  const kobo = koboOf(balance);
  const show = logged ? showLogged : oneRule(among);
  return (
    <span className={lookOf(kobo)}>
      {!bare && kobo < 0 && <span className="font-normal">Owes </span>}
      {show(bare ? kobo : Math.abs(kobo))}
      {!bare && kobo > 0 && <span className="font-normal"> in credit</span>}
    </span>
  );
}

/** The Value of a log row: the effect for the owner, plus for money in, minus for a charge, with two decimals (B6.3). */
export function LogValue({ effect }: { effect: string }) {
  const kobo = 0 - koboOf(effect);
  return <span className={lookOf(kobo)}>{showLogged(kobo)}</span>;
}

/** The kind of a log row. The documents write the kind in lower case. The screen starts it with a capital letter, as the deposit dialog does. */
export function LogTag({ tag }: { tag: string }) {
  return <span className="inline-block first-letter:uppercase">{tag}</span>;
}

const lookOf = (kobo: number) =>
  classes('figures font-semibold', kobo === 0 ? 'text-ink' : kobo < 0 ? 'text-bad' : 'text-good');
