/** What orders say in several places. README, "Texts". */
export const orderTexts = {
  noItems: 'Oops! No items in cart',
  updated: 'Order successfully updated.',
} as const;
