/** What orders say in several places. README, "Texts". */
export const orderTexts = {
  noItems: 'Oops! No items in cart',
  /** F14. */
  bills: (naira: string) => `This bills the retailer ${naira}. Restore?`,
  /** UI-24. */
  outOfStock: 'Out of Stock',
  /** K1: beside a price that was worked back. */
  about: 'About: worked back from an amount that was typed.',
  updated: 'Order successfully updated.',
} as const;
