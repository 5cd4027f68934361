/** What keeps its room on the card of a figure, so that no key and no figure moves. */

/** What belongs to a product, over its figure: its name, its case, and what is there of it. */
export const CARD_HEAD = 'lg:not-short:h-21 sm:max-lg:not-short:h-31';
/** In a count, whose reasons need the room of an upright tablet: a name of three lines, the case, and which line it is. */
export const COUNT_HEAD = 'lg:not-short:h-23 sm:max-lg:not-short:h-24';

/** On an upright tablet the reasons have their room before a product is chosen. */
export const WHY_ROOM = 'hidden h-[4.84375rem] shrink-0 sm:max-lg:not-short:block';

/** If some of the goods are tracked by lot, all products keep the room of the lot fields. */
export const LOT_ROOM = 'sm:max-lg:not-short:min-h-26';

/**
 * The least height of the card of an upright tablet: one for all goods and for each count, so that neither keys nor list change when a count begins. Nine lines are seen
 * over it. The fields of a lot need more; the keys stay as they are.
 */
export const tallUpright = (someLots: boolean): string =>
  someLots ? 'sm:max-lg:[@media(min-height:68rem)]:min-h-119' : 'sm:max-lg:[@media(min-height:68rem)]:min-h-89';
/** The height of its pad, at the lower end beside the card. */
export const PAD_UPRIGHT = 'sm:max-lg:[@media(min-height:68rem)]:h-89 sm:max-lg:[@media(min-height:68rem)]:self-end';

/** The room of a warning beside its way out: four lines where the pad is at its side. */
export const NOTE = 'sm:max-lg:not-short:min-h-19.5';
