/** A deposit that was recorded by mistake: posted the other way once, with a reason, and never deleted (decision 0402). */
import { beforeAll, expect, test } from 'vitest';
import type { LedgerLog } from '#contract/wallet/walletCalls.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { brokenWallets, makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Ask, newKey, startServer, type TestServer } from '#tests/support/server.ts';

const REASON = 'Written to the wrong retailer';

describeEachEngine('deposits that are taken back', { tags: ['LED-03', 'B6.3', 'B6.5'] }, (database) => {
  let server: TestServer;
  let w: OrderWorld;
  beforeAll(async () => {
    server = await startServer(database());
    w = await makeOrderWorld(database(), server);
  });
  const deposit = async (owner: string, value: string): Promise<string> => {
    const fields = { head: 'buyer', subhead: 'wallet', owner, value, description: 'Paid at the desk', tag: 'cash' };
    return (await w.call('POST', 'ledger_log/deposit_to', fields, { key: newKey() })).data as unknown as string;
  };
  const takeBack = (_id: string, reason = REASON, ask: Ask = {}) =>
    w.call('POST', 'ledger_log/take_back', { _id, reason }, { key: newKey(), ...ask });
  const logs = async (owner: string): Promise<LedgerLog[]> => {
    const ledger = await w.call('POST', 'ledger/read_by_owner_specific', { head: 'buyer', subhead: 'wallet', owner });
    const { _id } = ledger.data as unknown as { _id: string };
    return (await w.call('GET', 'ledger_log/read_by_ledger', { ledger_id: _id })).data as unknown as LedgerLog[];
  };

  test('refused: no reason, a short one, an unknown entry, who may not deposit, what an order posted', async () => {
    const shop = await w.buyer('Refused Stores');
    const id = await deposit(shop, '5000');
    expect((await takeBack(id, '')).message).toBe('Reason field is required');
    expect((await takeBack(id, 'oops')).message).toBe('Reason must be at least 10 characters.');
    expect(await takeBack('nothing')).toMatchObject({ code: 404, message: 'Deposit not found' });
    for (const { token } of [w.staff, w.support, w.officer])
      expect((await takeBack(id, REASON, { token })).code).toBe(403);
    await w.ordered([[w.soap, 7]], 'completed', { buyer: shop });
    const posted = (await logs(shop)).find((one) => one.ref_type === 'order_group');
    expect(await takeBack(posted?._id ?? '')).toMatchObject({
      code: 409,
      message: 'An order posted this entry. Change the payment in the order.',
    });
    expect((await logs(shop)).some((one) => one.taken_back)).toBe(false);
  });

  test('the balance is as before, both entries stay, and nobody takes it back twice, not even at once', async () => {
    const shop = await w.buyer('Mistaken Stores');
    const id = await deposit(shop, '5000');
    await deposit(shop, '300');
    expect(await w.wallet(shop)).toBe(-530_000);
    const answers = await Promise.all([takeBack(id, REASON, { token: w.accountant.token }), takeBack(id)]);
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ code }) => code === 409)?.message).toBe('This deposit was taken back already.');
    expect(await w.wallet(shop)).toBe(-30_000);
    const all = await logs(shop);
    expect(all).toHaveLength(3);
    const back = all.find((one) => one.ref_type === 'ledger_log');
    expect(back).toMatchObject({
      ...{ tag: 'cash', value: '-5000.00', effect: '5000.00', description: `Taken back: ${REASON}`, ref_id: id },
    });
    expect(all.find((one) => one._id === id)?.taken_back).toBe(true);
    expect((await takeBack(back?._id ?? '')).message).toBe(
      'This entry takes a deposit back. Record a new deposit instead.',
    );
    expect(await brokenWallets(database())).toEqual([]);
  });
});
