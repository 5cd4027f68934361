/**
 * The short texts of the outbox and of its counts in the header. Each stands beside the documents' text of syncWords.ts, which tests and screen readers find.
 * A file of its own, because syncWords.ts is part of the first load.
 */
import { plural } from './plural.ts';

export const outboxWords = {
  /** Transfers, as the outbox has cards. */
  waits: (n: number) => `${n} waiting`,
  /** Not "safe": the browser may delete it, which only the outbox knows. */
  areSaved: (n: number) => plural(n, '# transfer is saved on this tablet', '# transfers are saved on this tablet'),
  /** What stands after the number. */
  safe: (n: number) => plural(n, 'transfer is safe on this tablet', 'transfers are safe on this tablet'),
  /** The same where the browser may delete it. */
  wait: (n: number) => plural(n, 'transfer waits on this tablet', 'transfers wait on this tablet'),
  /** What stands after the number of those that wait for the person alone. */
  needYou: (n: number) => plural(n, 'transfer on this tablet needs you', 'transfers on this tablet need you'),
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
