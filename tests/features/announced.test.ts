/** B11.1, decision 0900: which lists and lines a tablet reads after the office announced a transfer. */
import '#tests/support/pageGlobals.ts';
import { hashKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { SavedAnswer } from '#client/reads/queries.ts';
import { KINDS, type WizardKind } from '#domain/transfer.ts';
import { workQuery } from '#features/stock/parts/ready/announced.ts';
import { expectedQuery, linesQuery } from '#features/stock/parts/ready/expectedList.ts';
import { type DueRead, type TabletReads, whatIsDue } from '#features/stock/parts/ready/whatIsDue.ts';

const order = (_id: string, revision = 1) => ({
  ...{ _id, version: 1, items_revision: revision, item_count: 2, timestamp: 100, amount: '10.00' },
  goods: { cases: 4, units: 0, names: [], counted: 0 },
});
const list = (...rows: ReturnType<typeof order>[]) => ({ rows, total: rows.length, page: 1, per_page: 24 });
const shown = (_id: string, transfer: WizardKind, lines = 2) => ({
  ...{ _id, transfer, lines, since: 100, amount: '10.00', goods: { cases: 4, units: 0, names: [] } },
});
const work = (kinds: Partial<Record<WizardKind, number>>, ...rows: ReturnType<typeof shown>[]) => [
  { kind: 'open_transfers', total: rows.length, kinds, rows },
];

/** A tablet with fresh parties and goods. `saved`: its answers about transfers with their times. `server`: the answers of the server. */
function tablet(saved: [DueRead, unknown, number][], server: [DueRead, unknown][] = []) {
  const fetched: string[] = [];
  const held = new Map(
    saved.map(([query, data, at]) => [hashKey(query.queryKey), { data, at, copy: true } as SavedAnswer<unknown>]),
  );
  const kept: TabletReads = {
    young: async () => [] as never,
    isYoung: async () => true,
    peek: async (query) => (held.get(hashKey(query.queryKey)) ?? null) as never,
    fetch: async (query) => {
      fetched.push(hashKey(query.queryKey));
      return server.find(([one]) => hashKey(one.queryKey) === hashKey(query.queryKey))?.[1] as never;
    },
    over: () => false,
  };
  const due = async (changedAt = 0) =>
    (await whatIsDue([KINDS.shipment_in, KINDS.stock_out], kept, new Map(), changedAt)).map(({ queryKey }) =>
      hashKey(queryKey),
    );
  return { due, fetched };
}
const keys = (...queries: DueRead[]) => queries.map(({ queryKey }) => hashKey(queryKey));
const [IN, OUT] = [expectedQuery(KINDS.shipment_in), expectedQuery(KINDS.stock_out)];
const SECOND = 1_000;

test('a home that agrees with the lists causes no read', { tags: ['B11.1'] }, async () => {
  const now = Date.now();
  const { due, fetched } = tablet([
    [IN, list(order('a')), now - 60 * SECOND],
    [OUT, list(), now - 60 * SECOND],
    [linesQuery('a'), [order('a')], now - 60 * SECOND],
    [workQuery, work({ shipment_in: 1 }, shown('a', 'shipment_in')), now],
  ]);
  expect(await due()).toEqual([]);
  expect(fetched).toEqual([]);
});

test('a new transfer on the home causes a read of the list of its kind, and of its lines', {
  tags: ['B11.1'],
}, async () => {
  const now = Date.now();
  const { due, fetched } = tablet(
    [
      [IN, list(order('a')), now - 60 * SECOND],
      [OUT, list(), now - 60 * SECOND],
      [linesQuery('a'), [order('a')], now - 60 * SECOND],
      [workQuery, work({ shipment_in: 2 }, shown('a', 'shipment_in'), shown('b', 'shipment_in')), now],
    ],
    [[IN, list(order('b'), order('a'))]],
  );
  expect(await due()).toEqual(keys(linesQuery('b')));
  expect(fetched).toEqual(keys(IN));
});

test('a further line of a known transfer causes a read, unless the list was read after the home', {
  tags: ['B11.1'],
}, async () => {
  const now = Date.now();
  const saved = (at: number): [DueRead, unknown, number][] => [
    [IN, list(order('a')), at],
    [OUT, list(), at],
    [linesQuery('a'), [order('a')], now - 60 * SECOND],
    [workQuery, work({ shipment_in: 1 }, shown('a', 'shipment_in', 3)), now - 30 * SECOND],
  ];
  const older = tablet(saved(now - 60 * SECOND), [[IN, list(order('a', 2))]]);
  expect(await older.due()).toEqual(keys(linesQuery('a')));
  expect(older.fetched).toEqual(keys(IN));
  const newer = tablet(saved(now - 10 * SECOND));
  expect(await newer.due()).toEqual([]);
  expect(newer.fetched).toEqual([]);
});

test('the lines of a transfer on the home that is missing in the list of 24 are read once', {
  tags: ['B11.1'],
}, async () => {
  const now = Date.now();
  const newest = { ...list(order('a')), total: 2 };
  const saved: [DueRead, unknown, number][] = [
    [IN, newest, now - 60 * SECOND],
    [OUT, list(), now - 60 * SECOND],
    [linesQuery('a'), [order('a')], now],
    [workQuery, work({ shipment_in: 2 }, shown('old', 'shipment_in')), now],
  ];
  const first = tablet(saved);
  expect(await first.due()).toEqual(keys(linesQuery('old')));
  expect(first.fetched).toEqual([]);
  const held = tablet([...saved, [linesQuery('old'), [order('old')], now]]);
  expect(await held.due()).toEqual([]);
});

test('after a change in the stream, the home is read first, and only the lists that differ follow', {
  tags: ['B11.1'],
}, async () => {
  const now = Date.now();
  const { due, fetched } = tablet(
    [
      [IN, list(), now - 60 * SECOND],
      [OUT, list(), now - 60 * SECOND],
      [workQuery, work({}), now - 50 * SECOND],
    ],
    [
      [workQuery, work({ stock_out: 1 }, shown('c', 'stock_out'))],
      [OUT, list(order('c'))],
    ],
  );
  expect(await due(now - 10 * SECOND)).toEqual(keys(linesQuery('c')));
  expect(fetched).toEqual(keys(workQuery, OUT));
});

test('a list is read again after ten minutes, or if the home is two minutes newer', {
  tags: ['B11.1'],
}, async () => {
  const now = Date.now();
  const old = tablet(
    [
      [IN, list(), now - 601 * SECOND],
      [OUT, list(), now - 60 * SECOND],
    ],
    [[IN, list()]],
  );
  await old.due();
  expect(old.fetched).toEqual(keys(IN));
  const beside = tablet(
    [
      [IN, list(), now - 121 * SECOND],
      [OUT, list(), now - 60 * SECOND],
      [workQuery, work({}), now],
    ],
    [[IN, list()]],
  );
  await beside.due();
  expect(beside.fetched).toEqual(keys(IN));
});
