import { showNaira } from '#domain/money.ts';
import { classes } from '#ui/classes.ts';

/** A shown balance (A9): red owes, green in credit; the word stands beside the colour unless the column's heading says it (`bare`). */
export function Owed({ balance, bare = false }: { balance: string; bare?: boolean }) {
  const owes = balance.startsWith('-');
  const zero = Number(balance) === 0;
  return (
    <span className={classes('figures font-semibold', zero ? 'text-ink' : owes ? 'text-bad' : 'text-good')}>
      {showNaira(balance)}
      {!bare && !zero && <span className="font-normal"> {owes ? 'owes' : 'in credit'}</span>}
    </span>
  );
}
