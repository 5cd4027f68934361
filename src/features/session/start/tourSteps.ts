/** The steps of the tour, by the person's rights. */
import { isAssociate, managesHub, movesGoods, seesStock } from '#domain/home.ts';
import type { Who } from '#domain/permissions.ts';

export interface TourStep {
  /** The selectors of the element. The first visible one counts. */
  at: readonly string[];
  title: string;
  text: string;
}

const region = (name: string) => `main section[aria-label="${name}"]`;

const STEPS = {
  transfers: {
    at: [region('Transfers')],
    title: 'Your daily work',
    text: 'Each of these starts a transfer. The number says how many of its kind are waiting.',
  },
  figures: {
    at: [region('Figures')],
    title: 'How things stand',
    text: 'Orders, deliveries, debts or stock of the days that you choose. A press on a figure opens the records that it counts.',
  },
  work: {
    at: [region('Work to do')],
    title: 'What waits for you',
    text: 'What waits longest is here, and the button at the end of a row finishes it.',
  },
  stock: {
    at: [region('Runs out first')],
    title: 'What runs out',
    text: 'The products that run out first at the present rate of sale.',
  },
  associates: {
    at: [region('Associates today')],
    title: 'Your associates',
    text: 'What each has delivered today, and the cash that is still to hand in.',
  },
  cash: {
    at: [region('Cash to hand in')],
    title: 'Your cash',
    text: 'What you took for orders and have not paid in yet.',
  },
  deliveries: {
    at: [region('Deliveries')],
    title: 'Where to go',
    text: 'The orders that the hub gave you, with the address, the amount and a button that calls.',
  },
  goods: {
    at: [region('With you now')],
    title: 'Your goods',
    text: 'What was issued to you and is not delivered or brought back.',
  },
  sync: {
    at: ['header a[href="/sync"]'],
    title: 'Sent or not sent',
    text: 'What you save here is safe without a connection. This shows what still waits to be sent.',
  },
  search: {
    at: ['button.search-bar'],
    title: 'Search, and start tasks',
    text: 'Type a name, a reference or what to do, like “unpaid today”.',
  },
  menu: {
    at: ['aside nav[aria-label="Main"]', 'button[aria-label="Toggle sidebar"]'],
    title: 'Every screen',
    text: 'This menu has everything that your role may open.',
  },
  user: {
    at: ['button[aria-label^="User menu"]'],
    title: 'You',
    text: 'Your profile, a dark or light screen, and this tour whenever you want it again.',
  },
} as const satisfies Record<string, TourStep>;

/** Five steps at most. */
export function tourSteps(who: Pick<Who, 'role' | 'permissions'>): TourStep[] {
  const names: readonly (keyof typeof STEPS)[] = isAssociate(who)
    ? ['cash', 'deliveries', 'goods', 'sync', 'user']
    : movesGoods(who)
      ? ['transfers', 'work', 'sync', 'search', 'user']
      : managesHub(who)
        ? ['figures', 'associates', 'stock', 'work', 'user']
        : seesStock(who)
          ? ['figures', 'stock', 'work', 'search', 'menu']
          : ['figures', 'work', 'search', 'menu', 'user'];
  return names.map((name) => STEPS[name]);
}
