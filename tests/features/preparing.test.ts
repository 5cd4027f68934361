/** B11.1: what a tablet loads by itself for work without a network, how often, and what happens after a failed read. */
import 'fake-indexeddb/auto';
import '#tests/support/pageGlobals.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient, queryFor, setReadStore } from '#client/reads/queries.ts';
import { pageSession } from '#client/session/state.ts';
import { stocktakeOne } from '#contract/stock/stocktakeCalls.ts';
import { KINDS } from '#domain/transfer.ts';
import { lookAlone, preparation, prepare, prepareByItself, stop } from '#features/stock/parts/ready/preparing.ts';
import { savedReads } from '#offline/reads/savedReads.ts';
import { ourAnswer } from '../support/ourAnswer.ts';

const PARTIES: Record<string, string[]> = {
  distributor: ['d1', 'd2', 'd3', 'd4', 'd5'],
  seller: ['h1', 'h2'],
  sales_officer: ['a1'],
};
let requests: string[] = [];
let flying = 0;
let most = 0;
let fails: (path: string) => boolean = () => false;
let refuses: (path: string) => boolean = () => false;
const connection = { saveData: false };
vi.stubGlobal('navigator', { onLine: true, connection });
vi.stubGlobal('document', { addEventListener: () => undefined, visibilityState: 'visible' });
vi.stubGlobal('fetch', async (url: string, init?: { body?: unknown }) => {
  const path = new URL(url, 'http://tablet').pathname.replace('/api/', '');
  const [model = ''] = path.split('/');
  const parent = /parent(?:"\s*\r?\n\r?\n|=)(\w+)/.exec(String(init?.body ?? ''))?.[1] ?? '';
  requests.push(`${path} ${parent}`);
  flying += 1;
  most = Math.max(most, flying);
  await new Promise((resolve) => setTimeout(resolve, 10));
  flying -= 1;
  if (fails(path)) throw new TypeError('no network');
  if (refuses(path)) return Response.json({ code: 403, message: 'No', data: {} }, { status: 403 });
  return ourAnswer({ code: 200, message: 'OK', data: answerTo(path, model, url) });
});
/** The expected transfers of each kind. */
let expected: { _id: string; version: number; items_revision: number }[] = [];
/** The open stocktakes. */
let open: { _id: string; version: number; people: { _id: string }[] }[] = [];
function answerTo(path: string, model: string, url: string): unknown {
  if (path === 'warehouse_product/read_by_party')
    return { products: [{ product: { _id: `p${requests.length}`, status: 'active' } }] };
  if (path === 'warehouse_product/read_rates') return { sold: {}, shipped: {} };
  if (path === 'purchase_order/read_all')
    return { rows: url.includes('shipment_in') ? expected : [], total: expected.length, page: 1, per_page: 24 };
  if (path === 'stocktake/read_all') return { rows: open, total: open.length };
  if (path === 'purchase_order/read') return expected.filter(({ _id }) => url.includes(_id));
  if (path === 'stocktake/read') return open.find(({ _id }) => url.includes(_id)) ?? {};
  return (PARTIES[model] ?? []).map((_id) => ({ _id, name: _id, status: 'active' }));
}
const products = () => requests.filter((one) => one.startsWith('warehouse_product/read_by_party'));
const rates = () => requests.filter((one) => one.startsWith('warehouse_product/read_rates'));
const lines = () => requests.filter((one) => one.startsWith('purchase_order/read '));

let person = 0;
/** A person who has prepared nothing on this tablet. */
function signIn(permissions: string[]) {
  person += 1;
  const token = `t${person}`;
  pageSession.enter(token);
  pageSession.confirm(token, { user_id: `u${person}`, permissions } as never, Date.now());
  requests = [];
  most = 0;
}

beforeEach(() => {
  connection.saveData = false;
  expected = [];
  open = [];
  fails = () => false;
  refuses = () => false;
  queryClient.clear();
  setReadStore(savedReads(() => pageSession.read().profile?.user_id ?? null));
});

test('every party that may give is read once, three at a time, and again after an hour', {
  tags: ['B11.1'],
}, async () => {
  signIn(['create_shipment_in', 'create_stock_out']);
  await prepareByItself(KINDS.stock_out);
  expect(products()).toHaveLength(7);
  expect(most).toBeLessThanOrEqual(3);
  expect(preparation.read()).toMatchObject({
    progress: null,
    rests: true,
    prepared: {
      kinds: { shipment_in: { sources: 5, held: 5 }, stock_out: { sources: 2, held: 2 } },
    },
  });
  await prepareByItself();
  await prepare();
  expect(products()).toHaveLength(7);
  const real = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => real() + 3_600_001);
  await prepareByItself();
  expect(products()).toHaveLength(14);
  vi.restoreAllMocks();
});

test('a screen that only shows the state knows it before the loading starts, and reads nothing from the server', {
  tags: ['B11.1'],
}, async () => {
  signIn(['create_stock_out']);
  await prepareByItself();
  const user = pageSession.read().profile?.user_id;
  // The page is opened again: the person in between leaves nothing in memory.
  signIn(['create_shipment_in']);
  await lookAlone();
  expect(preparation.read().prepared?.kinds).toEqual({
    shipment_in: { sources: 0, held: 0, priced: true, missing: 0 },
  });
  pageSession.enter('again');
  pageSession.confirm('again', { user_id: user, permissions: ['create_stock_out'] } as never, Date.now());
  requests = [];
  await lookAlone();
  expect(preparation.read()).toMatchObject({
    prepared: { kinds: { stock_out: { sources: 2, held: 2, priced: true, missing: 0 } } },
    rests: false,
  });
  expect(requests).toEqual([]);
});

test('two calls at the same time load everything once', { tags: ['B11.1'] }, async () => {
  signIn(['create_shipment_in']);
  await Promise.all([prepareByItself(), prepareByItself(KINDS.shipment_in)]);
  expect(products()).toHaveLength(5);
});

test('a failed read ends the loading; loaded answers are kept, and a press loads the rest', {
  tags: ['B11.1'],
}, async () => {
  signIn(['create_shipment_in']);
  fails = () => products().length > 3;
  await prepareByItself();
  await vi.waitFor(() => expect(flying).toBe(0));
  const { prepared, progress, rests } = preparation.read();
  expect(progress).toBeNull();
  expect(rests).toBe(true);
  const held = prepared?.kinds.shipment_in?.held ?? 9;
  expect(held).toBeLessThan(5);
  fails = () => false;
  requests = [];
  await prepare(KINDS.shipment_in);
  expect(products().length).toBeLessThanOrEqual(5 - held);
  expect(preparation.read().prepared?.kinds.shipment_in).toEqual({ sources: 5, held: 5, priced: true, missing: 0 });
});

test('the lines of expected transfers come before all goods, and a tablet that lacks them says so', {
  tags: ['B11.1', 'B3.6'],
}, async () => {
  signIn(['create_shipment_in']);
  expected = [{ _id: 'order1', version: 1, items_revision: 5 }];
  fails = () => lines().length > 0;
  await prepareByItself(KINDS.shipment_in);
  await vi.waitFor(() => expect(flying).toBe(0));
  expect(preparation.read().prepared?.kinds.shipment_in?.missing).toBe(1);
  fails = () => false;
  requests = [];
  await prepare(KINDS.shipment_in);
  const first = (path: string) => requests.findIndex((one) => one.startsWith(path));
  expect(first('purchase_order/read ')).toBeGreaterThanOrEqual(0);
  expect(first('purchase_order/read ')).toBeLessThan(first('warehouse_product/read_by_party'));
  expect(preparation.read().prepared?.kinds.shipment_in).toEqual({ sources: 5, held: 5, priced: true, missing: 0 });
});

test('stopped loading continues only after a press; the next person starts anew', { tags: ['B11.1'] }, async () => {
  signIn(['create_shipment_in']);
  const end = preparation.subscribe(() => {
    const { progress, stopping } = preparation.read();
    if (progress?.done === 1 && !stopping) stop();
  });
  await prepareByItself();
  end();
  const stopped = products().length;
  expect(stopped).toBeLessThan(5);
  await prepareByItself();
  expect(products()).toHaveLength(stopped);
  await prepare();
  expect(products()).toHaveLength(5);
  signIn(['create_shipment_in']);
  await prepareByItself();
  expect(products()).toHaveLength(5);
});

test('a person who makes no transfers loads nothing, and a device that saves data loads only after a press', {
  tags: ['B11.1'],
}, async () => {
  signIn(['view_warehouses']);
  await prepareByItself();
  expect(requests).toEqual([]);
  signIn(['create_shipment_in']);
  connection.saveData = true;
  await prepareByItself();
  expect(requests).toEqual([]);
  expect(preparation.read().rests).toBe(true);
  await prepare();
  expect(products()).toHaveLength(5);
});

test('the lines of every expected transfer and the prices of every hub are loaded, and changed transfers are read again', {
  tags: ['B11.1', 'B3.6'],
}, async () => {
  signIn(['create_shipment_in']);
  expected = [
    { _id: 'order1', version: 1, items_revision: 5 },
    { _id: 'order2', version: 1, items_revision: 7 },
  ];
  await prepareByItself(KINDS.shipment_in);
  expect(lines()).toHaveLength(2);
  expect(rates()).toHaveLength(2);
  expect(preparation.read().prepared?.kinds.shipment_in?.priced).toBe(true);
  await prepareByItself();
  expect(lines()).toHaveLength(2);
  expected = [
    { _id: 'order1', version: 1, items_revision: 6 },
    { _id: 'order2', version: 1, items_revision: 7 },
  ];
  const real = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => real() + 3_600_001);
  await prepareByItself();
  expect(lines()).toHaveLength(3);
  vi.restoreAllMocks();
});

test('who may count has the places, the open stocktakes and the lines of the own one first, and nobody else reads them', {
  tags: ['B11.1', 'STK-31'],
}, async () => {
  const counts = () => requests.filter((one) => one.startsWith('stocktake/')).map((one) => one.trim());
  open = ['s1', 's2', 's3', 's4'].map((_id) => ({ _id, version: 1, people: [] }));
  signIn(['create_shipment_in']);
  await prepareByItself();
  expect(counts()).toEqual([]);
  signIn(['create_shipment_in', 'count_stock']);
  open = open.map((one) => (one._id === 's4' ? { ...one, people: [{ _id: `u${person}` }] } : one));
  await prepareByItself();
  // Before the goods, which take long.
  expect(requests.findIndex((one) => one.startsWith('stocktake/warehouses'))).toBeLessThan(
    requests.findIndex((one) => one.startsWith('warehouse_product/')),
  );
  expect(counts().sort()).toEqual([
    ...['stocktake/read', 'stocktake/read', 'stocktake/read', 'stocktake/read_all', 'stocktake/warehouses'],
  ]);
  const saved = savedReads(() => pageSession.read().profile?.user_id ?? null);
  expect(await saved.savedCopy(queryFor(stocktakeOne, { _id: 's4' }).queryKey)).not.toBeNull();
  // Nothing is read again while it is fresh.
  await prepare();
  expect(counts()).toHaveLength(5);
  refuses = (path) => path.startsWith('stocktake/');
  signIn(['create_shipment_in', 'count_stock']);
  await prepareByItself();
  expect(products()).toHaveLength(5);
});

test('a refused list and a cancelled transfer do not end the loading', {
  tags: ['B11.1'],
}, async () => {
  signIn(['create_shipment_in']);
  refuses = (path) => path.startsWith('purchase_order/');
  await prepareByItself();
  expect(products()).toHaveLength(5);
  expect(preparation.read().prepared?.kinds.shipment_in).toEqual({ sources: 5, held: 5, priced: true, missing: 0 });
});

test('repeated reading shows no progress, unless it takes long, a person pressed, or something is missing', {
  tags: ['B11.1'],
}, async () => {
  signIn(['create_shipment_in']);
  const reported: number[] = [];
  const end = preparation.subscribe(() => {
    const { progress } = preparation.read();
    if (progress) reported.push(progress.done);
  });
  await prepareByItself();
  expect(reported).not.toEqual([]);
  reported.length = 0;
  const real = Date.now;
  let later = 3_600_001;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + later);
  await prepareByItself();
  expect(products()).toHaveLength(10);
  expect(reported).toEqual([]);
  // On a slow line the reads go on while the clock runs.
  later += 3_600_001;
  fails = () => {
    later += 2_000;
    return false;
  };
  await prepareByItself();
  expect(reported).not.toEqual([]);
  expect(preparation.read()).toMatchObject({ progress: null, rests: true });
  fails = () => false;
  reported.length = 0;
  later += 3_600_001;
  await prepare();
  expect(reported).not.toEqual([]);
  clock.mockRestore();
  end();
});
