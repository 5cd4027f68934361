import { afterEach, describe, expect, test, vi } from 'vitest';
import { showRefusal } from '#crud/command/showRefusal.ts';
import { closeToast, closeToastsOnReconnect, makeRefusalToast, toast, toastStore } from '#ui/feedback/toasts.ts';

const texts = () => toastStore.read().map(({ text }) => text);

afterEach(() => {
  for (const { id } of toastStore.read()) closeToast(id);
});

describe('messages', () => {
  test('an error stays, and messages that only inform make room for it', { tags: ['SHELL-34'] }, () => {
    toast('bad', 'Not saved.');
    for (const n of [1, 2, 3, 4, 5]) toast('good', `Saved ${n}.`);
    expect(texts()).toEqual(['Not saved.', 'Saved 3.', 'Saved 4.', 'Saved 5.']);
  });

  test('the newest message is shown beside four errors; of five errors the oldest goes', { tags: ['SHELL-34'] }, () => {
    for (const n of [1, 2, 3, 4]) toast('bad', `Wrong ${n}.`);
    toast('good', 'Saved.');
    expect(texts()).toEqual(['Wrong 1.', 'Wrong 2.', 'Wrong 3.', 'Wrong 4.', 'Saved.']);
    toast('bad', 'Wrong 5.');
    expect(texts()).toEqual(['Wrong 2.', 'Wrong 3.', 'Wrong 4.', 'Saved.', 'Wrong 5.']);
  });

  test('a message stays for 6000 ms, an error for 30 s', { tags: ['SHELL-35', 'CONST-13', 'F19'] }, () => {
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

  test('a refusal that a field shows too stays for 6000 ms', { tags: ['ERR-01', 'SHELL-35'] }, () => {
    vi.useFakeTimers();
    try {
      showRefusal(makeRefusalToast(), 'Email is already in use.', '', true);
      showRefusal(makeRefusalToast(), 'This order has changed.', '', false);
      vi.advanceTimersByTime(5_999);
      expect(texts()).toEqual(['Email is already in use.', 'This order has changed.']);
      vi.advanceTimersByTime(1);
      expect(texts()).toEqual(['This order has changed.']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('coming back online closes every informing message, and errors stay', {
    tags: ['SHELL-34', 'F3'],
  }, () => {
    toast('bad', 'Not saved.');
    toast('good', 'Saved.');
    toast('info', 'Copied.');
    toast('connection', 'Away.');
    closeToastsOnReconnect();
    expect(texts()).toEqual(['Not saved.']);
  });

  test('the refusal of a form goes when the same form is sent again, and no other error does', {
    tags: ['F3', 'F19'],
  }, () => {
    const [form, other] = [makeRefusalToast(), makeRefusalToast()];
    other.show('Phone number is already in use.');
    form.show('SKU is already in use.');
    form.over('another record');
    expect(texts()).toEqual(['Phone number is already in use.', 'SKU is already in use.']);
    form.over();
    toast('good', 'Product successfully created');
    expect(texts()).toEqual(['Phone number is already in use.', 'Product successfully created']);
    // Refused again, it is shown and heard again.
    form.show('SKU is already in use.');
    form.show('Unit barcode is already in use.');
    form.over();
    expect(texts()).toEqual([
      'Phone number is already in use.',
      'Product successfully created',
      'SKU is already in use.',
    ]);
  });

  test('a refusal that a field says too goes when somebody types on, whatever it was about', {
    tags: ['ERR-01'],
  }, () => {
    const form = makeRefusalToast();
    form.show('Brand already exists.', 'brand/create 1');
    form.end();
    expect(texts()).toEqual([]);
    form.end();
    toast('good', 'Brand successfully created.');
    expect(texts()).toEqual(['Brand successfully created.']);
  });

  test('equal messages are shown once', () => {
    toast('info', 'Copied.');
    toast('info', 'Copied.');
    expect(texts()).toEqual(['Copied.']);
  });
});
