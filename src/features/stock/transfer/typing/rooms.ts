import { classes } from '#ui/classes.ts';

/** What keeps its room on the card of a figure, so that no key and no figure moves. */

/** What belongs to a product, over its figure: its name, its case, and what is there of it. */
export const CARD_HEAD = 'lg:not-short:h-18 sm:max-lg:not-short:h-26';
/** In a count, whose reasons need the room of an upright tablet: a name of three lines and the case. Which line it is stands beside Cases and Units there. */
export const COUNT_HEAD = 'lg:not-short:h-23 sm:max-lg:not-short:h-18';

/** The card while everything is counted: it has nothing to type into, so it keeps its room and is no sheet. */
export const RESTING = 'border-transparent';

/** On an upright tablet the reasons have their room before a product is chosen. */
export const WHY_ROOM = 'hidden h-[4.84375rem] shrink-0 sm:max-lg:not-short:block';

/** If some of the goods are tracked by lot, all products keep the room of the lot fields. */
export const LOT_ROOM = 'sm:max-lg:not-short:min-h-26';

/**
 * The least height of the card of an upright tablet: one for all goods of a transfer, so that neither the keys nor the list change from product to product. Nine lines are
 * seen over the least one, which is as high as the pad, in a count too. The reasons of goods that go back need more beside the fields of a lot, and so do the boxes of a count.
 */
export function tallUpright(someLots: boolean, isCount: boolean, isBack: boolean): string {
  if (someLots && isCount) return 'sm:max-lg:[@media(min-height:68rem)]:min-h-110';
  if (someLots && isBack) return 'sm:max-lg:[@media(min-height:68rem)]:min-h-98';
  return 'sm:max-lg:[@media(min-height:68rem)]:min-h-84';
}
/** The height of its pad, at the lower end beside the card. */
export const PAD_UPRIGHT = 'sm:max-lg:[@media(min-height:68rem)]:h-84 sm:max-lg:[@media(min-height:68rem)]:self-end';

/** The height of the pad of a tablet that lies, of the window alone, so that its keys are at one place whatever is typed. */
const PAD_LYING =
  'pointer-coarse:lg:not-short:h-[min(35vh,calc(100vh-33.25rem))] pointer-coarse:lg:not-short:[@media(max-height:49rem)]:h-[30vh]';
/** `stocktake`: its card needs more height. `transfer`: where the fields of a lot are in one row, all that the search, the tiles and such a card leave. */
export const PAD_ROOM = {
  stocktake: PAD_LYING,
  transfer: classes(
    PAD_LYING,
    'pointer-coarse:xl:not-short:h-[min(37vh,calc(100vh-31.5rem))] pointer-coarse:xl:not-short:[@media(max-height:49rem)]:h-[max(13.5rem,min(36vh,calc(100vh-30.5rem)))]',
  ),
} as const;

/** The room of a warning beside its way out: four lines where the pad is at its side. */
export const NOTE = 'sm:max-lg:not-short:min-h-19.5';
