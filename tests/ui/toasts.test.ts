import { afterEach, describe, expect, test, vi } from 'vitest';
import { closeToast, closeToastsOnReconnect, toast, toastStore } from '#ui/feedback/toasts.ts';

const texts = () => toastStore.read().map(({ text }) => text);

afterEach(() => {
  for (const { id } of toastStore.read()) closeToast(id);
});

describe('messages', () => {
  test('an error stays until it is read: what merely informs gives way', { tags: ['SHELL-34'] }, () => {
    toast('bad', 'Not saved.');
    for (const n of [1, 2, 3, 4, 5]) toast('good', `Saved ${n}.`);
    expect(texts()).toEqual(['Not saved.', 'Saved 3.', 'Saved 4.', 'Saved 5.']);
  });

  test('the newest news is shown beside four errors, the oldest of five errors goes', { tags: ['SHELL-34'] }, () => {
    for (const n of [1, 2, 3, 4]) toast('bad', `Wrong ${n}.`);
    toast('good', 'Saved.');
    expect(texts()).toEqual(['Wrong 1.', 'Wrong 2.', 'Wrong 3.', 'Wrong 4.', 'Saved.']);
    toast('bad', 'Wrong 5.');
    expect(texts()).toEqual(['Wrong 2.', 'Wrong 3.', 'Wrong 4.', 'Saved.', 'Wrong 5.']);
  });

  test('a message stands 6000 ms, an error 30 s', { tags: ['SHELL-35', 'CONST-13', 'F19'] }, () => {
    vi.useFakeTimers();
    try {
      toast('bad', 'Not saved.');
      toast('good', 'Saved.');
      toast('info', 'Copied.');
      toast('connection', 'Away.');
      vi.advanceTimersByTime(5_999);
      expect(texts()).toEqual(['Not saved.', 'Saved.', 'Copied.', 'Away.']);
      vi.advanceTimersByTime(1);
      expect(texts()).toEqual(['Not saved.']);
      vi.advanceTimersByTime(23_999);
      expect(texts()).toEqual(['Not saved.']);
      vi.advanceTimersByTime(1);
      expect(texts()).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('coming back online closes what merely informs, of every kind; an error stays', {
    tags: ['SHELL-34', 'F3'],
  }, () => {
    toast('bad', 'Not saved.');
    toast('good', 'Saved.');
    toast('info', 'Copied.');
    toast('connection', 'Away.');
    closeToastsOnReconnect();
    expect(texts()).toEqual(['Not saved.']);
  });

  test('the same words twice stand once', () => {
    toast('info', 'Copied.');
    toast('info', 'Copied.');
    expect(texts()).toEqual(['Copied.']);
  });
});
