import type { WizardKind } from '#domain/transfer.ts';

/** The words of the first and the last screen of a kind of transfer. */
export interface KindWords {
  /** The heading of open transfers that were announced. */
  expected: string;
  none: string;
  /** The word before "since today": "Expected since today, 09:10". */
  waits: string;
  other: string;
  /** The heading in place of `other` if nothing is announced. */
  only: string;
  who: string;
  find: string;
  /** The word before the hub's name: "to Wuse Hub". */
  hub: 'to' | 'from';
  next: string;
  /** The button that begins another transfer although one with this party is open. */
  second: string;
  /** The button that says that all goods of an expected transfer came as announced. */
  right: string;
  /** The title if the lines are not on this tablet and the server does not answer. */
  away: string;
  /** What the person can do in this case: begin another transfer of the kind. */
  anyway: string;
  /** The words after the name of a product that was scanned before a transfer was opened. */
  notIn: string;
  /** The words after a scan that no expected transfer has: the party must be chosen first. */
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
