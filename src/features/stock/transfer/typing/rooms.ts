/** What keeps its room on the card of a figure, so that no key and no figure moves. */

/** On an upright tablet the reasons have their room before a product is chosen, so that the figure stays where it is. */
export const WHY_ROOM = 'hidden h-20 sm:max-lg:not-short:block';

/** The same for the lot of goods that are tracked by lot. */
export const LOT_ROOM = 'hidden h-20 shrink-0 sm:max-lg:not-short:block';

/** The least height of the card of an upright tablet: one for all its products. */
export function tallUpright(isCount: boolean, isBack: boolean, someLots: boolean, isStocked: boolean): string | false {
  if (isCount)
    return someLots
      ? 'sm:max-lg:[@media(min-height:68rem)]:min-h-118'
      : 'sm:max-lg:[@media(min-height:68rem)]:min-h-98';
  if (isBack)
    return someLots
      ? 'sm:max-lg:[@media(min-height:68rem)]:min-h-112'
      : 'sm:max-lg:[@media(min-height:68rem)]:min-h-92';
  return (
    someLots &&
    (isStocked ? 'sm:max-lg:[@media(min-height:68rem)]:min-h-98' : 'sm:max-lg:[@media(min-height:68rem)]:min-h-88')
  );
}

/** The room of a warning beside its way out: three lines where the pad is at its side. */
export const NOTE = 'max-sm:not-short:min-h-14 sm:max-lg:not-short:min-h-16';
