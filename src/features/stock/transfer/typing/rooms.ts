import { classes } from '#ui/classes.ts';

/** The classes that reserve space on the card of a figure, so that no key and no figure moves. */

/** The facts about a product above its figure: its name, its case and its stock. */
export const CARD_HEAD = 'lg:not-short:h-18 sm:max-lg:not-short:h-26';
/**
 * The same in a count, where an upright tablet needs the space for reasons: a name of three lines and the case. The place in the count stands beside
 * Cases and Units.
 */
export const COUNT_HEAD = 'lg:not-short:h-23 sm:max-lg:not-short:h-18';

/** The card while everything is counted. It has no field, so it keeps its space and is no sheet on a phone. */
export const RESTING = 'border-transparent';

/** On an upright tablet the space of the reasons is reserved before a product is chosen. */
export const WHY_ROOM = 'hidden h-[4.84375rem] shrink-0 sm:max-lg:not-short:block';

/** If some of the goods are tracked by lot, the space of the lot fields is reserved for all products. */
export const LOT_ROOM = 'sm:max-lg:not-short:min-h-26';

/**
 * The least height of the card on an upright tablet. It is the same for all goods of a transfer, so that neither the keys nor the list move from
 * product to product. Nine lines fit above the smallest card, which is as high as the pad. The card is higher if it has reasons beside lot fields, or
 * boxes of a count.
 */
export function tallUpright(someLots: boolean, isCount: boolean, isBack: boolean): string {
  if (someLots && isCount) return 'sm:max-lg:[@media(min-height:68rem)]:min-h-110';
  if (someLots && isBack) return 'sm:max-lg:[@media(min-height:68rem)]:min-h-98';
  return 'sm:max-lg:[@media(min-height:68rem)]:min-h-84';
}
/** The height of the pad on an upright tablet, where it stands at the lower end beside the card. */
export const PAD_UPRIGHT = 'sm:max-lg:[@media(min-height:68rem)]:h-84 sm:max-lg:[@media(min-height:68rem)]:self-end';

/** The height of the pad on a tablet in landscape. It depends on the window only, so that the keys never move. */
const PAD_LYING =
  'pointer-coarse:lg:not-short:h-[min(35vh,calc(100vh-33.25rem))] pointer-coarse:lg:not-short:[@media(max-height:49rem)]:h-[30vh]';
/**
 * `stocktake`: its card needs more height. `transfer`: with the fields of a lot in one row, the pad has the height that the search, the tiles and the
 * card leave.
 */
export const PAD_ROOM = {
  stocktake: PAD_LYING,
  transfer: classes(
    PAD_LYING,
    'pointer-coarse:xl:not-short:h-[min(37vh,calc(100vh-31.5rem))] pointer-coarse:xl:not-short:[@media(max-height:49rem)]:h-[max(13.5rem,min(36vh,calc(100vh-30.5rem)))]',
  ),
} as const;

/** The space of a warning beside its button: four lines if the pad is at its side. */
export const NOTE = 'sm:max-lg:not-short:min-h-19.5';
