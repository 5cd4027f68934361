/** What several areas show instead of rows. README, "Texts". */
export const emptyTexts = {
  dates: 'Choose a start and an end date',
  entries: 'No entries found',
  logs: 'No logs found',
  products: 'No products found',
  retailers: 'No retailers found',
} as const;
