/** B13: at most two reports of one session at once. */
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { query } from '#contract/call.ts';
import { text } from '#contract/fields.ts';
import { handle } from '#server/calls/handler.ts';
import { Refusal } from '#server/calls/refusal.ts';
import { readConfig } from '#server/config.ts';
import { allHandlers } from '#server/handlers.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

const shape = { input: { what: text('What') }, output: v.string(), allow: 'view_reports' } as const;
const slow = query('slow/report', { ...shape, report: true });
const plain = query('slow/read', shape);

test('every report is known as one', { tags: ['B13'] }, () => {
  const marked = allHandlers(readConfig({ KASUWA_ENV: 'test' }, '1.0.0', null)).filter(({ call }) => call.report);
  expect(marked.map(({ call }) => call.path).sort()).toEqual([
    'agent/source_summary',
    'buyer/history',
    'buyer/order_retention_{kind}',
    'discrepancy/summary',
    'ledger_log/reconciliation_report',
    'order_group/purchase_orders',
    'order_group/purchase_orders_buyers',
    'order_group/sales_of_all_custom_special',
    'order_group/sales_of_all_custom_special_seller',
    'product/history',
    'search/names',
    'warehouse_log/report',
    'warehouse_log/sales',
  ]);
});

describeEachEngine('reports at once', { tags: ['B13'] }, (database) => {
  let server: TestServer;
  /** Those that are being worked, each to be ended by hand. */
  const running: { end: () => void; fail: (error: Error) => void }[] = [];
  beforeAll(async () => {
    const wait = async ({ what }: { what: string }) => {
      await new Promise<void>((end, fail) => void running.push({ end, fail }));
      return what;
    };
    server = await startServer(database(), {}, [handle(slow, wait), handle(plain, wait)]);
  });
  const started = (count: number) => expect.poll(() => running.length).toBe(count);
  const endAll = () => {
    for (const one of running.splice(0)) one.end();
  };
  const asking = (token: string, path = 'slow/report') => server.call('POST', path, { what: 'it' }, { token });

  test('the third of a session: 429 with Retry-After; another session and other reads go on', {
    tags: ['B13'],
  }, async () => {
    const { user_id, token } = await server.signInAs('manager.staff');
    const two = [asking(token), asking(token)];
    await started(2);
    const third = await asking(token);
    expect(third).toMatchObject({
      code: 429,
      data: { error: 'rate', retry_after: 2 },
      headers: { 'retry-after': '2' },
    });
    const elsewhere = await server.openSession(user_id);
    const more = [
      asking(elsewhere),
      asking(token, 'slow/read'),
      asking(token, 'slow/read'),
      asking(token, 'slow/read'),
    ];
    await started(6);
    endAll();
    expect((await Promise.all([...two, ...more])).map(({ code }) => code)).toEqual([200, 200, 200, 200, 200, 200]);
  });
  test('one that ends makes room, also when it is refused or breaks', { tags: ['B13'] }, async () => {
    const { token } = await server.signInAs('manager.staff');
    for (const error of [new Refusal('conflict'), new Error('broken')]) {
      const two = [asking(token), asking(token)];
      await started(2);
      expect((await asking(token)).code).toBe(429);
      for (const one of running.splice(0)) one.fail(error);
      expect((await Promise.all(two)).map(({ code }) => code)).toEqual(
        error instanceof Refusal ? [409, 409] : [500, 500],
      );
    }
    const again = [asking(token), asking(token)];
    await started(2);
    endAll();
    expect((await Promise.all(again)).map(({ code }) => code)).toEqual([200, 200]);
  });
  test('who may not see a report is told so, not to wait', { tags: ['B13'] }, async () => {
    const { token } = await server.signInAs('manager.customer_support');
    expect((await asking(token)).code).toBe(403);
  });
});
