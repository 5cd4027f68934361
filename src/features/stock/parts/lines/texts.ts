/** Texts that transfers (stock) and purchase orders (purchasing) share. */
export const lineTexts = {
  added: 'Product added to purchase order!',
  removed: 'Product removed from purchase order.',
  updated: 'Purchase order product updated',
  orderCreated: 'Purchase order successfully created.',
  transferred: 'Transfer successful.',
  chooseFrom: 'Choose who the goods come from.',
  chooseTo: 'Choose who the goods go to.',
  fromTomorrow: 'Returned goods can be sold from tomorrow.',
  sameParty: 'Source and destination cannot be the same.',
  chooseWhy: 'Choose why it differs',
  numberFollows: 'The number follows when you are online.',
  noWhy: 'No reason',
  whyBack: 'Optional: why it goes back.',
  whyHelps: 'Optional: why accepted and expected differ.',
} as const;
