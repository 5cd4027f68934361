/** The first pages of the menu's lists are kept for a time without the server: which, when not, and at what cost. */
import 'fake-indexeddb/auto';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import '#tests/support/pageGlobals.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { keepLists } from '#app/keepLists.ts';
import { noteAnswer, noteNoAnswer } from '#client/online.ts';
import { queryClient, setReadStore } from '#client/reads/queries.ts';
import { pageSession } from '#client/session/state.ts';
import { keptPlaces } from '#crud/query/keptPlaces.ts';
import { permissionsOf } from '#domain/matrix.ts';
import type { Role } from '#domain/permissions.ts';
import { RECORDS } from '#domain/records.ts';
import { savedReads } from '#offline/reads/savedReads.ts';
import { ourAnswer } from '../support/ourAnswer.ts';

let requests: string[] = [];
/** How often what writes Excel files was loaded. */
let writers = 0;
let flying = 0;
let most = 0;
let answers = true;
const connection: { saveData?: boolean; type?: string; effectiveType?: string } = {};
const room = { usage: 1, quota: 1_000 };
vi.stubGlobal('navigator', { onLine: true, connection, storage: { estimate: async () => room } });
vi.stubGlobal('document', { addEventListener: () => undefined, visibilityState: 'visible' });
vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work));
vi.stubGlobal('matchMedia', () => ({ matches: false }));
vi.stubGlobal('fetch', async (url: string) => {
  const { pathname, searchParams } = new URL(url, 'http://desk');
  if (pathname.includes('sheetWorker')) {
    writers += 1;
    return new Response('');
  }
  requests.push(`${pathname.replace('/api/', '')} ${searchParams.get('per_page')}`);
  flying += 1;
  most = Math.max(most, flying);
  await new Promise((resolve) => setTimeout(resolve, 2));
  flying -= 1;
  if (!answers) throw new TypeError('no network');
  if (pathname.endsWith('/read'))
    return ourAnswer({ code: 200, message: 'OK', data: [{ _id: searchParams.get('_id') }] });
  if (/held|report|by_day/.test(pathname)) return ourAnswer({ code: 200, message: 'OK', data: {} });
  const list = pathname.replace('/api/', '');
  const found = rows[`${list} ${searchParams.get('tag')}`] ?? rows[list] ?? [];
  return ourAnswer({
    code: 200,
    message: 'OK',
    data: { rows: found, total: totals[list] ?? found.length, page: 1, per_page: 10 },
  });
});

/** The rows of a list by its path. */
let rows: Record<string, { _id: string; modified: number }[]> = {};
/** How many rows a list has, if more than its page. */
let totals: Record<string, number> = {};
let person = 0;
function signIn(role: Role, known?: string): string {
  person += 1;
  const id = known ?? `u${person}`;
  pageSession.enter(id);
  pageSession.confirm(id, { user_id: id, role, permissions: permissionsOf(role) } as never, Date.now());
  requests = [];
  writers = 0;
  most = 0;
  return id;
}

/** The page is opened again. */
async function nextStart(id: string): Promise<void> {
  pageSession.leave(pageSession.token());
  pageSession.out();
  await keepLists(0, 0);
  signIn('administrator.administrator', id);
}

beforeEach(() => {
  Object.assign(connection, { saveData: false, type: undefined, effectiveType: '4g' });
  Object.assign(room, { usage: 1, quota: 1_000 });
  answers = true;
  rows = {};
  totals = {};
  noteAnswer(null);
  queryClient.clear();
  setReadStore(savedReads(() => pageSession.read().profile?.user_id ?? null));
});

test.each([
  ['a device that saves data', { saveData: true }],
  ['a line that is paid for', { type: 'cellular' }],
  ['a slow line', { effectiveType: '3g' }],
])('nothing is read unasked: %s', { tags: ['B11.1'] }, async (_name, line) => {
  signIn('administrator.administrator');
  Object.assign(connection, line);
  await keepLists(0, 0);
  expect(requests).toEqual([]);
  expect(writers).toBe(0);
});

test('nothing is read where the browser is short of room', { tags: ['B11.1'] }, async () => {
  signIn('administrator.administrator');
  room.usage = 700;
  await keepLists(0, 0);
  expect(requests).toEqual([]);
});

test('it ends with the connection, and a failed read is no error', { tags: ['B11.1'] }, async () => {
  signIn('administrator.administrator');
  answers = false;
  const work = keepLists(0, 0);
  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(0));
  noteNoAnswer();
  await work;
  expect(requests.length).toBeLessThan(4);
});

test('an administrator gets the first page of each list, one at a time, once a day', { tags: ['B11.1'] }, async () => {
  const me = signIn('administrator.administrator');
  await keepLists(0, 0);
  expect(most).toBe(1);
  expect(writers).toBe(1);
  expect(requests.toSorted()).toEqual(
    Object.keys(RECORDS)
      // Two records begin with thirty rows, and orders have two lists.
      .filter((model) => model !== 'location' && model !== 'manager')
      .concat('order_group', 'order_group')
      .map((model) => `${model}/read_all 10`)
      .concat(['product/read_all 20', 'claim/read_all 30', 'location/read_all 30', 'manager/read_all 30'])
      .concat('purchase_order/read_all 30', 'store_type/read_all null', 'location/read_all null')
      .concat('search/names null')
      .concat('warehouse_log/report null', 'warehouse_log/by_day null', 'warehouse/read_all null')
      .toSorted(),
  );
  // The answers are on the disk and not in the memory.
  await vi.waitFor(() => expect(queryClient.getQueryCache().getAll()).toEqual([]));
  // The same page, and the next start of the same day.
  requests = [];
  await keepLists(0, 0);
  await nextStart(me);
  await keepLists(0, 0);
  expect(requests).toEqual([]);
  const real = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => real() + 21 * 3_600_000);
  await nextStart(me);
  await keepLists(0, 0);
  vi.restoreAllMocks();
  expect(requests).toHaveLength(Object.keys(RECORDS).length + 11);
});

test('a person gets the lists of the own menu and no other', { tags: ['B11.1', 'B10.3'] }, async () => {
  signIn('manager.customer_support');
  await keepLists(0, 0);
  expect(requests).toContain('buyer/read_all 10');
  expect(requests.join()).not.toContain('manager/read_all');
  expect(requests.join()).not.toContain('purchase_order');
});

test('the lists that people open most come first, before what they do not open each day', {
  tags: ['B11.1'],
}, async () => {
  signIn('administrator.administrator');
  await keepLists(0, 0);
  expect(requests.slice(0, 5).map((one) => one.split('/')[0])).toEqual([
    ...['order_group', 'product', 'buyer', 'purchase_order', 'order_group'],
  ]);
});

test('all pending orders and ten others of the first page are kept with their lines, and again only if they changed since', {
  tags: ['B11.1'],
}, async () => {
  const now = Math.floor(Date.now() / 1_000);
  const some = (name: string) => Array.from({ length: 12 }, (_, n) => ({ _id: `${name}${n}`, modified: now - 60 }));
  rows = {
    'order_group/read_all': some('o'),
    // The two first of them are in both lists.
    'order_group/read_all pending': [...some('o').slice(0, 2), ...some('p').slice(2)],
    'buyer/read_all': [{ _id: 'b1', modified: now - 60 }],
  };
  const me = signIn('administrator.administrator');
  await keepLists(0, 0);
  const records = () => requests.filter((one) => one.includes('/read '));
  expect(records()).toEqual(Array.from({ length: 20 }, () => 'order_group/read null'));
  await nextStart(me);
  await keepLists(0, 0);
  expect(records()).toEqual([]);
});

test('the stock of the stored products is kept with their list, once, for who sees stock', {
  tags: ['B11.1'],
}, async () => {
  rows = { 'product/read_all': [{ _id: 'p1', modified: 1 }] };
  const me = signIn('administrator.administrator');
  await keepLists(0, 0);
  expect(requests.slice(1, 3)).toEqual(['product/read_all 20', 'warehouse_product/held null']);
  await nextStart(me);
  await keepLists(0, 0);
  expect(requests).toEqual([]);
  signIn('manager.customer_support');
  await keepLists(0, 0);
  expect(requests.join()).toContain('product/read_all');
  expect(requests.join()).not.toContain('held');
});

test('the names of all records come right after the lists that people open most, once a day', {
  tags: ['B11.1'],
}, async () => {
  const me = signIn('administrator.administrator');
  await keepLists(0, 0);
  expect(requests.indexOf('search/names null')).toBe(5);
  await nextStart(me);
  await keepLists(0, 0);
  expect(requests).toEqual([]);
});

test('a list of at most 500 rows is stored whole, a longer one and the orders by their first page', {
  tags: ['B11.1'],
}, async () => {
  const some = (n: number) => Array.from({ length: n }, (_, at) => ({ _id: `r${at}`, modified: 1 }));
  rows = {
    'product/read_all': some(20),
    'buyer/read_all': some(10),
    'brand/read_all': some(4),
    'order_group/read_all': some(10),
  };
  totals = { 'product/read_all': 112, 'buyer/read_all': 501, 'order_group/read_all': 400 };
  const me = signIn('administrator.administrator');
  await keepLists(0, 0);
  expect(requests.filter((one) => one.endsWith(' 500'))).toEqual(['product/read_all 500']);
  await nextStart(me);
  await keepLists(0, 0);
  expect(requests).toEqual([]);
});

test('the inventory report is not read unasked where there are many products', { tags: ['B11.1'] }, async () => {
  totals = { 'product/read_all': 1_001 };
  signIn('administrator.administrator');
  await keepLists(0, 0);
  expect(requests.join()).toContain('product/read_all 20');
  expect(requests.join()).not.toContain('warehouse_log');
});

test('a screen without a copy names the lists that are stored', { tags: ['B11.1'] }, async () => {
  signIn('manager.customer_support');
  const home = { to: '/', title: 'Home' };
  await expect(keptPlaces.read()?.()).resolves.toEqual([home]);
  await keepLists(0, 0);
  const found = await keptPlaces.read()?.();
  expect(found?.slice(0, 2)).toEqual([home, { to: '/order-groups', title: 'All Orders' }]);
  expect(found?.map(({ to }) => to)).not.toContain('/managers');
});

test('a list that begins with other rows than ten or with a filter is stated in the lists of its area, so that the kept page is its own', {
  tags: ['B11.1'],
}, () => {
  const screens = execFileSync('git', ['ls-files', 'src/features'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/<ListScreen\b[\s\S]*?words=[\s\S]*?columns=/g)].map(([jsx]) => [
        path,
        jsx,
      ]),
    );
  expect(screens.length).toBeGreaterThan(15);
  const isUsual = (jsx: string) =>
    !/\bsize=/.test(jsx) && !/\bfilters=\{[A-Z]/.test(jsx) && !/\bfilters=\{\{[^}]*: '(?!all')[^']/.test(jsx);
  expect(screens.filter(([, jsx = '']) => !isUsual(jsx)).map(([path]) => path)).toEqual([]);
});
