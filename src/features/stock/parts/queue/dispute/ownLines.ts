import { plural } from '#domain/plural.ts';
import { arrives, type Colleagues, correctionsOf, type Elsewhere } from '../elsewhere.ts';

/** "Your 3 lines are in it." */
export function ownLinesText({ own: { lines, moved } }: Colleagues): string {
  if (lines === 0) return 'Nothing of yours waits to be sent.';
  if (moved === lines) return plural(lines, 'Your line is in it.', 'Your # lines are in it.');
  if (moved === 0)
    return plural(lines, 'Your line is not in it with your figure.', 'None of your # lines is in it with your figure.');
  return `${moved} of your ${lines} lines are in it with your figures.`;
}

/**
 * Whether keeping the other person's figures gives up goods that this person had in addition. Goods of a receipt that nobody counted do not count: the other
 * person counted them.
 */
export function givesUp(of: Elsewhere | null | undefined): boolean {
  if (!of || !correctionsOf(of).some(({ is }) => is === 'missing')) return false;
  return of.differs.some(({ missing, own }) => missing > 0 && (own === 'counted' || !arrives(of)));
}
