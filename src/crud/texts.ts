/** Texts that several areas show in place of rows. */
import { plural } from '#domain/plural.ts';
export const emptyTexts = {
  dates: 'Choose a start and an end date',
  entries: 'No entries found',
  logs: 'No logs found',
  /** Why the list of a model has no rows. */
  noRecord: 'There are none yet.',
  /** The next step for that. */
  first: 'Create the first one',
  /** Why a report about orders has no rows. */
  noOrder: 'No orders match these days and filters. Choose other days above.',
  /** Why a warehouse has no log. */
  noMovement: 'Nothing has come into this warehouse or gone out of it yet.',
  /** In place of one value. */
  none: 'None',
  products: 'No products found',
  retailers: 'No retailers found',
  wrongDates: 'Correct the dates first',
} as const;

/** Under a title with a word of the documents: the word that our own texts have for the same. */
export const sameTexts = {
  associate: '“DA” means delivery associate.',
  buyer: '“Buyer” means retailer.',
  group: '“Order group” means order.',
  seller: '“Seller” means hub.',
} as const;

const namesText = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const without = (names: readonly string[], whom: string) =>
  `${namesText(names)} will have no ${whom} until somebody is named there.`;

/** About areas whose sales rep leaves (AREA-12). `more`: the number of areas that are not named. */
export const areaTexts = {
  left: (areas: readonly string[], more: number) =>
    without(more > 0 ? [...areas, plural(more, '# more area', '# more areas')] : areas, 'sales rep'),
} as const;

/** About hubs without a manager (HUB-06). */
export const hubTexts = {
  none: 'No manager',
  now: 'This hub has no manager.',
  /** About hubs whose manager leaves. */
  left: (hubs: readonly string[]) => without(hubs, 'manager'),
} as const;
