import { describe, expect, test } from 'vitest';
import { keptWords } from '#domain/keptWords.ts';
import { type LineState, lineWords } from '#domain/lineWords.ts';
import { outboxWords } from '#domain/outboxWords.ts';
import { initials, syncWords } from '#domain/syncWords.ts';

const none = { waiting: 0, sending: 0, attention: 0, total: 0 };

describe('status "Sync status"', { tags: ['SYNC-section-11'] }, () => {
  test.each([
    [none, 'All changes sent'],
    [{ ...none, waiting: 1, total: 1 }, '1 change waiting to send'],
    [{ ...none, waiting: 12, total: 12 }, '12 changes waiting to send'],
    [{ ...none, waiting: 4, sending: 2, total: 5 }, 'Sending 2 of 5'],
    [{ ...none, attention: 1, waiting: 3, total: 4 }, '1 needs attention'],
    [{ ...none, attention: 2, sending: 1, total: 4 }, '2 need attention'],
  ])('%j', (count, text) => {
    expect(syncWords.status(count)).toBe(text);
  });
});

describe('rows: what is true, then where it is, beginning with SYNC’s words', { tags: ['B11.1'] }, () => {
  test.each<[LineState, string, string]>([
    ['sent', 'Sent', 'Sent, saved on the server'],
    ['queued', 'Waiting to send', 'Waiting to send, saved on this tablet'],
    ['sending', 'Sending', 'Sending, saved on this tablet'],
    ['blocked', 'Waiting for Milk 12x1L', 'Waiting for Milk 12x1L, saved on this tablet'],
    ['attention', 'Needs attention', 'Needs attention, saved on this tablet, not on the server'],
    ['conflict', 'Conflict', 'Conflict, saved on this tablet, not on the server'],
  ])('%s', (state, short, long) => {
    expect(lineWords(state, 'Milk 12x1L')).toEqual({ short, long });
    expect(long.startsWith(short)).toBe(true);
  });

  test('a blocked row without a known reason still says that it waits', () => {
    expect(lineWords('blocked').short).toBe('Waiting for an earlier step');
  });

  test('the two that are no queue state', () => {
    expect(syncWords.invalid).toBe('Invalid value, not saved');
    expect(syncWords.warning).toBe('Warning, saved on the server');
  });
});

describe('words with numbers, one and many', { tags: ['SYNC-section-11', 'B11.1'] }, () => {
  test.each([
    [syncWords.signInToSend(1), 'Sign in to send 1 change'],
    [syncWords.signInToSend(3), 'Sign in to send 3 changes'],
    [syncWords.updateToSend(1), 'Update the app to send 1 change'],
    [syncWords.updateToSend(3), 'Update the app to send 3 changes'],
    [syncWords.notSent(1), '1 change has not been sent'],
    [syncWords.notSent(3), '3 changes have not been sent'],
    [syncWords.onThisTablet(1), '1 change on this tablet has not been sent'],
    [syncWords.onThisTablet(3), '3 changes on this tablet have not been sent'],
    [syncWords.othersWaiting(1, 'A. O.'), '1 change by A. O. waiting'],
    [syncWords.othersWaiting(2, 'A. O.'), '2 changes by A. O. waiting'],
    [syncWords.needsAttentionLink(2), 'Needs attention (2)'],
    [syncWords.offline('14:02'), 'Working offline. Last contact 14:02'],
    [syncWords.offline(null), 'Working offline.'],
    [syncWords.offlineSince('14:02'), 'Working offline since 14:02'],
    [syncWords.offlineSince(null), 'Working offline'],
    [outboxWords.waits(7), '7 waiting'],
    [outboxWords.areSaved({ transfer: 1, reversal: 0, stocktake: 0 }), '1 transfer is saved on this device'],
    [outboxWords.areSaved({ transfer: 7, reversal: 0, stocktake: 0 }), '7 transfers are saved on this device'],
    [outboxWords.areSaved({ transfer: 0, reversal: 1, stocktake: 0 }), '1 reversal is saved on this device'],
    [outboxWords.areSaved({ transfer: 0, reversal: 0, stocktake: 1 }), '1 stocktake is saved on this device'],
    [
      outboxWords.areSaved({ transfer: 1, reversal: 0, stocktake: 1 }),
      '1 transfer, 1 stocktake are saved on this device',
    ],
    [outboxWords.tooMuch(1), '1 asks for more than is there'],
    [keptWords.safe({ transfer: 0, reversal: 0, stocktake: 1 }), 'stocktake is safe on this device'],
    [keptWords.wait({ transfer: 0, reversal: 2, stocktake: 0 }), 'reversals wait on this device'],
    [keptWords.safe({ transfer: 1, reversal: 1, stocktake: 0 }), 'transfers and reversals are safe on this device'],
    [keptWords.wait({ transfer: 1, reversal: 0, stocktake: 1 }), 'transfers and stocktakes wait on this device'],
    [keptWords.needYou({ transfer: 0, reversal: 0, stocktake: 1 }), 'stocktake on this device needs you'],
    [outboxWords.needsYou(1), '1 needs you'],
    [outboxWords.needsYou(2), '2 need you'],
    [outboxWords.counts({ waiting: 7, needing: 1 }), '7 waiting, 1 needs you'],
    [outboxWords.counts({ waiting: 0, needing: 2 }), '2 need you'],
    [outboxWords.counts({ waiting: 0, needing: 0 }), ''],
    [syncWords.lastSent('14:02'), 'Last sent 14:02'],
    [syncWords.storedCopyFrom('5 Nov, 14:02'), 'Stored copy from 5 Nov, 14:02'],
    [syncWords.storedCopyOrLater('5 Nov, 14:02'), 'Stored copy from 5 Nov, 14:02, in part newer'],
    [syncWords.stockAsOf('34 cases', '14:02', '6'), '34 cases as of 14:02, minus 6 waiting on this tablet'],
    [syncWords.stockAsOf('34 cases', '14:02', null), '34 cases as of 14:02'],
    [syncWords.stockAsOf('34 cases', null, '6'), '34 cases, minus 6 waiting on this tablet'],
    [syncWords.readyForOffline('8 distributors'), 'Ready for offline: 8 distributors.'],
    [syncWords.worksOffline(112, 'now'), 'Works offline. 112 products, prices just read.'],
    [syncWords.worksOffline(1, '23 Nov, 16:53'), 'Works offline. 1 product, prices from 23 Nov, 16:53.'],
  ])('%s', (said, text) => {
    expect(said).toBe(text);
  });
});

test('words that never change', { tags: ['SYNC-section-11', 'B11.1'] }, () => {
  expect(syncWords).toMatchObject({
    syncNow: 'Sync now',
    savedHere: 'Saved on this tablet. It will be sent when you are online.',
    needsConnection: 'This needs a connection. It will work again when you are online.',
    notConnected: "You're not connected to the internet.",
    noServer: 'The server does not answer.',
    serverFailed: 'The server could not answer. Try again.',
    completing: 'Waiting to complete. Stock has not moved yet.',
    completeOffline: 'Complete Transfer offline',
    provisional: 'PROVISIONAL - not yet confirmed by the server',
    notSaved: 'Not saved',
    storageFull: 'Not saved: storage is full',
    mayBeCleared: 'Storage may be cleared',
    mayBeClearedInstall: 'Storage may be cleared: install the app',
    clockWrong: "This device's clock is wrong",
    headings: { waiting: 'Waiting to send', attention: 'Needs attention', sent: 'Sent in the last 7 days' },
    attention: { tryAgain: 'Try again', edit: 'Edit', discard: 'Discard', exportUnsent: 'Export unsent' },
    conflict: { title: 'Resolve conflict', keepMine: 'Keep mine', keepTheirs: 'Keep theirs' },
    signOut: { stay: 'Stay', keep: 'Sign out and keep', discard: 'Discard' },
  });
});

test('the short words beside them', { tags: ['SYNC-section-11'] }, () => {
  expect(outboxWords).toMatchObject({
    allSent: 'Everything is sent',
    openAndFix: 'Open and fix',
    askToKeep: 'Keep my data safe',
    installApp: 'Install the app',
  });
});

test('the question before a stock action', { tags: ['TRF-12'] }, () => {
  expect(syncWords.confirmStock).toBe('This action cannot be reversed. Are you sure you want to continue?');
});

describe('another officer’s queue shows initials only', { tags: ['SYNC-41'] }, () => {
  test.each([
    ['Ada Obi', 'A. O.'],
    ['  ada   obi ', 'A. O.'],
    ['Ọlá', 'Ọ.'],
    ['', ''],
  ])('%j is %s', (name, text) => {
    expect(initials(name)).toBe(text);
  });
});
