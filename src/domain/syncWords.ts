/** The exact words of the queue (SYNC.md section 11, DECISIONS B11.1). Accessible names are public: tests find things by them. */
import { conflictTime, showClock, showClock12 } from './time.ts';

export type RowState =
  | 'sent'
  | 'waiting'
  | 'sending'
  | 'blocked'
  | 'attention'
  | 'conflict'
  | 'invalid'
  | 'warning'
  | 'storage_full'
  | 'not_saved';

export type RowIcon = 'tick' | 'clock' | 'arrows' | 'warning' | 'two_arrows' | 'cross' | 'triangle';

const ROWS: Readonly<Record<RowState, { text: string; icon: RowIcon }>> = {
  sent: { text: 'Sent, saved on the server', icon: 'tick' },
  waiting: { text: 'Waiting to send, saved on this tablet', icon: 'clock' },
  sending: { text: 'Sending, saved on this tablet', icon: 'arrows' },
  blocked: { text: 'Waiting for {step}, saved on this tablet', icon: 'clock' },
  attention: { text: 'Needs attention, saved on this tablet, not on the server', icon: 'warning' },
  conflict: { text: 'Conflict, saved on this tablet, not on the server', icon: 'two_arrows' },
  invalid: { text: 'Invalid value, not saved', icon: 'cross' },
  warning: { text: 'Warning, saved on the server', icon: 'triangle' },
  storage_full: { text: 'Not saved: storage is full', icon: 'cross' },
  not_saved: { text: 'Not saved', icon: 'cross' },
};

/** Text of a row or field; `step` names the line or step a blocked one waits for. */
export function rowWords(state: RowState, step = 'an earlier change'): string {
  return ROWS[state].text.replace('{step}', () => step);
}

export function rowIcon(state: RowState): RowIcon {
  return ROWS[state].icon;
}

/**
 * Status "Sync status". Sending now wins over what needs a person, that over what waits; the separate link
 * "Needs attention ({n})" keeps that number in sight meanwhile.
 */
export function syncStatus(queue: {
  waiting: number;
  attention: number;
  sending?: { n: number; of: number } | null;
}): string {
  if (queue.sending) return `Sending ${queue.sending.n} of ${queue.sending.of}`;
  if (queue.attention > 0) return needAttention(queue.attention);
  return queue.waiting > 0 ? waitingToSend(queue.waiting) : ALL_SENT;
}

export const ALL_SENT = 'All changes sent';

export function waitingToSend(n: number): string {
  return `${changes(n)} waiting to send`;
}

export function needAttention(n: number): string {
  return n === 1 ? '1 needs attention' : `${n} need attention`;
}

/** Link to the list of refused changes. */
export function needsAttentionLink(n: number): string {
  return `Needs attention (${n})`;
}

/** Second line of the status; epoch seconds. */
export function lastSent(at: number): string {
  return `Last sent ${showClock12(at)}`;
}

/** Status "Connection" while offline; before any contact only the first sentence. */
export function workingOffline(lastContact: number | null): string {
  return lastContact === null ? 'Working offline.' : `Working offline. Last contact ${showClock(lastContact)}`;
}

/** B11.1: neutral while waiting, amber from one hour, red from one day, red at once when something needs attention. */
export function badgeTone(queue: {
  waiting: number;
  attention: number;
  oldestSeconds: number;
}): 'neutral' | 'amber' | 'red' {
  if (queue.attention > 0) return 'red';
  if (queue.waiting === 0 || queue.oldestSeconds <= 3600) return 'neutral';
  return queue.oldestSeconds > 86_400 ? 'red' : 'amber';
}

export function signInToSend(n: number): string {
  return `Sign in to send ${changes(n)}`;
}

export function updateToSend(n: number): string {
  return `Update the app to send ${changes(n)}`;
}

/** Title of the sign-out dialog. */
export function notSent(n: number): string {
  return `${changes(n)} ${n === 1 ? 'has' : 'have'} not been sent`;
}

/** Line of the sign-in page (B10.13), with its full stop as written there. */
export function notSentFromTablet(n: number): string {
  return `${changes(n)} on this tablet ${n === 1 ? 'has' : 'have'} not been sent.`;
}

/** Another officer's queue: no content, only how many and whose. */
export function waitingOf(n: number, name: string): string {
  return `${changes(n)} by ${initialsOf(name)} waiting`;
}

/** "Ada Obi" -> "A. O."; a person without a name is "?". */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return '?';
  const ends = words.length === 1 ? words : [words[0] ?? '', words.at(-1) ?? ''];
  return ends.map((word) => `${firstLetter(word).toUpperCase()}.`).join(' ');
}

/** B11: head of a screen shown from the stored copy. */
export function storedCopyFrom(at: number): string {
  return `Stored copy from ${conflictTime(at)}`;
}

/** Ready check of wizard step 1; `age` from time.ts#ageText. */
export function readyForOffline(party: string, age: string, products: number): string {
  return `Ready for offline: ${party}, prices ${age} old, ${products} product${products === 1 ? '' : 's'}`;
}

/** B11 pickers: "34 cases as of 14:02, minus 6 waiting on this tablet". `waiting` in the same words as the stock. */
export function stockAsOf(stock: string, at: number, waiting: string | null): string {
  const known = `${stock} as of ${showClock(at)}`;
  return waiting === null ? known : `${known}, minus ${waiting} waiting on this tablet`;
}

/** Words that never change. */
export const WORDS = {
  syncStatus: 'Sync status',
  connection: 'Connection',
  syncNow: 'Sync now',
  savedHere: 'Saved on this tablet. It will be sent when you are online.',
  needsConnection: 'This needs a connection. It will work again when you are online.',
  notConnected: "You're not connected to the internet.",
  completeOffline: 'Complete Transfer offline',
  waitingToComplete: 'Waiting to complete. Stock has not moved yet.',
  completedElsewhere: 'Completed elsewhere',
  transferSuccessful: 'Transfer successful.',
  transferFailed: 'Transfer failed.',
  provisional: 'PROVISIONAL - not yet confirmed by the server',
  notSaved: 'Not saved',
  storageFull: 'Not saved: storage is full',
  storageMayBeCleared: 'Storage may be cleared',
  storageInstall: 'Storage may be cleared: install the app',
  clockWrong: "This tablet's clock is wrong",
  resolveConflict: 'Resolve conflict',
  keepMine: 'Keep mine',
  keepTheirs: 'Keep theirs',
  tryAgain: 'Try again',
  edit: 'Edit',
  discard: 'Discard',
  exportUnsent: 'Export unsent',
  headingWaiting: 'Waiting to send',
  headingAttention: 'Needs attention',
  headingHistory: 'Sent in the last 7 days',
  stay: 'Stay',
  signOutAndKeep: 'Sign out and keep',
  prepareNow: 'Prepare now',
} as const;

function changes(n: number): string {
  return `${n} change${n === 1 ? '' : 's'}`;
}

function firstLetter(word: string): string {
  // A letter with its marks: Yoruba names begin with letters that have no single character (Ọ̀).
  return /^\P{M}\p{M}*/u.exec(word)?.[0] ?? '';
}
