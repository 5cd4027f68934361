/** The exact texts about the queue's state (SYNC section 11, B11.1). Tests and screen readers rely on them. */
import { contactWords } from './contactWords.ts';
import { plural } from './plural.ts';

export interface QueueCount {
  waiting: number;
  sending: number;
  attention: number;
  /** All ops that this pass has to send. */
  total: number;
}

export const syncWords = {
  status(count: QueueCount): string {
    if (count.attention > 0) return plural(count.attention, '# needs attention', '# need attention');
    if (count.sending > 0) return `Sending ${count.sending} of ${count.total}`;
    if (count.waiting > 0) return plural(count.waiting, '# change waiting to send', '# changes waiting to send');
    return 'All changes sent';
  },
  ...contactWords,
  savedHere: 'Saved on this tablet. It will be sent when you are online.',
  signInToSend: (n: number) => plural(n, 'Sign in to send # change', 'Sign in to send # changes'),
  updateToSend: (n: number) => plural(n, 'Update the app to send # change', 'Update the app to send # changes'),
  notSent: (n: number) => plural(n, '# change has not been sent', '# changes have not been sent'),
  othersWaiting: (n: number, initials: string) => `${plural(n, '# change', '# changes')} by ${initials} waiting`,
  onThisTablet: (n: number) =>
    plural(n, '# change on this tablet has not been sent', '# changes on this tablet have not been sent'),
  needsAttentionLink: (n: number) => `Needs attention (${n})`,
  completing: 'Waiting to complete. Stock has not moved yet.',
  /** The text of a refusal without a message. */
  refused: 'This change needs attention.',
  storageFull: 'Not saved: storage is full',
  notSaved: 'Not saved',
  newerStore: 'This device was used with a newer version of the app. Reload to continue.',
  savingOff:
    'Offline saving is off: it needs https and a browser that stores data. Saving works only while you are online.',
  unreadable: 'This device cannot read its saved changes, and it can save no more. Reload to continue.',
  mayBeCleared: 'Storage may be cleared',
  provisional: 'PROVISIONAL - not yet confirmed by the server',
  /** The second line of the status; `clock` comes from time.ts#showClock. */
  lastSent: (clock: string) => `Last sent ${clock}`,
  syncNow: 'Sync now',
  /** The text for a write without an answer while the health call was answered (K26). */
  noAnswer: 'The server works, but this change got no answer. Check whether it was saved before you try again.',
  /** The text for a write that the server answered with status 500. */
  writeFailed: 'The server failed. Check whether it was saved before you try again.',
  completeOffline: 'Complete Transfer offline',
  completedElsewhere: 'Completed elsewhere',
  mayBeClearedInstall: 'Storage may be cleared: install the app',
  /** `at`: "24 Nov, 17:55". */
  storedCopyFrom: (at: string) => `Stored copy from ${at}`,
  /** The time is that of the oldest copy. */
  storedCopyOrLater: (at: string) => `Stored copy from ${at}, in part newer`,
  /** Pickers: "34 cases as of 14:02, minus 6 waiting on this tablet" (B11). `clock`: null when the figure is current. */
  stockAsOf: (stock: string, clock: string | null, waiting: string | null) =>
    `${stock}${clock === null ? '' : ` as of ${clock}`}${waiting === null ? '' : `, minus ${waiting} waiting on this tablet`}`,
  /** The ready check of wizard step 1: for readers, then as seen. `since`: "now" or a time. */
  readyForOffline: (parties: string) => `Ready for offline: ${parties}.`,
  worksOffline: (n: number, since: string) =>
    `Works offline. ${plural(n, '# product', '# products')}, prices ${since === 'now' ? 'just read' : `from ${since}`}.`,
  /** Shown in addition to each change's own "Try again" (K42). */
  tryAllAgain: (n: number) => `Try all ${n} again`,
  headings: { waiting: 'Waiting to send', attention: 'Needs attention', sent: 'Sent in the last 7 days' },
  attention: { tryAgain: 'Try again', edit: 'Edit', discard: 'Discard', exportUnsent: 'Export unsent' },
  conflict: { title: 'Resolve conflict', keepMine: 'Keep mine', keepTheirs: 'Keep theirs' },
  signOut: { stay: 'Stay', keep: 'Sign out and keep', discard: 'Discard' },
  invalid: 'Invalid value, not saved',
  warning: 'Warning, saved on the server',
  confirmStock: 'This action cannot be reversed. Are you sure you want to continue?',
} as const;

/** Returns "A. O." for "Adébáyọ̀ Ògúnlẹ́sì". */
export function initials(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0]?.toUpperCase() ?? ''}.`)
    .join(' ');
}
