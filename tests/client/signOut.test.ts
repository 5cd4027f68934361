/** SES-09: whoever signs out leaves nothing behind, also where the browser lets nothing be stored, and where it lets nothing be deleted. */
import 'fake-indexeddb/auto';
import '#tests/support/pageGlobals.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient, setReadStore } from '#client/reads/queries.ts';
import { forgetProfile, keepProfile } from '#client/session/profileStore.ts';
import { confirmSession, endSession, startSession } from '#client/session/session.ts';
import { signIn } from '#client/session/signIn.ts';
import { signOut } from '#client/session/signOut.ts';
import { pageSession, sessionStore } from '#client/session/state.ts';
import { clearSession, readSession } from '#client/session/tokenStore.ts';
import { callPath } from '#client/transport.ts';
import { savedReads } from '#offline/reads/savedReads.ts';
import { ourAnswer } from '#tests/support/ourAnswer.ts';
import { kept } from '#tests/support/pageGlobals.ts';

const PROFILE = { _id: 'm1', user_id: 'ada', name: 'Ada', email: 'ada@example.test', role: 'manager.officer' };
/** The Authorization of every call that was made, by path; `silent`: no server answers; `dead`: the token is refused; `wrong`: the password is. */
const line = {
  silent: false,
  dead: false,
  wrong: false,
  token: 't0ken',
  held: null as Promise<void> | null,
  asked: [] as [string, string | null][],
  methods: [] as string[],
};
vi.stubGlobal(
  'fetch',
  async (url: string, { method, headers }: { method: string; headers: Record<string, string> }) => {
    line.asked.push([url, headers.Authorization ?? null]);
    line.methods.push(`${method} ${url}`);
    if (line.silent) throw new TypeError('Failed to fetch');
    await line.held;
    if (line.dead) return Response.json({ code: 401, message: 'Unauthorized', data: null });
    if (line.wrong && url.includes('login_delegate'))
      return Response.json({
        code: 401,
        message: 'Email or password is not correct.',
        data: { error: 'bad_credentials' },
      });
    const data = /login_delegate|read_delegate/.test(url)
      ? { token: line.token, profile: PROFILE, role: PROFILE.role }
      : null;
    return ourAnswer({ code: 200, message: 'OK', data });
  },
);

/** The modules of a page that starts now; after `vi.resetModules()`. */
const nextPage = async () => ({
  ...(await import('#client/session/session.ts')),
  ...(await import('#client/session/signIn.ts')),
  ...(await import('#client/session/signOut.ts')),
  ...(await import('#client/session/state.ts')),
});

const forbid = () =>
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Storage is forbidden here.', 'SecurityError');
  });

beforeEach(() => {
  line.silent = false;
  line.dead = false;
  line.wrong = false;
  line.token = 't0ken';
  line.asked = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await clearSession();
});

describe('signing out', { tags: ['SES-09', 'SYNC-49'] }, () => {
  test('a token that stays on the disk is no sign-out: it is refused, and the person is still in', {
    tags: ['SES-09'],
  }, async () => {
    await signIn('ada@example.test', 'officer1-Passw0rd', true);
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('The disk refuses.', 'UnknownError');
    });
    await expect(signOut()).rejects.toThrow('The disk refuses.');
    // Nor does the server hear of it: the session is whole.
    expect(line.asked.map(([url]) => url)).not.toContain('/api/auth/revoke');
    expect(sessionStore.read()).toMatchObject({ state: 'in', profile: { user_id: 'ada' } });
    expect(await readSession()).toMatchObject({ token: 't0ken' });
    await callPath('GET', 'health', {});
    expect(line.asked.at(-1)).toEqual(['/api/health', 'Bearer t0ken']);
  });

  test('a token that the server refuses is signed out, also where the disk will not let go of it', {
    tags: ['SHELL-04'],
  }, async () => {
    await startSession();
    await signIn('ada@example.test', 'officer1-Passw0rd', true);
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('The disk refuses.', 'UnknownError');
    });
    line.dead = true;
    await expect(callPath('GET', 'profile/read', {})).rejects.toThrow();
    await expect.poll(() => sessionStore.read()).toMatchObject({ state: 'out', profile: null });
    line.dead = false;
    await callPath('GET', 'health', {});
    expect(line.asked.at(-1)).toEqual(['/api/health', null]);
  });

  test('a refusal of the token before, that comes after a new sign-in, signs nobody out', {
    tags: ['SHELL-04', 'SES-09'],
  }, async () => {
    await startSession();
    await signIn('ada@example.test', 'officer1-Passw0rd', true);
    let answer: () => void = () => undefined;
    line.held = new Promise((resolve) => {
      answer = resolve;
    });
    const late = callPath('GET', 'profile/read', {});
    Object.assign(line, { held: null, token: 'another' });
    await signIn('ada@example.test', 'officer1-Passw0rd', true);
    line.dead = true;
    answer();
    await expect(late).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sessionStore.read()).toMatchObject({ state: 'in', profile: { user_id: 'ada' } });
    expect(await readSession()).toMatchObject({ token: 'another' });
    await clearSession('another');
  });

  test('a page that ends its session while the tablet stores a sign-in keeps nothing of it', {
    tags: ['SES-09', 'SEC-19'],
  }, async () => {
    const entering = signIn('ada@example.test', 'officer1-Passw0rd', true);
    // Storing takes at least one turn of the event loop, and each turn is looked at: a poll by the clock may come too late.
    while (pageSession.state() !== 'entering') await new Promise((resolve) => setImmediate(resolve));
    await endSession();
    await entering;
    expect([sessionStore.read().state, await readSession()]).toEqual(['out', null]);
  });

  test('a wrong password, asked of the server by the lock, says nothing of the token: nobody is signed out', {
    tags: ['B10.11', 'SYNC-42'],
  }, async () => {
    await startSession();
    await signIn('ada@example.test', 'officer1-Passw0rd', true);
    line.wrong = true;
    await expect(signIn('ada@example.test', 'wrong', true)).rejects.toThrow('Email or password is not correct.');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sessionStore.read()).toMatchObject({ state: 'in', profile: { user_id: 'ada' } });
    expect(await readSession()).toMatchObject({ token: 't0ken' });
  });

  test('an answer that was under way while somebody signed out signs nobody in', { tags: ['SES-09'] }, async () => {
    await signIn('ada@example.test', 'officer1-Passw0rd', true);
    let answer: () => void = () => undefined;
    line.held = new Promise((resolve) => {
      answer = resolve;
    });
    const asking = confirmSession();
    line.held = null;
    await signOut();
    answer();
    await asking;
    expect(sessionStore.read()).toEqual({ state: 'out', profile: null, token: null });
    expect(await readSession()).toBeNull();
    expect([...kept.values()].join()).not.toContain('Ada');
  });

  test('a profile that came in the moment of the sign-out is not stored after it', {
    tags: ['SES-09', 'SES-14'],
  }, async () => {
    keepProfile(PROFILE);
    forgetProfile();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([...kept.values()].join()).not.toContain('Ada');
  });

  test('a page that was closed between the end of its session and the deletion of the rest: the next start deletes profile and reads', {
    tags: ['SES-09', 'SES-14', 'SEC-19'],
  }, async () => {
    await signIn('ada@example.test', 'officer1-Passw0rd', true);
    const stored = kept.get('auth') ?? '';
    const cleared = vi.fn(async () => undefined);
    await signOut();
    // The page gets no further than its token.
    kept.set('auth', stored);
    vi.resetModules();
    const [{ startSession, sessionStore }, { setReadStore }] = await Promise.all([
      nextPage(),
      import('#client/reads/queries.ts'),
    ]);
    setReadStore({ ...savedReads(() => null), clear: cleared });
    await startSession();
    expect(sessionStore.read().state).toBe('out');
    expect([...kept.values()].join()).not.toContain('Ada');
    expect(cleared).toHaveBeenCalledOnce();
    // A start with nothing left behind opens no store.
    await startSession();
    expect(cleared).toHaveBeenCalledOnce();
  });

  test('without a server, signed out in another tab: this one shows nothing any more; a disk that cannot be read signs nobody out', {
    tags: ['SES-09', 'SEC-19'],
  }, async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    Object.assign(document, { visibilityState: 'visible' });
    try {
      vi.resetModules();
      const page = await nextPage();
      await page.startSession();
      await page.signIn('ada@example.test', 'officer1-Passw0rd', true);
      line.silent = true;
      const forbidden = forbid();
      await vi.advanceTimersByTimeAsync(60_000);
      await expect.poll(() => forbidden.mock.calls.length).toBeGreaterThan(0);
      forbidden.mockRestore();
      await vi.advanceTimersByTimeAsync(60_000);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(page.sessionStore.read()).toMatchObject({ state: 'in', profile: { user_id: 'ada' } });
      // What the other tab leaves on the disk.
      await clearSession('t0ken');
      await vi.advanceTimersByTimeAsync(60_000);
      await expect.poll(() => page.sessionStore.read()).toMatchObject({ state: 'out', profile: null });
      await expect.poll(() => [...kept.values()].join()).not.toContain('Ada');
    } finally {
      Object.assign(document, { visibilityState: 'hidden' });
      vi.useRealTimers();
    }
  });

  test('a sign-out whose answer takes long does not throw out who signed in meanwhile', {
    tags: ['SES-09'],
  }, async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    Object.assign(document, { visibilityState: 'visible' });
    try {
      vi.resetModules();
      const page = await nextPage();
      await page.startSession();
      await page.signIn('ada@example.test', 'officer1-Passw0rd', true);
      let answer: () => void = () => undefined;
      line.held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const out = page.signOut();
      await expect.poll(() => line.asked.at(-1)?.[0]).toBe('/api/auth/revoke');
      await vi.advanceTimersByTimeAsync(60_000);
      await expect.poll(() => page.sessionStore.read().state).toBe('out');
      Object.assign(line, { held: null, token: 'another' });
      await page.signIn('ada@example.test', 'officer1-Passw0rd', true);
      answer();
      await out;
      expect(page.sessionStore.read()).toMatchObject({ state: 'in', profile: { user_id: 'ada' } });
    } finally {
      Object.assign(document, { visibilityState: 'hidden' });
      vi.useRealTimers();
    }
  });

  test.each([
    ['the server answers', false],
    ['no server answers', true],
  ])(
    'storage is forbidden, %s: out, no token, no profile, no read left',
    { tags: ['SES-09', 'SYNC-49'] },
    async (_when, silent) => {
      forbid();
      setReadStore(savedReads(() => 'ada'));
      await signIn('ada@example.test', 'officer1-Passw0rd', true);
      expect(await readSession()).toMatchObject({ token: 't0ken' });
      await expect.poll(() => [...kept.values()].join()).toContain('Ada');
      queryClient.setQueryData(['product/read_all', {}], ['Milo']);
      line.silent = silent;
      await signOut();
      expect(line.asked.at(-1)).toEqual(['/api/auth/revoke', 'Bearer t0ken']);
      // A19: by the documents' method, nothing in its address.
      expect(line.methods.at(-1)).toBe('GET /api/auth/revoke');
      expect(sessionStore.read()).toEqual({ state: 'out', profile: null, token: null });
      // The disk cannot be read, and the page holds no session in its place.
      expect(await readSession()).toBeUndefined();
      expect(queryClient.getQueryCache().getAll()).toEqual([]);
      expect([...kept.values()].join()).not.toContain('Ada');
      await callPath('GET', 'health', {}).catch(() => undefined);
      expect(line.asked.at(-1)).toEqual(['/api/health', null]);
    },
  );
});
