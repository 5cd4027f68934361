/** What several areas show instead of rows. README, "Texts". */
export const emptyTexts = {
  dates: 'Choose a start and an end date',
  entries: 'No entries found',
  logs: 'No logs found',
  products: 'No products found',
  retailers: 'No retailers found',
  wrongDates: 'Put the dates right first',
} as const;

/** Of a hub that nobody manages (HUB-06). */
export const hubTexts = {
  none: 'No manager',
  now: 'This hub has no manager.',
  /** What becomes of hubs whose manager leaves. */
  left: (hubs: readonly string[]) =>
    `${new Intl.ListFormat('en-GB').format(hubs)} will have no manager until somebody is named there.`,
} as const;
