/** Chooses and sorts the rows of the list of work. Pure functions. */
import type { Work } from '#contract/home/workCalls.ts';
import { isDifference, isUndated, type WorkLine } from './workWords.ts';

/** The most rows of the list. Fewer are shown where the window is small (WorkRows.tsx). */
export const WORK_SHOWN = 10;

/** The most differences of wallets among the rows. */
const DIFFERENCES_SHOWN = 3;

const byAge = (a: WorkLine, b: WorkLine) => a.since - b.since || b.kobo - a.kobo;

/** Work that is not late, unused credit, and starter passwords. Such rows come after all other rows. */
const canWait = ({ kind, transfer, late, isCredit }: WorkLine) =>
  kind === 'starter_passwords' || isCredit || (transfer !== null && !late);

const byAmount = (a: WorkLine, b: WorkLine) => b.kobo - a.kobo;

/** At most `many` lines: the first one of each kind, then the others with the largest amounts. The result is sorted by amount, the largest first. */
function someOfEach(kinds: readonly WorkLine[][], many: number): WorkLine[] {
  const firsts = kinds.flatMap((lines) => lines.slice(0, 1)).sort(byAmount);
  const rest = kinds.flatMap((lines) => lines.slice(1)).sort(byAmount);
  return [...firsts, ...rest].slice(0, many).sort(byAmount);
}

/**
 * Sorts the rows of all kinds into one list, the oldest first (decisions 0426, 1113, 1321). The list has the largest differences of wallets;
 * differences without an age come first. Each late kind has at least one row, so that many old rows of one kind do not hide the others. Work that can
 * wait comes last.
 */
export function together(lists: readonly WorkLine[][]): WorkLine[] {
  const some = (keep: (line: WorkLine) => boolean) => lists.map((lines) => lines.filter(keep));
  const differences = someOfEach(some(isDifference), DIFFERENCES_SHOWN);
  const undated = differences.filter(isUndated);
  const dated = differences.filter((line) => !isUndated(line));
  const waiting = some((line) => !isDifference(line) && !canWait(line));
  const kept = waiting.flatMap((lines) => lines.slice(0, 1).filter((line) => line.late)).sort(byAge);
  const oldest = waiting
    .flat()
    .filter((line) => !kept.includes(line))
    .sort(byAge);
  const shown = [...dated, ...kept, ...oldest].slice(0, WORK_SHOWN - undated.length).sort(byAge);
  const last = lists.flat().filter(canWait).sort(byAge);
  return [...undated, ...shown, ...last].slice(0, WORK_SHOWN);
}

/** Says in words how `together` sorted these rows. */
export function orderText(lines: readonly WorkLine[]): string {
  const undated = lines.some(isUndated);
  const oldest = lines.some((line) => !isUndated(line) && !canWait(line));
  const last = lines.some(canWait);
  if (!undated) return oldest && last ? 'Oldest first, then what can wait' : 'Oldest first';
  return `Wallets by amount${oldest ? ', then the oldest' : ''}${last ? ', then what can wait' : ''}`;
}

/** People who move goods see work with goods first, if there is any. */
export const GOODS_FIRST = ['open_transfers', 'handovers', 'stocktakes'] as const;
export const NO_KIND = [] as const;

/** How many open transfers into hubs somebody began. */
export const begunInto = (work: readonly Work[] | undefined): number => {
  const begun = work?.find(({ kind }) => kind === 'open_transfers')?.begun ?? {};
  return (begun.shipment_in ?? 0) + (begun.stock_in ?? 0) + (begun.transfer ?? 0);
};

/** The number of open transfers of each kind. Undefined until the answer arrives. */
export const openOf = (work: readonly Work[] | undefined) =>
  work && (work.find(({ kind }) => kind === 'open_transfers')?.kinds ?? {});
