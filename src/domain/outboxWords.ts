/**
 * The short texts of the outbox and of its counts in the header. Each stands beside the documents' text of syncWords.ts, which tests and screen readers find.
 * A file of its own, because syncWords.ts is part of the first load.
 */
import { plural } from './plural.ts';

/** Cards of the outbox: how many, and how many of them are stocktakes. */
export interface Lanes {
  all: number;
  stocktakes: number;
}

const partsOf = ({ all, stocktakes }: Lanes): [transfers: number, stocktakes: number] => [all - stocktakes, stocktakes];

export const outboxWords = {
  /** Transfers and stocktakes, as the outbox has cards. */
  waits: (n: number) => `${n} waiting`,
  /** Not "safe": the browser may delete it, which only the outbox knows. */
  areSaved: (of: Lanes): string => {
    const [transfers, stocktakes] = partsOf(of);
    if (stocktakes === 0)
      return plural(transfers, '# transfer is saved on this tablet', '# transfers are saved on this tablet');
    if (transfers === 0)
      return plural(stocktakes, '# stocktake is saved on this tablet', '# stocktakes are saved on this tablet');
    return `${plural(transfers, '# transfer', '# transfers')}, ${plural(stocktakes, '# stocktake', '# stocktakes')} are saved on this tablet`;
  },
  /** What stands after the number. */
  safe: (of: Lanes): string => {
    const [transfers, stocktakes] = partsOf(of);
    if (stocktakes === 0)
      return plural(transfers, 'transfer is safe on this tablet', 'transfers are safe on this tablet');
    return transfers === 0
      ? plural(stocktakes, 'stocktake is safe on this tablet', 'stocktakes are safe on this tablet')
      : 'transfers and stocktakes are safe on this tablet';
  },
  /** The same where the browser may delete it. */
  wait: (of: Lanes): string => {
    const [transfers, stocktakes] = partsOf(of);
    if (stocktakes === 0) return plural(transfers, 'transfer waits on this tablet', 'transfers wait on this tablet');
    return transfers === 0
      ? plural(stocktakes, 'stocktake waits on this tablet', 'stocktakes wait on this tablet')
      : 'transfers and stocktakes wait on this tablet';
  },
  /** What stands after the number of those that wait for the person alone. */
  needYou: (of: Lanes): string => {
    const [transfers, stocktakes] = partsOf(of);
    if (stocktakes === 0)
      return plural(transfers, 'transfer on this tablet needs you', 'transfers on this tablet need you');
    return transfers === 0
      ? plural(stocktakes, 'stocktake on this tablet needs you', 'stocktakes on this tablet need you')
      : 'transfers and stocktakes on this tablet need you';
  },
  /** What waits and asks for more than there is, by the stock that this tablet knows. */
  tooMuch: (n: number) => plural(n, '# asks for too much', '# ask for too much'),
  needsYou: (n: number) => plural(n, '# needs you', '# need you'),
  /** What the cards of the outbox add up to; '' where there is none. */
  counts: ({ waiting, needing }: { waiting: number; needing: number }): string =>
    [
      ...(waiting > 0 ? [outboxWords.waits(waiting)] : []),
      ...(needing > 0 ? [outboxWords.needsYou(needing)] : []),
    ].join(', '),
  sends: (n: number) => `Sending ${n}`,
  allSent: 'Everything is sent',
  /** Beside "Edit". */
  openAndFix: 'Open and fix',
  installApp: 'Install the app',
  /** Beside "Storage may be cleared: install the app". `waits`: there is unsent work. */
  mayBeDeleted: (waits: boolean): string =>
    waits ? 'The browser may delete unsent work.' : 'The browser may delete what this tablet keeps.',
  askToKeep: 'Ask to keep it',
  /** The browser did not agree; an installed app is what it keeps. */
  refusedInstall: 'The browser did not agree. It keeps an installed app.',
  refusedByMenu:
    'The browser did not agree. It keeps an installed app: choose “Install app” or “Add to Home screen” in the menu of the browser.',
  /** The app is installed, and still. */
  refusedInstalled: 'The browser did not agree. Send what waits soon, or save a copy with “Export unsent”.',
} as const;
