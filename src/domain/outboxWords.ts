/**
 * The short texts of the outbox and of its counts in the header. Each stands beside the documents' text of syncWords.ts, which tests and screen readers find.
 * A file of its own, because syncWords.ts is part of the first load.
 */
import { plural } from './plural.ts';

/** How many cards the outbox has of each kind. */
export type Cards = Readonly<Record<'transfer' | 'reversal' | 'stocktake', number>>;

export const outboxWords = {
  /** Transfers, reversals and stocktakes, as the outbox has cards. */
  waits: (n: number) => `${n} waiting`,
  /** Not "safe": the browser may delete it, which only the outbox knows. */
  areSaved: ({ transfer, reversal, stocktake }: Cards): string => {
    const parts = [
      ...(transfer > 0 ? [plural(transfer, '# transfer', '# transfers')] : []),
      ...(reversal > 0 ? [plural(reversal, '# reversal', '# reversals')] : []),
      ...(stocktake > 0 ? [plural(stocktake, '# stocktake', '# stocktakes')] : []),
    ].join(', ');
    return transfer + reversal + stocktake === 1
      ? `${parts} is saved on this device`
      : `${parts} are saved on this device`;
  },
  /** Waiting changes that need more than the stock that this tablet knows. */
  tooMuch: (n: number) => plural(n, '# asks for more than is there', '# ask for more than is there'),
  needsYou: (n: number) => plural(n, '# needs you', '# need you'),
  /** The totals over the cards of the outbox; '' if there is none. */
  counts: ({ waiting, needing }: { waiting: number; needing: number }): string =>
    [
      ...(waiting > 0 ? [outboxWords.waits(waiting)] : []),
      ...(needing > 0 ? [outboxWords.needsYou(needing)] : []),
    ].join(', '),
  sends: (n: number) => `Sending ${n}`,
  allSent: 'Everything is sent',
  /** Without a server, beside "Working offline": "sent" would be about a contact that there is not. */
  nothingWaits: 'Nothing waits',
  /** Beside "Edit". */
  openAndFix: 'Open and fix',
  installApp: 'Install the app',
  /** Beside "Storage may be cleared: install the app". `waits`: there is unsent work. */
  mayBeDeleted: (waits: boolean): string =>
    waits ? 'The browser may delete unsent work.' : 'The browser may delete what is saved on this device.',
  askToKeep: 'Keep my data safe',
  /** The browser did not agree; an installed app is what it keeps. */
  refusedInstall: 'The browser refused. Install the app, and it keeps your data.',
  refusedByMenu:
    "The browser refused. Install the app, and it keeps your data: choose “Install app” or “Add to Home screen” in the browser's menu.",
  /** The app is installed, and still. */
  refusedInstalled: 'The browser refused. Send your changes soon, or save a copy with “Export unsent”.',
} as const;
