/** Headings that the documents abbreviate (PROD-03). The hint has the full words, as tooltip and for screen readers. */
export const DOTS_HEAD = {
  title: 'Status (MBPS)',
  hint: 'Status of the manufacturer, the brand, the product and the hub product',
} as const;
export const MPU_HEAD = { title: 'MPU', hint: 'Minimum purchasable units: an order is a multiple of it' } as const;
