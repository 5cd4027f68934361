/** What orders say in several places. README, "Texts". */
export const orderTexts = {
  noItems: 'Oops! No items in cart',
  /** F14. */
  bills: (naira: string) => `This bills the retailer ${naira}. Restore?`,
  /** K4. */
  received: (naira: string) => `${naira} was received for this order`,
  /** UI-24. */
  outOfStock: 'Out of Stock',
  /** K1: beside a price that was worked back. */
  about: 'About: worked back from an amount that was typed.',
  /** K5. */
  inMultiples: (caseCount: number, mpu: number) => `1 case = ${caseCount} units, sold in multiples of ${mpu}`,
  /** K6: where a product cannot be picked. */
  notSold: 'Not sold at this hub',
  updated: 'Order successfully updated.',
} as const;
