/** B10.4a: who gets another hub, or another role, is not shown what was read for the one before. */
import 'fake-indexeddb/auto';
import '#tests/support/pageGlobals.ts';
import { expect, test, vi } from 'vitest';
import { queryClient, setReadStore } from '#client/reads/queries.ts';
import { confirmSession, startSession } from '#client/session/session.ts';
import { signIn } from '#client/session/signIn.ts';
import { sessionStore } from '#client/session/state.ts';
import { readSession } from '#client/session/tokenStore.ts';
import { ourAnswer } from '#tests/support/ourAnswer.ts';
import { kept as stored } from '#tests/support/pageGlobals.ts';

const visible = () => Object.assign(document, { visibilityState: 'visible' });

let seller: { _id: string; name: string } | null = { _id: 'ikeja', name: 'Ikeja' };
let role = 'seller.manager';
vi.stubGlobal('fetch', async () => {
  const names = { name: 'Ada', email: 'ada@example.test', role_name: 'Manager' };
  const profile = { _id: 'm1', user_id: 'ada', ...names, role, permissions: [], seller };
  return ourAnswer({ code: 200, message: 'OK', data: { token: 't0ken', profile, role } });
});

test('a page that stands open hears of another hub within five minutes of use', {
  tags: ['PERM-50', 'B10.7'],
}, async () => {
  await signIn('ada@example.test', 'hub1-Passw0rd', true);
  vi.useFakeTimers({ toFake: ['Date', 'setInterval'] });
  try {
    await startSession();
    seller = { _id: 'lekki', name: 'Lekki' };
    const hub = () => sessionStore.read().profile?.seller?._id;
    visible();
    await vi.advanceTimersByTimeAsync(60_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(hub()).toBe('ikeja');
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    // The answer comes when the machine has time for it.
    await vi.waitUntil(() => hub() === 'lekki', { timeout: 5_000 });
  } finally {
    vi.useRealTimers();
    seller = { _id: 'ikeja', name: 'Ikeja' };
  }
});

test('another hub or role empties what was read, on the disk too; the same one leaves it', {
  tags: ['PERM-50', 'B10.4a', 'SYNC-42'],
}, async () => {
  const clear = vi.fn(async () => undefined);
  const nothing = async () => undefined;
  setReadStore({ clear, stale: nothing, read: nothing, write: nothing } as unknown as Parameters<
    typeof setReadStore
  >[0]);
  await signIn('ada@example.test', 'hub1-Passw0rd', true);
  clear.mockClear();
  const kept = () => queryClient.getQueryData(['orders of the hub']);
  const read = () => void queryClient.setQueryData(['orders of the hub'], 'orders');
  read();
  await confirmSession();
  expect([kept(), clear.mock.calls.length]).toEqual(['orders', 0]);
  for (const change of [() => (seller = null), () => (role = 'manager.staff')]) {
    read();
    change();
    await confirmSession();
    expect(kept()).toBeUndefined();
    expect(sessionStore.read().profile).toMatchObject({ role, seller });
  }
  expect(clear).toHaveBeenCalledTimes(2);
});

test('so does a sign-in at the lock: the same person comes back with another hub', {
  tags: ['PERM-50', 'B10.4a', 'B10.11'],
}, async () => {
  const clear = vi.fn(async () => undefined);
  const nothing = async () => undefined;
  setReadStore({ clear, stale: nothing, through: nothing } as unknown as Parameters<typeof setReadStore>[0]);
  role = 'seller.manager';
  seller = { _id: 'ikeja', name: 'Ikeja' };
  await signIn('ada@example.test', 'hub1-Passw0rd', true);
  clear.mockClear();
  const kept = () => queryClient.getQueryData(['orders of the hub']);
  queryClient.setQueryData(['orders of the hub'], 'orders');
  await signIn('ada@example.test', 'hub1-Passw0rd', true);
  expect([kept(), clear.mock.calls.length]).toEqual(['orders', 0]);
  seller = { _id: 'lekki', name: 'Lekki' };
  await signIn('ada@example.test', 'hub1-Passw0rd', true);
  expect([kept(), clear.mock.calls.length]).toEqual([undefined, 1]);
});

test('a page that is closed while it hears of another hub knows the one before until nothing of it is left', {
  tags: ['PERM-50', 'B10.4a'],
}, async () => {
  let cleared: () => void = () => undefined;
  const clearing = new Promise<undefined>((resolve) => {
    cleared = () => resolve(undefined);
  });
  const nothing = async () => undefined;
  const clear = vi.fn(() => clearing);
  setReadStore({ clear, stale: nothing, through: nothing } as unknown as Parameters<typeof setReadStore>[0]);
  await expect.poll(() => stored.get('auth')).toContain('Lekki');
  seller = { _id: 'ikeja', name: 'Ikeja' };
  const confirming = confirmSession();
  await expect.poll(() => clear.mock.calls.length).toBe(1);
  expect([stored.get('auth')?.includes('Lekki'), JSON.stringify(await readSession()).includes('Lekki')]).toEqual([
    true,
    true,
  ]);
  cleared();
  await confirming;
  await expect.poll(() => stored.get('auth')).toContain('Ikeja');
  expect(JSON.stringify(await readSession())).toContain('Ikeja');
});
