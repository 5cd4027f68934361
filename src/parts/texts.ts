/** Empty lists of records that several areas show. README, "Texts". */
export const emptyTexts = {
  entries: 'No entries found',
  logs: 'No logs found',
  products: 'No products found',
  retailers: 'No retailers found',
} as const;
