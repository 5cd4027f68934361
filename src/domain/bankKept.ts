/** The reasons why a credit that a bank reported was not posted, and what a user can do about each. */

export const KEPT_REASONS = [
  'unknown_account',
  'differs',
  'out_of_order',
  'replayed',
  'too_old',
  'wrong_signature',
  'not_readable',
] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];

export const KEPT_STATES = ['open', 'posted', 'settled', 'dismissed'] as const;
export type KeptState = (typeof KEPT_STATES)[number];

interface Words {
  what: string;
  todo: string;
}

export const KEPT_WORDS: Readonly<Record<KeptReason, Words>> = {
  unknown_account: {
    what: 'No wallet has this account number.',
    todo: 'Ask the bank whose account it is, then post it to that wallet.',
  },
  differs: {
    what: 'This reference was posted already, with another account or amount.',
    todo: 'Ask the bank which one is right. Correct the wallet by a deposit, then dismiss this.',
  },
  out_of_order: {
    what: 'A newer call of the bank came before this one.',
    todo: "Compare it with the day's statement, then post it.",
  },
  replayed: {
    what: 'The very same call came a second time.',
    todo: 'The first one was handled. Dismiss this; if it comes again, somebody else may hold calls of the bank.',
  },
  too_old: {
    what: 'The call was signed more than 5 minutes before or after it came.',
    todo: "Compare it with the day's statement, then post it. Check the clocks of both servers.",
  },
  wrong_signature: {
    what: 'The signature is wrong: nobody knows who sent this.',
    todo: "It cannot be posted. If money is missing, upload the day's statement; check the shared secret. Then dismiss this.",
  },
  not_readable: {
    what: 'The bank sent something that is not a credit.',
    todo: "It cannot be posted. Upload the day's statement, tell the bank, then dismiss this.",
  },
};

/** true: a user may post the credit by hand, because its sender is known, it can be read, and it is not in the books yet. */
export const canPost = (reason: KeptReason): boolean =>
  reason === 'unknown_account' || reason === 'out_of_order' || reason === 'too_old';
