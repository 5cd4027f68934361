import { plural } from '#domain/plural.ts';
import type { CountedLine } from '#domain/receiving.ts';
import type { Direction } from '#domain/transfer.ts';

/** "Not counted: 3 lines, taken as expected."; '' where all are counted. What nobody counted moves as it was announced (B3.8). */
export function uncountedText(lines: readonly Pick<CountedLine, 'quantity_accepted'>[], direction: Direction): string {
  const n = lines.filter((line) => line.quantity_accepted === null).length;
  if (n === 0) return '';
  return `Not counted: ${plural(n, '# line', '# lines')}, taken as ${direction === 'in' ? 'expected' : 'planned'}.`;
}

/** Texts that transfers (stock) and purchase orders (purchasing) share. */
export const lineTexts = {
  added: 'Product added to purchase order!',
  removed: 'Product removed from purchase order.',
  updated: 'Purchase order product updated',
  orderCreated: 'Purchase order successfully created.',
  transferred: 'Transfer successful.',
  chooseFrom: 'Choose who the goods come from.',
  chooseTo: 'Choose who the goods go to.',
  fromTomorrow: 'Returned goods can be sold from tomorrow.',
  sameParty: 'Source and destination cannot be the same.',
  chooseWhy: 'Choose why it differs',
  numberFollows: 'The number follows when you are online.',
  noWhy: 'No reason',
  /** Of goods that went back to a distributor. */
  noReasonGiven: 'No reason given',
  /** Where no product is chosen at a desk. */
  howToChoose: 'Scan it, tap it, or type its name.',
  answerFirst: 'Not counted: answer the open window first.',
  whyBack: 'Optional: why it goes back.',
  whyHelps: 'Optional: why accepted and expected differ.',
} as const;
