/** A sign-in brings the home's first reads: they are drawn without another round trip, and nothing else of the sign-in's screen is waited for (decision 1020). */
import 'fake-indexeddb/auto';
import '#tests/support/pageGlobals.ts';
import { QueryObserver } from '@tanstack/react-query';
import { beforeAll, expect, test, vi } from 'vitest';
import { queryClient, queryFor, type SavedAnswer, setReadStore } from '#client/reads/queries.ts';
import { startSession } from '#client/session/session.ts';
import { signIn } from '#client/session/signIn.ts';
import { signOut } from '#client/session/signOut.ts';
import { sessionStore } from '#client/session/state.ts';
import { homeFigures } from '#contract/home/homeCalls.ts';
import { workToDo } from '#contract/home/workCalls.ts';
import { resetOffered } from '#contract/session/resetCalls.ts';
import { savedReads } from '#offline/reads/savedReads.ts';
import { ourAnswer } from '#tests/support/ourAnswer.ts';

const PROFILE = { _id: 'm1', user_id: 'ada', name: 'Ada', email: 'ada@example.test', role: 'manager.staff' };
const WORK = [{ kind: 'carts', total: 1, rows: [] }];
const FIGURES = { from: 0, figures: [], cases: null, orders: null };
const sent: { path: string; body: string }[] = [];
/** Reads of the sign-in's own screen that are never answered. */
let isFar = false;
vi.stubGlobal('fetch', async (url: string, { body = '' }: { body?: string }) => {
  sent.push({ path: url, body });
  if (url.includes('login_delegate')) {
    const first = body.includes('first=') ? { first: { 'work/read_mine': WORK, 'home/figures': FIGURES } } : {};
    return ourAnswer({
      ...{ code: 200, message: 'OK' },
      data: {
        token: 't0ken',
        profile: { ...PROFILE, role_name: 'Staff', permissions: [] },
        role: PROFILE.role,
        ...first,
      },
    });
  }
  if (isFar) return new Promise<never>(() => undefined);
  return ourAnswer({ code: 200, message: 'OK', data: { offered: false } });
});
const store = savedReads(() => sessionStore.read().profile?.user_id ?? null);
const dataOf = (call: typeof workToDo | typeof homeFigures) =>
  queryClient.getQueryData<SavedAnswer<unknown>>([call.path, {}]);

beforeAll(async () => {
  setReadStore(store);
  await startSession();
});

test('a server that has shown nothing gets the documents’ fields of a sign-in alone', {
  tags: ['PLAIN-03'],
}, async () => {
  await signIn('ada@example.test', 'officer1-Passw0rd', true, true);
  expect(sent.at(-1)?.body).not.toContain('first=');
  await signOut();
});

test('the answer of a sign-in fills the reads of the home and their stored copies; the home reads nothing again', {
  tags: ['SES-04', 'B14.10'],
}, async () => {
  // The screen of the sign-in sends it.
  await queryClient.fetchQuery(queryFor(resetOffered, {}));
  await signIn('ada@example.test', 'officer1-Passw0rd', true, true);
  expect(sent.at(-1)?.body).toMatch(/\bfirst=/);
  expect(dataOf(workToDo)).toMatchObject({ data: WORK, copy: false });
  expect(dataOf(homeFigures)).toMatchObject({ data: FIGURES, copy: false });
  const before = sent.length;
  await Promise.all([
    queryClient.prefetchQuery(queryFor(workToDo, {})),
    queryClient.prefetchQuery(queryFor(homeFigures, {})),
  ]);
  expect(sent).toHaveLength(before);
  await expect.poll(() => store.savedCopy([workToDo.path, {}])).toMatchObject({ data: WORK });
  await expect.poll(() => store.savedCopy([homeFigures.path, {}])).toMatchObject({ data: FIGURES });
  await signOut();
  expect(dataOf(workToDo)).toBeUndefined();
  expect(await store.savedCopy([workToDo.path, {}])).toBeNull();
});

test('a sign-in waits for no read of its own screen, and one that leads elsewhere brings no reads', {
  tags: ['SES-04'],
}, async () => {
  const watching = new QueryObserver(queryClient, queryFor(resetOffered, {}));
  const end = watching.subscribe(() => undefined);
  await expect.poll(() => watching.getCurrentResult().isSuccess).toBe(true);
  isFar = true;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    await signIn('ada@example.test', 'officer1-Passw0rd', true);
  } finally {
    vi.useRealTimers();
    end();
  }
  expect(sent.filter(({ path }) => path.includes('login_delegate')).at(-1)?.body).not.toContain('first=');
  expect(dataOf(workToDo)).toBeUndefined();
});
