/** Texts that several areas show in place of rows. */
export const emptyTexts = {
  dates: 'Choose a start and an end date',
  entries: 'No entries found',
  logs: 'No logs found',
  products: 'No products found',
  retailers: 'No retailers found',
  wrongDates: 'Put the dates right first',
} as const;

const without = (names: readonly string[], whom: string) =>
  `${new Intl.ListFormat('en-GB').format(names)} will have no ${whom} until somebody is named there.`;

/** About areas whose sales rep leaves (AREA-12). `more`: the number of areas that are not named. */
export const areaTexts = {
  left: (areas: readonly string[], more: number) =>
    without(more > 0 ? [...areas, `${more} more ${more === 1 ? 'area' : 'areas'}`] : areas, 'sales rep'),
} as const;

/** About hubs without a manager (HUB-06). */
export const hubTexts = {
  none: 'No manager',
  now: 'This hub has no manager.',
  /** About hubs whose manager leaves. */
  left: (hubs: readonly string[]) => without(hubs, 'manager'),
} as const;
