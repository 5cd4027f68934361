/** Texts that several order screens share. */
export const orderTexts = {
  noItems: 'Oops! No items in cart',
  /** The confirmation of a restore (F14). */
  bills: (naira: string) => `This bills the retailer ${naira}. Restore?`,
  /** A payment exists for this order (K4). */
  received: (naira: string) => `${naira} was received for this order`,
  /** The product has no stock (UI-24). */
  outOfStock: 'Out of Stock',
  /** The tooltip of a price that was computed from an amount (K1). */
  about: 'About: worked back from an amount that was typed.',
  /** The quantity must be a multiple of the MPU (K5). */
  inMultiples: (caseCount: number, mpu: number) => `1 case = ${caseCount} units, sold in multiples of ${mpu}`,
  /** The product cannot be picked at this hub (K6). */
  notSold: 'Not sold at this hub',
  updated: 'Order successfully updated.',
} as const;
