import type { WizardKind } from '#domain/transfer.ts';

/** What the first and the last screen of a kind of transfer say. */
export interface KindWords {
  /** Over the transfers that are not completed. */
  expected: string;
  none: string;
  /** Before "since today": "Expected since today, 09:10". */
  waits: string;
  other: string;
  /** In its place where nothing is announced, so that there is no other. */
  only: string;
  who: string;
  find: string;
  /** Before the hub's name: "to Wuse Hub". */
  hub: 'to' | 'from';
  next: string;
  /** Where one with this party is begun already. */
  second: string;
  /** Everything of an expected transfer is there as it was announced. */
  right: string;
  /** Its lines are not here, and the server does not answer. */
  away: string;
  /** What can be done all the same: beginning another transfer of the kind. */
  anyway: string;
  /** After the name of a product that was scanned before a transfer was chosen. */
  notIn: string;
  /** What comes before a scan that no expected transfer holds. */
  firstWho: string;
}

export const WORDS: Readonly<Record<WizardKind, KindWords>> = {
  shipment_in: {
    expected: 'Expected',
    none: 'Nothing is expected.',
    waits: 'Expected',
    other: 'Something else came',
    only: 'A shipment came',
    who: 'Who is it from?',
    find: 'Find a distributor',
    hub: 'to',
    next: 'Next receipt',
    second: 'A second delivery',
    right: 'All there',
    away: 'This delivery is not on this tablet yet.',
    anyway: 'Receive it without the note',
    notIn: 'is in no expected delivery.',
    firstWho: 'Choose who brings it first.',
  },
  stock_in: {
    expected: 'Expected back',
    none: 'Nothing is expected back.',
    waits: 'Expected',
    other: 'Something else came back',
    only: 'Goods came back',
    who: 'Who brings it?',
    find: 'Find a delivery associate',
    hub: 'to',
    next: 'Next return',
    second: 'A second return',
    right: 'All there',
    away: 'This return is not on this tablet yet.',
    anyway: 'Take it back without the note',
    notIn: 'is in no expected return.',
    firstWho: 'Choose who brings it back first.',
  },
  stock_out: {
    expected: 'To be issued',
    none: 'Nothing waits to be issued.',
    waits: 'Planned',
    other: 'Something else goes out',
    only: 'Goods go out',
    who: 'Who takes it?',
    find: 'Find a delivery associate',
    hub: 'from',
    next: 'Next issue',
    second: 'A second issue',
    right: 'All as planned',
    away: 'This issue is not on this tablet yet.',
    anyway: 'Issue it without the note',
    notIn: 'is in no planned issue.',
    firstWho: 'Choose who takes it first.',
  },
  shipment_out: {
    expected: 'To be sent back',
    none: 'No rejection is planned.',
    waits: 'Planned',
    other: 'Something else goes back',
    only: 'Goods go back',
    who: 'Who does it go to?',
    find: 'Find a distributor',
    hub: 'from',
    next: 'Next rejection',
    second: 'A second rejection',
    right: 'All as planned',
    away: 'This rejection is not on this tablet yet.',
    anyway: 'Reject it without the note',
    notIn: 'is in no planned rejection.',
    firstWho: 'Choose who it goes to first.',
  },
};
