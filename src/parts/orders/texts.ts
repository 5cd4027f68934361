/** What orders say in several places. README, "Texts". */
export const orderTexts = {
  noItems: 'Oops! No items in cart',
  /** F14. */
  bills: (naira: string) => `This bills the retailer ${naira}. Restore?`,
  /** K4. */
  received: (naira: string) => `${naira} was received for this order`,
  /** UI-24. */
  outOfStock: 'Out of Stock',
  updated: 'Order successfully updated.',
} as const;
