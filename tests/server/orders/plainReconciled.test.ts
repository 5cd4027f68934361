/** The reconciliation reports as the app works them out at a server that knows the documents alone, held against this server's own over the same wallets. */
import 'fake-indexeddb/auto';
import '#tests/support/pageGlobals.ts';
import { beforeAll, expect, test } from 'vitest';
import { reconciliation } from '#client/plain/reports/reconciliation.ts';
import { allQuery, queryClient, queryFor } from '#client/reads/queries.ts';
import { orderGroup } from '#contract/orders/orderGroup.ts';
import { buyer } from '#contract/people/buyer.ts';
import { salesOfficer } from '#contract/people/salesOfficer.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import type { ReconciliationReport } from '#contract/wallet/reconciliationCalls.ts';
import { ledgerOfOwner, logsOfLedger } from '#contract/wallet/walletCalls.ts';
import { formatMoney, koboOf } from '#domain/money.ts';
import { SHOWN_TAGS } from '#domain/order.ts';
import { chance, putMany } from '#tests/support/chance.ts';
import { describeOneEngine } from '#tests/support/database.ts';
import { type Market, makeMarket } from '#tests/support/figuresWorld.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Data, NOW, startServer } from '#tests/support/server.ts';

const SEED = Number(process.env.FIGURES_SEED ?? 1);
const MOVES = [
  ['out', 'stock_out'],
  ['in', 'stock_in'],
] as const;

describeOneEngine('wallets reconciled from the documents’ reads', (database) => {
  let w: OrderWorld;
  let m: Market;
  const { below, pick, one } = chance(SEED);

  /** Entries of a retailer or an associate, as orders, payments, goods and deposits post them, and some corrections. `effect`: kobo owed more. */
  function entry(head: 'buyer' | 'sales_officer') {
    const created = pick(m.ends) + pick([-1, 0, 1]);
    const size = 1 + below(1_000_000);
    // References of a test have another form than real ones: an order that cannot be read would not be known by it.
    const group = pick(m.groups.filter(({ deleted_at, tag }) => deleted_at === null && SHOWN_TAGS.includes(tag)));
    const order = { created, ref_type: 'order_group', ref_id: group._id, description: group.ref };
    const typed = { created, ref_type: null, ref_id: null, description: pick(['Paid in', `For ${group.ref}`, 'Bank']) };
    const kind = below(head === 'buyer' ? 4 : 5);
    if (kind === 0) return { ...order, tag: 'order', effect_kobo: head === 'buyer' ? size : 0 - size };
    if (kind === 1)
      return { ...order, tag: 'cash', effect_kobo: head === 'buyer' ? 0 - size : one(5) ? 0 - size : size };
    if (kind < 4) return { ...typed, tag: pick(['cash', 'transfer', 'signup']), effect_kobo: one(5) ? size : 0 - size };
    const [name, of] = pick(MOVES);
    return { ...goods(name), created, effect_kobo: of === 'stock_out' ? size : 0 - size };
  }

  const goods = (name: 'out' | 'in') => ({
    ...{ tag: 'receipt', ref_type: 'purchase_order' },
    ...{ ref_id: `po_${name}_${w.run}`, description: `PO-${name}-${w.run}` },
  });

  beforeAll(async () => {
    const server = await startServer(database());
    w = await makeOrderWorld(database(), server);
    m = await makeMarket(database(), w, chance(SEED));
    await putMany(
      database(),
      'purchase_order',
      MOVES.map(([name, kind]) => ({
        ...{ _id: `po_${name}_${w.run}`, ref: `PO-${name}-${w.run}`, timestamp: NOW, kind, source_name: 'A' },
        ...{ source_type: kind === 'stock_out' ? 'seller' : 'sales_officer', source: 'a', destination: 'b' },
        ...{ destination_type: kind === 'stock_out' ? 'sales_officer' : 'seller', destination_name: 'B' },
      })),
    );
    for (const [head, owners] of [
      ['buyer', m.buyers],
      ['sales_officer', m.reps],
    ] as const)
      for (const { _id } of owners) {
        // An associate begins with goods, and a correction is no more than they are worth.
        const begun = { ...goods('out'), created: Math.min(...m.ends), effect_kobo: 20_000_000 };
        const own = Array.from({ length: below(14) }, () => entry(head));
        if (head === 'sales_officer') own.push(begun);
        const balance_kobo = own.reduce((sum, { effect_kobo }) => sum + effect_kobo, 0);
        await putMany(database(), 'ledger', [
          { _id: `ledger_${_id}`, head, subhead: 'wallet', owner: _id, balance_kobo },
        ]);
        const more = { ledger_id: `ledger_${_id}`, value_kobo: 0, balance_after_kobo: 0 };
        const rows = own.map((log, at) => ({ _id: `log${at}_${_id}`, ...more, ...log }));
        await putMany(database(), 'ledger_log', rows);
      }
  });

  const read = async (method: 'GET' | 'POST', path: string, input: Record<string, unknown> = {}) => {
    const response = await w.call(method, path, input);
    expect(response, path).toMatchObject({ code: 200 });
    return response.data as Data;
  };
  const keep = (key: readonly unknown[], data: unknown) => queryClient.setQueryData(key, { data, at: Date.now() });

  /** Puts what the documents' reads say into the memory of the app. `sign`: -1 where values are money in with a plus. */
  async function tell(head: 'buyer' | 'sales_officer', sign: number): Promise<void> {
    queryClient.clear();
    for (const model of [buyer, salesOfficer, orderGroup, purchaseOrder])
      keep(allQuery(model).queryKey, await read('GET', `${model.name}/read_all`));
    const owners = (await read('GET', `${head}/read_all`)) as unknown as Data[];
    for (const { _id: owner } of owners) {
      const fields = { head, subhead: 'wallet', owner } as const;
      const wallet = await read('POST', 'ledger/read_by_owner_specific', fields);
      keep(queryFor(ledgerOfOwner, fields).queryKey, { _id: wallet._id, balance: wallet.balance });
      if (wallet._id === '') continue;
      const logs = (await read('GET', 'ledger_log/read_by_ledger', { ledger_id: wallet._id })) as unknown as Data[];
      keep(
        queryFor(logsOfLedger, { ledger_id: wallet._id }).queryKey,
        logs.map(({ _id, created, tag, description, effect }) => ({
          ...{ _id, created, tag, description },
          value: formatMoney(sign * koboOf(effect)),
        })),
      );
    }
  }

  test.each([1, -1])(
    'say of retailers what this server says, and of associates no other figure (sign %i)',
    {
      tags: ['PLAIN-20'],
    },
    async (sign) => {
      for (const head of ['buyer', 'sales_officer'] as const) {
        await tell(head, sign);
        for (let at = 0; at < 12; at += 1) {
          const [early = 0, late = 0] = [pick(m.ends), pick(m.ends)].sort((a, b) => a - b);
          const fields = {
            ...{ head, from_timestamp: one(2) ? undefined : early, to_timestamp: one(2) ? undefined : late },
            search: pick(['', '', 'bola', 'iya', '0803']),
            ...(head === 'buyer'
              ? { location_id: one(2) ? undefined : pick(m.locations)._id, only_difference: one(2) ? true : undefined }
              : { seller_id: one(2) ? undefined : pick(m.hubs)._id }),
          };
          const why = `seed ${SEED}: ${JSON.stringify(fields)}`;
          const ours = (await read(
            'POST',
            'ledger_log/reconciliation_report',
            fields,
          )) as unknown as ReconciliationReport;
          const page = await reconciliation(fields);
          if (head === 'buyer') {
            expect(page, why).toEqual(ours);
            continue;
          }
          const figures = ({ rows }: { rows: readonly object[] }) =>
            new Map((rows as Record<string, unknown>[]).map((row) => [row._id, row]));
          const own = figures(ours);
          expect([...figures(page).keys()].sort(), why).toEqual([...own.keys()].sort());
          for (const [_id, row] of figures(page)) {
            const known = Object.entries(row).filter(([, value]) => value !== '');
            expect(Object.fromEntries(known), why).toEqual(
              Object.fromEntries(known.map(([name]) => [name, own.get(_id)?.[name]])),
            );
            expect(
              known.map(([name]) => name),
              why,
            ).toEqual(
              expect.arrayContaining(['opening', 'stock_issued', 'stock_returned', 'orders_delivered', 'closing']),
            );
          }
          expect(page.balances, why).toEqual(ours.balances);
        }
      }
    },
  );
});
