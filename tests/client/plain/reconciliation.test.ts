/** The reconciliation reports at a server that knows the documents alone, out of wallets, their logs and orders. */
import 'fake-indexeddb/auto';
import '#tests/support/pageGlobals.ts';
import * as v from 'valibot';
import { afterEach, describe, expect, test } from 'vitest';
import { queryClient, queryFor } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { reconciliationReport } from '#contract/wallet/reconciliationCalls.ts';
import { ledgerOfOwner, logsOfLedger } from '#contract/wallet/walletCalls.ts';
import { DAY } from '#domain/time.ts';
import type { PlainServer } from '#tests/support/plainServer/plainServer.ts';
import { atPlainServer, unknownCalls } from './atPlainServer.ts';

const T0 = 1_790_000_000;
const BUYER = { head: 'buyer', subhead: 'wallet' } as const;
const ASSOCIATE = { head: 'sales_officer', subhead: 'wallet' } as const;

let server: PlainServer;
afterEach(() => server.close());

type Log = readonly [day: number, tag: string, value: number, description: string];

/** Puts a wallet with these entries in, the days counted from T0. `owes` in naira. */
function wallet(head: string, owner: string, owes: number, logs: readonly Log[]): void {
  const ledgers = server.rows('ledger');
  ledgers.splice(0, ledgers.length, ...ledgers.filter((one) => one.owner !== owner));
  const entries = server.rows('ledger_log');
  const ledger_id = `ledger_of_${owner}`;
  entries.splice(0, entries.length, ...entries.filter((one) => one.ledger_id !== 'ledger_1' || owner !== 'buyer_1'));
  ledgers.push({ _id: ledger_id, head, subhead: 'wallet', owner, balance: owes, ledger_tags: {} });
  for (const [at, [day, tag, value, description]] of logs.entries())
    entries.push({ _id: `${ledger_id}_${at}`, ledger_id, created: T0 + day * DAY, tag, value, description });
}

/** Two orders of Mama Nkechi, one of them delivered before the days and one in them, and what she paid. */
function orders(): void {
  const [first] = server.rows('order_group');
  if (!first) throw new Error('The stand-in has no order.');
  const order = (ref: string, day: number, cash: number) =>
    server.rows('order_group').push({
      ...first,
      ...{ _id: `og_${ref}`, ref, tag: 'completed', created: T0 + day * DAY, cash, paid: cash },
      outstanding: cash - 24_000,
    });
  order('FIRST222', -20, 24_000);
  order('SECOND22', 0, 10_000);
}

/** How servers may write one and the same log: as it was typed, money in plus, or what is owed more. */
const WRITTEN = [
  ['as it was typed', 1, 1],
  ['with a minus for a charge', -1, 1],
  ['with a minus for money in', 1, -1],
] as const;

test('more wallets than can be read one by one are refused in words, and no wallet is read', {
  tags: ['PLAIN-20'],
}, async () => {
  server = await atPlainServer();
  const [first] = server.rows('buyer');
  for (let n = 0; n < 300; n += 1)
    server.rows('buyer').push({ ...first, _id: `more_${n}`, name: `Shop ${n}` } as never);
  await expect(callApi(reconciliationReport, BUYER)).rejects.toThrow(
    '301 wallets. This server gives one wallet at a time. Search by a name or a phone that at most 300 have.',
  );
  expect(server.calls.filter(({ path }) => path.startsWith('ledger'))).toEqual([]);
  expect((await callApi(reconciliationReport, { ...BUYER, search: 'nkechi' })).total).toBe(1);
});

describe.each(['number', 'text'] as const)('with figures as %ss', (numbers) => {
  test.each(WRITTEN)(
    'a retailer’s wallet is explained when values are written %s',
    {
      tags: ['PLAIN-20'],
    },
    async (_how, charge, money) => {
      server = await atPlainServer({ numbers });
      orders();
      wallet('buyer', 'buyer_1', 9_000, [
        [-20, 'order', charge * 24_000, 'FIRST222'],
        [-19, 'cash', money * 24_000, 'FIRST222'],
        [0, 'order', charge * 24_000, 'SECOND22'],
        [0.1, 'cash', money * 10_000, 'SECOND22'],
        [0.2, 'transfer', money * 3_000, 'By bank'],
        [0.3, 'signup', money * 2_000, 'Welcome'],
      ]);
      const report = await callApi(reconciliationReport, {
        ...BUYER,
        from_timestamp: T0 - DAY,
        to_timestamp: T0 + DAY,
      });
      expect(v.is(reconciliationReport.output, report)).toBe(true);
      const figures = {
        ...{ opening: '0.00', orders: '-24000.00', cash: '10000.00', transfer: '3000.00', other: '2000.00' },
        ...{ closing: '-9000.00', orders_outstanding: '-14000.00', difference: '5000.00' },
      };
      expect(report).toMatchObject({
        rows: [{ name: 'Mama Nkechi', location: { name: 'Yaba' }, ...figures }],
        totals: figures,
        total: 1,
        differences: { over: '5000.00', over_count: 1, settled: 0, largest: '5000.00' },
        balances: { owed: '9000.00', owed_count: 1, cash: null },
      });
      // An end before some entries: the closing of that day, and what was outstanding then.
      const before = await callApi(reconciliationReport, { ...BUYER, to_timestamp: T0 - 19.5 * DAY });
      expect(before.rows).toMatchObject([{ closing: '-24000.00', orders_outstanding: '0.00', cash: '0.00' }]);
      expect((await callApi(reconciliationReport, { ...BUYER, only_difference: true })).total).toBe(1);
      expect((await callApi(reconciliationReport, { ...BUYER, location_id: 'loc_other' })).rows).toEqual([]);
      expect((await callApi(reconciliationReport, { ...BUYER, seller_id: 'hub_mushin' })).total).toBe(1);
      expect((await callApi(reconciliationReport, { ...BUYER, seller_id: 'hub_other' })).total).toBe(0);
      expect(unknownCalls(server)).toEqual([]);
    },
  );

  test('an associate’s columns come from what the entries name; what was sold from his goods is not known', {
    tags: ['PLAIN-20'],
  }, async () => {
    server = await atPlainServer({ numbers });
    orders();
    const [sent] = server.rows('purchase_order');
    for (const [ref, source_type, destination_type] of [
      ['PO-7', 'seller', 'sales_officer'],
      ['PO-8', 'sales_officer', 'seller'],
    ])
      server.rows('purchase_order').push({ ...sent, _id: `po_${ref}`, ref, source_type, destination_type } as never);
    // The worked day of B6: 100,000 issued, 20,000 returned, 80,000 delivered, 50,000 in cash, of which 45,000 were paid in.
    wallet('sales_officer', 'da_musa', 5_000, [
      [0, 'receipt', 100_000, 'PO-7'],
      [0.1, 'receipt', 20_000, 'PO-8'],
      [0.2, 'order', 80_000, 'SECOND22'],
      [0.3, 'cash', 50_000, 'SECOND22'],
      [0.4, 'cash', 45_000, 'Paid in at the hub'],
    ]);
    const report = await callApi(reconciliationReport, {
      ...ASSOCIATE,
      from_timestamp: T0 - DAY,
      page: '1',
      per_page: '20',
    });
    expect(v.is(reconciliationReport.output, report)).toBe(true);
    expect(report).toMatchObject({
      rows: [
        {
          ...{ name: 'Musa Bello', seller: { name: 'Mushin Hub' }, opening: '0.00', stock_issued: '-100000.00' },
          ...{ stock_returned: '20000.00', orders_delivered: '80000.00', cash_collected: '-50000.00' },
          ...{ deposits: '45000.00', other: '0.00', closing: '-5000.00', stock_value_held: '', difference: '' },
        },
      ],
      totals: { closing: '-5000.00', difference: '' },
      differences: { owed: '', over: '', largest: '', settled: 0 },
      balances: { owed: '5000.00', owed_count: 1, cash: '5000.00', cash_count: 1 },
    });
    expect(unknownCalls(server)).toEqual([]);
  });

  test('entries that do not explain the balance, or name nothing, leave the figures between empty', {
    tags: ['PLAIN-20'],
  }, async () => {
    server = await atPlainServer({ numbers });
    // The server tells half of the log.
    wallet('buyer', 'buyer_1', 9_000, [[0, 'order', 24_000, 'SECOND22']]);
    const half = { opening: '', orders: '', cash: '', transfer: '', other: '', difference: '-9000.00' };
    const input = { from_timestamp: T0 - DAY };
    expect(await callApi(reconciliationReport, { ...BUYER, ...input })).toMatchObject({
      rows: [{ ...half, closing: '-9000.00' }],
      totals: { cash: '', closing: '-9000.00' },
    });
    const ended = await callApi(reconciliationReport, { ...BUYER, to_timestamp: T0 + DAY });
    expect(ended).toMatchObject({ rows: [{ closing: '', difference: '' }], balances: { owed: '' } });
    // Signed values explain the balance; of the cash nothing says whether it was collected, of the goods whether they came back.
    wallet('sales_officer', 'da_musa', 90_000, [
      [0, 'receipt', 100_000, 'Goods'],
      [0.1, 'order', -15_000, 'x'],
      [0.2, 'cash', 5_000, 'Correction'],
    ]);
    const between = async () => (await callApi(reconciliationReport, { ...ASSOCIATE, ...input })).rows;
    expect(await between()).toMatchObject([
      {
        ...{ stock_issued: '', stock_returned: '', orders_delivered: '15000.00', cash_collected: '', deposits: '' },
        ...{ other: '', closing: '-90000.00' },
      },
    ]);
    // Less cash with the reference of an order that cannot be read: what was collected, or a deposit.
    queryClient.clear();
    wallet('sales_officer', 'da_musa', 4_000, [
      [0, 'order', -1_000, 'x'],
      [0.1, 'transfer', 7_000, 'By bank'],
      [0.2, 'cash', -2_000, 'DELETED2'],
    ]);
    expect(await between()).toMatchObject([{ cash_collected: '', deposits: '', closing: '-4000.00' }]);
  });
});

test.each(WRITTEN)(
  'a log with values %s shows money in with a plus and a charge with a minus',
  {
    tags: ['PLAIN-20'],
  },
  async (_how, charge, money) => {
    server = await atPlainServer();
    wallet('buyer', 'buyer_1', 14_000, [
      [0, 'order', charge * 24_000, 'SECOND22'],
      [1, 'cash', money * 10_000, 'SECOND22'],
    ]);
    const read = async () => {
      const input = { head: 'buyer', subhead: 'wallet', owner: 'buyer_1' } as const;
      const { data } = await queryClient.fetchQuery(queryFor(ledgerOfOwner, input));
      expect(data.shown_balance).toBe(server.rows('ledger').at(-1)?.balance === 14_000 ? '-14000.00' : '-1.00');
      const logs = await queryClient.fetchQuery(queryFor(logsOfLedger, { ledger_id: data._id }));
      return (Array.isArray(logs.data) ? logs.data : logs.data.rows).map(({ effect }) => effect);
    };
    expect(await read()).toEqual(['24000.00', '-10000.00']);
    // A balance that the log does not explain: the values stand there as they are told.
    queryClient.clear();
    Object.assign(server.rows('ledger').at(-1) ?? {}, { balance: 1 });
    expect(await read()).toEqual([charge * -24_000, money * -10_000].map((naira) => naira.toFixed(2)));
  },
);
