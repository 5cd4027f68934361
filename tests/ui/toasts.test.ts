import { afterEach, describe, expect, test } from 'vitest';
import { closeToast, toast, toastStore } from '#ui/toasts.ts';

const texts = () => toastStore.read().map(({ text }) => text);

afterEach(() => {
  for (const { id } of toastStore.read()) closeToast(id);
});

describe('messages', () => {
  test('SHELL-34 an error stays until it is read: what merely informs gives way', () => {
    toast('bad', 'Not saved.');
    for (const n of [1, 2, 3, 4, 5]) toast('good', `Saved ${n}.`);
    expect(texts()).toEqual(['Not saved.', 'Saved 3.', 'Saved 4.', 'Saved 5.']);
  });

  test('SHELL-34 the newest news is shown beside four errors, the oldest of five errors goes', () => {
    for (const n of [1, 2, 3, 4]) toast('bad', `Wrong ${n}.`);
    toast('good', 'Saved.');
    expect(texts()).toEqual(['Wrong 1.', 'Wrong 2.', 'Wrong 3.', 'Wrong 4.', 'Saved.']);
    toast('bad', 'Wrong 5.');
    expect(texts()).toEqual(['Wrong 2.', 'Wrong 3.', 'Wrong 4.', 'Saved.', 'Wrong 5.']);
  });

  test('the same words twice stand once', () => {
    toast('info', 'Copied.');
    toast('info', 'Copied.');
    expect(texts()).toEqual(['Copied.']);
  });
});
