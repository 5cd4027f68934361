/** What keeps its room on the card of a figure, so that no key and no figure moves. */

/** What belongs to a product, over its figure: its name, its case, and what is there of it. */
export const CARD_HEAD = 'lg:not-short:h-21 sm:max-lg:not-short:h-31';
/** In a count, whose reasons need the room of an upright tablet. */
export const COUNT_HEAD = 'lg:not-short:h-21 sm:max-lg:not-short:h-24';

/** On an upright tablet the reasons have their room before a product is chosen. */
export const WHY_ROOM = 'hidden h-20 shrink-0 sm:max-lg:not-short:block';

/** If some of the goods are tracked by lot, all products keep the room of the lot fields. */
export const LOT_ROOM = 'sm:max-lg:not-short:min-h-26';

/**
 * The least height of the card of an upright tablet: one for goods that go back and for each count. A list without reasons and lots has lower keys, so that eight of its
 * lines are seen.
 */
export function tallUpright(hasReasons: boolean, someLots: boolean): string | false {
  if (someLots) return 'sm:max-lg:[@media(min-height:68rem)]:min-h-119';
  return hasReasons && 'sm:max-lg:[@media(min-height:68rem)]:min-h-98';
}

/** The room of a warning beside its way out: three lines where the pad is at its side. */
export const NOTE = 'sm:max-lg:not-short:min-h-18';
