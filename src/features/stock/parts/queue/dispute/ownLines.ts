import { plural } from '#domain/plural.ts';
import type { Colleagues } from '../elsewhere.ts';

/** "Your 3 lines are in it." */
export function ownLinesText({ own: { lines, moved } }: Colleagues): string {
  if (lines === 0) return 'Nothing of yours waits to be sent.';
  if (moved === lines) return plural(lines, 'Your line is in it.', 'Your # lines are in it.');
  if (moved === 0)
    return plural(lines, 'Your line is not in it with your figure.', 'None of your # lines is in it with your figure.');
  return `${moved} of your ${lines} lines are in it with your figures.`;
}
