/** B10.11: the password is asked on the tablet itself, five times at most, and nothing but looking is locked. */
import 'fake-indexeddb/auto';
import '#tests/support/pageGlobals.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isLocked, USABLE } from '#client/session/offlineLock.ts';
import { passwordHash } from '#client/session/passwordHash.ts';
import { signIn } from '#client/session/signIn.ts';
import { type Profile, pageSession } from '#client/session/state.ts';
import { changeSession, clearSession, readSession, writeSession } from '#client/session/tokenStore.ts';
import { TRIES, tryUnlock, unlock } from '#client/session/unlock.ts';
import { makeVerifier } from '#client/session/verifier.ts';
import { ourAnswer } from '#tests/support/ourAnswer.ts';

const NOW = 1_795_251_600;
const PASSWORD = 'officer1-Passw0rd';

beforeEach(async () => {
  await writeSession({
    token: 't',
    user_id: 'u1',
    last_used: NOW - USABLE - 1,
    verifier: await makeVerifier(await passwordHash(PASSWORD)),
  });
});

describe('the offline lock', { tags: ['B10.11', 'SYNC-42'] }, () => {
  test.each([
    [0, false],
    [USABLE, false],
    [USABLE + 1, true],
    [30 * 86_400, true],
    // A clock that was put back only lengthens looking.
    [-3_600, false],
  ])('%i seconds after the last use: locked %s', { tags: ['B10.11'] }, (age, locked) => {
    expect(isLocked(NOW - age, NOW)).toBe(locked);
  });

  test('a wrong password stays out and uses a try; the right one opens and counts as use', {
    tags: ['B10.11'],
  }, async () => {
    expect(await tryUnlock('officer1-passw0rd', NOW)).toBe('wrong');
    expect((await readSession())?.wrong).toBe(1);
    expect((await readSession())?.last_used).toBe(NOW - USABLE - 1);
    expect(await tryUnlock(PASSWORD, NOW)).toBe('open');
    expect(await readSession()).toMatchObject({ wrong: 0, last_used: NOW, token: 't' });
  });

  test('five wrong tries: also the right password needs a connection now, and the session stays', {
    tags: ['B10.11'],
  }, async () => {
    for (let wrong = 1; wrong < TRIES; wrong += 1) expect(await tryUnlock('no', NOW)).toBe('wrong');
    expect(await tryUnlock('no', NOW)).toBe('needs_connection');
    expect(await tryUnlock(PASSWORD, NOW)).toBe('needs_connection');
    expect((await readSession())?.token).toBe('t');
  });

  test('nothing to check against, or nobody signed in: only with a connection', { tags: ['B10.11'] }, async () => {
    await writeSession({ token: 't', user_id: 'u1', last_used: 0, verifier: null });
    expect(await tryUnlock(PASSWORD, NOW)).toBe('needs_connection');
    await clearSession();
    expect(await tryUnlock(PASSWORD, NOW)).toBe('needs_connection');
  });

  test('neither the password nor what the server gets for it is kept; 310,000 rounds, a salt of its own', {
    tags: ['B10.11', 'SEC-02'],
  }, async () => {
    const hash = await passwordHash(PASSWORD);
    const [one, two] = [await makeVerifier(hash), await makeVerifier(hash)];
    expect(one?.rounds).toBe(310_000);
    expect(one?.bits).toHaveLength(32);
    expect([...(one?.bits ?? [])]).not.toEqual([...(two?.bits ?? [])]);
    const kept = JSON.stringify(await readSession());
    expect(kept).not.toContain(PASSWORD);
    expect(kept).not.toContain(hash);
  });

  test('the password of another person, who signed in at another tab, opens nothing here and uses no try', {
    tags: ['B10.11', 'SEC-19'],
  }, async () => {
    pageSession.enter('ada');
    pageSession.confirm('ada', { user_id: 'ada', email: 'ada@example.test' } as Profile, 0);
    pageSession.lock();
    expect(await unlock(PASSWORD)).toBe('wrong');
    expect(pageSession.state()).toBe('locked');
    expect(await readSession()).not.toHaveProperty('wrong');
    expect((await readSession())?.last_used).toBe(NOW - USABLE - 1);
  });

  test.each([true, false])(
    'a sign-in at the lock asks to be remembered as the session before it did: %s',
    { tags: ['B10.7', 'B10.11', 'SEC-02'] },
    async (remember) => {
      const choices: (string | null)[] = [];
      vi.stubGlobal('fetch', async (_url: string, { body }: { body?: string }) => {
        if (body) choices.push(new URLSearchParams(String(body)).get('remember'));
        const profile = { _id: 'm1', user_id: 'ada', name: 'Ada', email: 'ada@example.test', role: 'manager.staff' };
        return ourAnswer({
          code: 200,
          message: 'OK',
          data: { token: `t${choices.length}`, profile, role: profile.role },
        });
      });
      await signIn('ada@example.test', PASSWORD, remember);
      for (let at = 0; at < 2; at += 1) {
        const stored = await readSession();
        await changeSession(stored?.token ?? '', { wrong: TRIES });
        expect(await unlock(PASSWORD)).toBe('open');
      }
      expect(choices).toEqual(Array.from({ length: 3 }, () => String(remember)));
    },
  );
});
