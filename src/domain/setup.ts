/** The steps from an empty firm to its first receipt and first order (decision 1620). Each one needs records of the steps before it. */
export const SETUP_STEPS = [
  'account',
  'hub',
  'manufacturer',
  'brand',
  'product',
  'price',
  'distributor',
  'brings',
  'location',
  'store_type',
  'retailer',
  'receipt',
  'order',
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];
