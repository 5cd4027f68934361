import { afterEach, expect, test, vi } from 'vitest';
import { closeLeft } from '#ui/feedback/leftToasts.ts';
import { makeRefusalToast, toast, toastStore } from '#ui/feedback/toasts.ts';

afterEach(() => vi.unstubAllGlobals());

test('a message about a failed write goes when the person leaves its screen, and other errors stay', {
  tags: ['F3', 'ERR-01'],
}, () => {
  vi.stubGlobal('location', { pathname: '/order-groups/1' });
  toast('bad', 'The transfer was refused.');
  makeRefusalToast().show('The order changed.');
  closeLeft();
  expect(toastStore.read().map(({ text }) => text)).toEqual(['The transfer was refused.', 'The order changed.']);
  vi.stubGlobal('location', { pathname: '/products' });
  closeLeft();
  expect(toastStore.read().map(({ text }) => text)).toEqual(['The transfer was refused.']);
});
