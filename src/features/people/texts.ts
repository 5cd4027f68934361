/** Texts that several screens of people share. */
export const peopleTexts = {
  chooseRole: 'Choose a role',
  visitGone: 'A visit that you changed was removed by somebody else.',
  noArea: 'Area not found!',
  noBuyer: 'Buyer not found!',
  noDistributorOfficer: 'Distributor officer not found!',
  noSalesOfficer: 'Sales officer not found!',
  /** Over the list of delivery associates (SO-04). */
  walletHolds: 'Wallet balance counts goods in hand.',
  makeStarter: 'Create starter password',
} as const;
