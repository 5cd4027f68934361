/** What was read without contact is read again once there is contact: a screen that stands open, and one that is opened later. */
import 'fake-indexeddb/auto';
import '#tests/support/pageGlobals.ts';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contactStore, probe } from '#client/online.ts';
import { allQuery, queryClient, setReadStore } from '#client/reads/queries.ts';
import { product } from '#contract/catalogue/product.ts';
import { forgetAllReads, savedReads } from '#offline/reads/savedReads.ts';

const line = { silent: false, hangs: false, refuses: false, name: 'Milo', asked: 0, store: 'first' };
vi.stubGlobal('fetch', async (url: string) => {
  if (line.silent) throw new TypeError('Failed to fetch');
  if (url.includes('/health')) return Response.json({ code: 200, message: 'OK', data: { store_epoch: line.store } });
  line.asked += 1;
  if (line.hangs) throw new DOMException('Too long.', 'TimeoutError');
  if (line.refuses) return Response.json({ code: 403, message: 'No.', data: null });
  return Response.json({ code: 200, message: 'OK', data: [{ _id: 'p1', name: line.name }] });
});

const silent = () => !contactStore.read().online;
const reading = { ...allQuery(product), retry: false };
let close: () => void = () => undefined;

/** A screen that shows this list, as it stands in it. */
function screen() {
  const observer = new QueryObserver(queryClient, reading);
  close = observer.subscribe(() => undefined);
  return () => {
    const { data, status } = observer.getCurrentResult();
    return data ? [data.data[0]?.name, data.copy] : status;
  };
}

beforeEach(() => {
  Object.assign(line, { silent: false, hangs: false, refuses: false, name: 'Milo', asked: 0, store: 'first' });
  setReadStore(savedReads(() => 'ada', silent));
});
afterEach(async () => {
  close();
  queryClient.clear();
  await forgetAllReads();
});

async function leftACopy() {
  await queryClient.fetchQuery(reading);
  queryClient.clear();
  Object.assign(line, { silent: true, name: 'Peak' });
}

test('what the server answered, or refused, is not asked again when contact comes back', {
  tags: ['B11'],
}, async () => {
  const shown = screen();
  await expect.poll(shown).toEqual(['Milo', false]);
  line.silent = true;
  await probe();
  line.silent = false;
  await probe();
  expect(shown()).toEqual(['Milo', false]);
  expect(line.asked).toBe(1);
  close();
  queryClient.clear();
  line.refuses = true;
  const refused = screen();
  await expect.poll(refused).toBe('error');
  line.silent = true;
  await probe();
  line.silent = false;
  await probe();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(line.asked).toBe(2);
});

test('a screen that shows the stored copy shows the answer as soon as the server is back', {
  tags: ['B11', 'SYNC-06'],
}, async () => {
  await leftACopy();
  const shown = screen();
  await expect.poll(shown).toEqual(['Milo', true]);
  line.silent = false;
  await probe();
  await expect.poll(shown).toEqual(['Peak', false]);
});

test('a read that had its whole time is not asked for again at each contact: a thin line is not given to it without end', {
  tags: ['B11', 'SYNC-06'],
}, async () => {
  await leftACopy();
  Object.assign(line, { silent: false, hangs: true });
  const shown = screen();
  await expect.poll(shown).toEqual(['Milo', true]);
  const before = line.asked;
  for (let contact = 0; contact < 3; contact += 1) {
    await probe();
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  expect(line.asked).toBe(before);
  line.hangs = false;
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 6 * 60_000);
  try {
    line.silent = true;
    await probe();
    line.silent = false;
    await probe();
    await expect.poll(shown).toEqual(['Peak', false]);
  } finally {
    later.mockRestore();
  }
});

test('so does one that had nothing to show, and one that is opened after that', {
  tags: ['B11', 'SHELL-06'],
}, async () => {
  line.silent = true;
  const shown = screen();
  await expect.poll(shown).toBe('error');
  line.silent = false;
  await probe();
  await expect.poll(shown).toEqual(['Milo', false]);
  close();
  queryClient.clear();
  await leftACopy();
  const left = screen();
  await expect.poll(left).toEqual(['Milo', true]);
  close();
  line.silent = false;
  await probe();
  await expect.poll(screen()).toEqual(['Peak', false]);
});

test('a server that was restored from a backup: what was read of the store before is read again, once', {
  tags: ['SYNC-35', 'CONST-01'],
}, async () => {
  await probe();
  const shown = screen();
  await expect.poll(shown).toEqual(['Milo', false]);
  await probe();
  Object.assign(line, { store: 'restored', name: 'Peak' });
  await probe();
  await expect.poll(shown).toEqual(['Peak', false]);
  await probe();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(line.asked).toBe(2);
});
