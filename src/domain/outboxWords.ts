/**
 * The short texts of the outbox and of its counts in the header. Each stands beside the documents' text of syncWords.ts, which tests and screen readers find.
 * A file of its own, because syncWords.ts is part of the first load.
 */
export const outboxWords = {
  waits: (n: number) => `${n} waiting`,
  areSafe: (n: number) => `${n} ${safe(n)}`,
  safe,
  needsYou: (n: number) => `${n} need${n === 1 ? 's' : ''} you`,
  allSent: 'Everything is sent',
  /** Beside "Edit". */
  openAndFix: 'Open and fix',
  /** Beside "Storage may be cleared: install the app". */
  mayBeCleared: 'Your browser may delete unsent work. Install the app to keep it safe.',
  installApp: 'Install the app',
} as const;

/** What stands after the number. */
function safe(n: number): string {
  return n === 1 ? 'change is safe on this tablet' : 'changes are safe on this tablet';
}
