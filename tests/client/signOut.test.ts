/** SES-09: whoever signs out leaves nothing behind, also where the browser lets nothing be stored, and where it lets nothing be deleted. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepReadsIn, queryClient } from '#client/queries.ts';
import { sessionStore, signIn, signOut } from '#client/session.ts';
import { clearSession, readSession } from '#client/tokenStore.ts';
import { askPath } from '#client/transport.ts';
import { savedReads } from '#offline/savedReads.ts';

/** What stands in localStorage: the profile is kept there, from the first import on. */
const page = vi.hoisted(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('window', globalThis);
  return kept;
});

const PROFILE = { _id: 'm1', user_id: 'ada', name: 'Ada', email: 'ada@example.test', role: 'manager.officer' };
/** The Authorization of every call that was made, by path; `silent`: no server answers. */
const line = { silent: false, asked: [] as [string, string | null][] };
vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
  line.asked.push([url, headers.Authorization ?? null]);
  if (line.silent) throw new TypeError('Failed to fetch');
  const data = url.endsWith('login_delegate') ? { token: 't0ken', profile: PROFILE, role: PROFILE.role } : null;
  return Response.json({ code: 200, message: 'OK', data });
});

const forbid = () =>
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Storage is forbidden here.', 'SecurityError');
  });

beforeEach(() => {
  line.silent = false;
  line.asked = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await clearSession();
});

describe('SES-09 SYNC-49 signing out', () => {
  test('SES-09 a token that stays on the disk is no sign-out: it is refused, and the person is still in', async () => {
    await signIn('ada@example.test', 'officer1-Passw0rd', true);
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('The disk refuses.', 'UnknownError');
    });
    await expect(signOut()).rejects.toThrow('The disk refuses.');
    expect(sessionStore.read()).toMatchObject({ state: 'in', profile: { user_id: 'ada' } });
    expect(await readSession()).toMatchObject({ token: 't0ken' });
    await askPath('GET', 'health', {});
    expect(line.asked.at(-1)).toEqual(['/api/health', 'Bearer t0ken']);
  });

  test.each([
    ['the server answers', false],
    ['no server answers', true],
  ])('SES-09 SYNC-49 storage is forbidden, %s: out, no token, no profile, no read left', async (_when, silent) => {
    forbid();
    keepReadsIn(savedReads(() => 'ada'));
    await signIn('ada@example.test', 'officer1-Passw0rd', true);
    expect(await readSession()).toMatchObject({ token: 't0ken' });
    await vi.waitFor(() => expect([...page.values()].join()).toContain('Ada'));
    queryClient.setQueryData(['product/read_all', {}], ['Milo']);
    line.silent = silent;
    await signOut();
    expect(line.asked.at(-1)).toEqual(['/api/auth/revoke', 'Bearer t0ken']);
    expect(sessionStore.read()).toEqual({ state: 'out', profile: null, confirmed: false });
    expect(await readSession()).toBeNull();
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    expect([...page.values()].join()).not.toContain('Ada');
    await askPath('GET', 'health', {}).catch(() => undefined);
    expect(line.asked.at(-1)).toEqual(['/api/health', null]);
  });
});
