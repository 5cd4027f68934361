import { koboOf, showLogged, showNaira } from '#domain/money.ts';
import { classes } from '#ui/classes.ts';

/** A shown balance (A9): red owes, green in credit; the word stands beside the colour unless the column's heading says it (`bare`). */
export function Owed({ balance, bare = false }: { balance: string; bare?: boolean }) {
  const kobo = koboOf(balance);
  return (
    <span className={lookOf(kobo)}>
      {showNaira(balance)}
      {!bare && kobo !== 0 && <span className="font-normal"> {kobo < 0 ? 'owes' : 'in credit'}</span>}
    </span>
  );
}

/** The Value of a log: what it did for the owner, money in plus, a charge minus, with two decimals (B6.3). */
export function LogValue({ effect }: { effect: string }) {
  const kobo = 0 - koboOf(effect);
  return <span className={lookOf(kobo)}>{showLogged(kobo)}</span>;
}

/** What kind of log it is; its word is written as the documents have it and shown with a capital, as the deposit's dialog shows it. */
export function LogTag({ tag }: { tag: string }) {
  return <span className="inline-block first-letter:uppercase">{tag}</span>;
}

const lookOf = (kobo: number) =>
  classes('figures font-semibold', kobo === 0 ? 'text-ink' : kobo < 0 ? 'text-bad' : 'text-good');
