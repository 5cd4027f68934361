/** Texts that several order screens share. */
export const orderTexts = {
  noItems: 'Oops! No items in cart',
  /** The question before a restore (F14). */
  bills: (naira: string) => `This bills the retailer ${naira}. Restore?`,
  /** Before cancelling an order with a payment (K4). */
  received: (naira: string) => `${naira} was received for this order`,
  /** Beside a price that was computed back from an amount (K1). */
  about: 'Rounded: calculated from an amount that was typed.',
  /** The MPU of a product (K5). */
  inMultiples: (caseCount: number, mpu: number) => `1 case = ${caseCount} units, sold in multiples of ${mpu}`,
  /** A note beside "Out of Stock" (UI-24). That text is about the limit, which people keep by hand (B8.4), and not about the stock. */
  limitZero: "Not for sale here: the hub's limit is 0.",
  noQuantity: 'Quantity field is required.',
  limit: "the hub's limit for sale",
  /** In pickers, for a product that the hub does not sell (K6, B8.4). */
  notSold: 'Not for sale at this hub',
  markDelivered: 'Mark delivered',
  /** In menus too, because "Cancel" alone closes a dialog. */
  cancel: 'Cancel order',
  delete: 'Delete order',
  /** The same of an order that was not placed. */
  deleteCart: 'Delete cart',
  /** The act that leads to a retailer's cart. */
  take: 'Take an order',
  noRetailer: 'No active retailer has these words. Search by another word of the name, or by the phone number.',
  /** Beside the action that completes a pending order. */
  skips: 'skips Delivered',
  skipped: 'The order is completed at once and skips Delivered.',
  /** A note above an order that does not count, on the screen and on paper. */
  gone: (tag: string) => `This order is ${tag}.`,
  /** About Invoice Due, the only amount of a list of orders (ORD-04). */
  dueHolds: 'What the retailer has to pay with this order: the order itself and the debt of other orders',
  updated: 'Order successfully updated.',
} as const;
