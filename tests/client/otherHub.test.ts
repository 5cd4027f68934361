/** B10.4a: who gets another hub, or another role, is not shown what was read for the one before. */
import 'fake-indexeddb/auto';
import '#tests/support/pageGlobals.ts';
import { expect, test, vi } from 'vitest';
import { keepReadsIn, queryClient } from '#client/queries.ts';
import { confirmSession, sessionStore, signIn, startSession } from '#client/session.ts';

const visible = () => Object.assign(document, { visibilityState: 'visible' });

let seller: { _id: string; name: string } | null = { _id: 'ikeja', name: 'Ikeja' };
let role = 'seller.manager';
vi.stubGlobal('fetch', async () => {
  const profile = { _id: 'm1', user_id: 'ada', name: 'Ada', email: 'ada@example.test', role, seller };
  return Response.json({ code: 200, message: 'OK', data: { token: 't0ken', profile, role } });
});

test('PERM-50 B10.7 a page that stands open hears of another hub within five minutes of use', async () => {
  await signIn('ada@example.test', 'hub1-Passw0rd', true);
  vi.useFakeTimers({ toFake: ['Date', 'setInterval'] });
  try {
    await startSession();
    seller = { _id: 'lekki', name: 'Lekki' };
    const looked = async () => {
      await vi.advanceTimersByTimeAsync(60_000);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return sessionStore.read().profile?.seller?._id;
    };
    visible();
    expect(await looked()).toBe('ikeja');
    await vi.advanceTimersByTimeAsync(4 * 60_000);
    expect(await looked()).toBe('lekki');
  } finally {
    vi.useRealTimers();
    seller = { _id: 'ikeja', name: 'Ikeja' };
  }
});

test('PERM-50 B10.4a SYNC-42 another hub or role empties what was read, on the disk too; the same one leaves it', async () => {
  const clear = vi.fn(async () => undefined);
  const nothing = async () => undefined;
  keepReadsIn({ clear, stale: nothing, read: nothing, write: nothing } as unknown as Parameters<typeof keepReadsIn>[0]);
  await signIn('ada@example.test', 'hub1-Passw0rd', true);
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
