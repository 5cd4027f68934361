import { plural } from '#domain/plural.ts';
import type { CountedLine } from '#domain/receiving.ts';
import { DAY, showDay, startOfDay } from '#domain/time.ts';
import type { Direction } from '#domain/transfer.ts';

/** "Not counted: 3 lines, taken as expected."; '' if all lines are counted. Uncounted lines move as announced (B3.8). */
export function uncountedText(lines: readonly Pick<CountedLine, 'quantity_accepted'>[], direction: Direction): string {
  const n = lines.filter((line) => line.quantity_accepted === null).length;
  if (n === 0) return '';
  return `Not counted: ${plural(n, '# line', '# lines')}, taken as ${direction === 'in' ? 'expected' : 'planned'}.`;
}

/** "dated tomorrow, 28 Nov". The documents date a return one day later, but its goods move on completion ({@link lineTexts.datedTomorrow}). Both times in epoch seconds. */
export const returnDated = (timestamp: number, now: number): string =>
  `dated ${startOfDay(timestamp) === startOfDay(now) + DAY ? 'tomorrow, ' : ''}${showDay(timestamp, now)}`;

/** Texts that transfers (stock) and purchase orders (purchasing) share. */
export const lineTexts = {
  theirsKept: 'Theirs are kept. Your changes are discarded.',
  added: 'Product added to purchase order!',
  removed: 'Product removed from purchase order.',
  updated: 'Purchase order product updated',
  orderCreated: 'Purchase order successfully created.',
  transferred: 'Transfer successful.',
  completedBy: (name: string) => `Completed by ${name}`,
  chooseFrom: 'Choose who the goods come from.',
  chooseTo: 'Choose who the goods go to.',
  datedTomorrow: 'Returned goods are in stock at once. Their return is dated one day later.',
  /** About returned goods that are damaged, expired or wrong. */
  stillStock: 'Damaged goods count as stock until rejected.',
  sameParty: 'Source and destination cannot be the same.',
  chooseWhy: 'Choose why it differs',
  numberFollows: 'You get the number when you are online.',
  viewReceipt: 'View receipt',
  notInCatalogue: 'No product in the catalogue',
  elsewhereUnknown: 'What was completed is shown once the server answers.',
  noWhy: 'No reason',
  /** About goods that went back to a distributor. */
  noReasonGiven: 'No reason given',
  /** About goods that are tracked by lot and have no named lot. */
  noLot: 'No lot',
  /** Shown while no product is chosen. */
  howToChoose: 'Scan it, tap it, or type its name.',
  /** Shown while typed digits would be the figure of an unknown product. */
  unknownCode: 'Choose its product by name, or resolve the code in the list.',
  everythingCounted: 'Everything is counted.',
  answerFirst: 'Not counted: answer the open question first.',
  whyBack: 'Optional: why it goes back.',
  whyHelps: 'Optional: why accepted and expected differ.',
} as const;
