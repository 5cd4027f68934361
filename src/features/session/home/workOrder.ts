/** Which rows of work stand in the list, and in which order. Pure, as workWords.ts. */
import { isDifference, type WorkLine } from './workWords.ts';

/** The most rows of the list. */
export const WORK_SHOWN = 7;

/** The most differences of wallets among them. */
const DIFFERENCES_SHOWN = 3;

const byAge = (a: WorkLine, b: WorkLine) => a.since - b.since || b.kobo - a.kobo;

/** What is not late, or only a starter password: it never takes a place from what has waited. */
const canWait = ({ kind, transfer, late }: WorkLine) => kind === 'starter_passwords' || (transfer !== null && !late);

const byAmount = (a: WorkLine, b: WorkLine) => b.kobo - a.kobo;

/** The first of each kind, then the others, the largest first, at most `many`. */
function someOfEach(kinds: readonly WorkLine[][], many: number): WorkLine[] {
  const firsts = kinds.flatMap((lines) => lines.slice(0, 1)).sort(byAmount);
  const rest = kinds.flatMap((lines) => lines.slice(1)).sort(byAmount);
  return [...firsts, ...rest].slice(0, many).sort(byAmount);
}

/**
 * The rows of all kinds together, seven at most (decision 0426). On top the largest differences of wallets, of which some have no age; then the oldest, but at least one of each
 * kind that is late, so that one kind with many old records does not hide the others; last, if there is room, work that can wait.
 */
export function together(lists: readonly WorkLine[][]): WorkLine[] {
  const some = (keep: (line: WorkLine) => boolean) => lists.map((lines) => lines.filter(keep));
  const differences = someOfEach(some(isDifference), DIFFERENCES_SHOWN);
  const waiting = some((line) => !isDifference(line) && !canWait(line));
  const kept = waiting.flatMap((lines) => lines.slice(0, 1).filter((line) => line.late)).sort(byAge);
  const oldest = waiting
    .flat()
    .filter((line) => !kept.includes(line))
    .sort(byAge);
  const shown = [...kept, ...oldest].slice(0, WORK_SHOWN - differences.length).sort(byAge);
  const last = lists.flat().filter(canWait).sort(byAge);
  return [...differences, ...shown, ...last].slice(0, WORK_SHOWN);
}
