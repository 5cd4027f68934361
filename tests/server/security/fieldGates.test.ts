/**
 * K2: every field that needs a right of its own, over all calls and so over all screens. The gates stand at the fields of the contract, where screens
 * lock by them (useMayFill, Model.gates); this test asks the server about each one, so a gate that nobody refuses by fails here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import type { Field } from '#contract/fields.ts';
import { gatePermissions } from '#contract/gate.ts';
import { permissionsOf } from '#domain/matrix.ts';
import { isHubSide, type Role } from '#domain/permissions.ts';
import { readConfig } from '#server/config.ts';
import { allHandlers } from '#server/handlers.ts';
import { describeOneEngine } from '#tests/support/database.ts';
import { ROLES } from '#tests/support/matrix.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { newKey, startServer, type TestServer } from '#tests/support/server.ts';

const CALLS = allHandlers(readConfig({ KASUWA_ENV: 'test' }, '1.0.0', null)).map(({ call }) => call);
interface Gated {
  call: Call;
  name: string;
  field: Field;
}
const GATED: readonly Gated[] = CALLS.flatMap((call) =>
  Object.entries({ ...call.input, ...call.row }).flatMap(([name, field]) =>
    field.gate ? [{ call, name, field }] : [],
  ),
);
/** Who may ask the call and has not the right of the field. */
const without = ({ call, field }: Gated): Role[] =>
  ROLES.filter((role) => {
    const held = permissionsOf(role);
    return (
      !isHubSide(role) &&
      gatePermissions(call.allow).some((one) => held.includes(one)) &&
      !(field.gate && held.includes(field.gate.needs))
    );
  });
let turn = 1_000;
/** A value that the field reads and no record of the world has: another one each time. */
function valueFor(kind: Field['kind']): string {
  turn += 1;
  if (kind === 'money') return `${turn}.43`;
  if (kind === 'flag') return 'true';
  return kind === 'text' || kind === 'id' ? `another_${turn}` : String(turn);
}

describe('gates of fields', () => {
  test('there are gates, and each keeps somebody out who may ask the call', { tags: ['K2'] }, () => {
    expect(GATED.length).toBeGreaterThan(15);
    const names = new Set(GATED.map(({ call, name }) => `${call.path} ${name}`));
    for (const one of [
      'order_group/create delivery_fee',
      'order_group_item/upsert rate',
      'order_group_item/upsert amount',
      'order_item/update quantity_accepted',
      'product/update price',
      'product/update_bulk price',
    ])
      expect(names, one).toContain(one);
    expect(GATED.filter((one) => without(one).length === 0).map(({ call, name }) => `${call.path} ${name}`)).toEqual(
      [],
    );
  });
});

describeOneEngine('gates of fields', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
    await world.product('Gated', 12, 100_000);
    for (const role of ['administrator.administrator', ...ROLES] as const)
      tokens.set(role, (await server.signInAs(role)).token);
  });
  /** A record of the model whose update it is: the gate is about a change of what stands there. */
  const idOf = async ({ path }: Call) => {
    const table = path.split('/')[0] ?? '';
    const { rows } = await sql<{
      _id: string;
    }>`select _id from ${sql.table(table)} where deleted_at is null order by _id desc limit 1`.execute(world.db);
    return rows[0]?._id ?? 'none';
  };

  test.each(GATED.map((one) => [`${one.call.path} ${one.name}`, one] as const))(
    '%s is refused with the name of the field to who lacks its right, and not to the administrator',
    { tags: ['K2'] },
    async (_, gated) => {
      const { call, name, field } = gated;
      const record = field.gate?.ofChange ? { _id: await idOf(call) } : {};
      const ask = async (role: string) => {
        const sent = { ...record, [name]: valueFor(field.kind) };
        const fields = call.row ? Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, [value]])) : sent;
        const response = await server.call('POST', call.path, fields, { token: tokens.get(role) ?? '', key: newKey() });
        return call.row && response.code === 200 ? response.data.results[0] : response;
      };
      for (const role of without(gated)) {
        const answer = await ask(role);
        expect(answer, role).toMatchObject({ code: 403, data: { error: 'forbidden' } });
        expect(answer.data.fields, role).toEqual({ [name]: `You are not allowed to set ${field.label}.` });
      }
      expect((await ask('administrator.administrator')).code).not.toBe(403);
    },
  );

  test('who has the cart adds, counts, removes and places, and nothing of money', { tags: ['K2'] }, async () => {
    const ask = { token: world.support.token };
    const cart = await world.cart(await world.buyer('Care shop'), {}, ask);
    const { data } = await world.add(cart, world.milk, 12, {}, ask);
    const post = (path: string, fields: Record<string, unknown>) =>
      world.call('POST', path, fields, { ...ask, key: newKey() });
    for (const [path, fields] of [
      ['order_group_item/upsert', { _id: data._id, amount: '1' }],
      ['order_group_item/upsert', { _id: data._id, rate: '1' }],
      ['order_group_item/update', { _id: data._id, quantity_accepted: '0' }],
      ['order_group_meta/upsert_many', { order_group_id: cart, tag: ['discount'], value: ['-12000'], meta: ['promo'] }],
      ['order_group/update_subtotal', { _id: cart, subtotal: '1' }],
      ['order_group/update_amount', { _id: cart, amount: '1' }],
      ['order_group/update_delivery_fee', { _id: cart, delivery_fee: '1' }],
    ] as const)
      expect((await post(path, fields)).code, path).toBe(403);
    const paid = { payment_method: 'cash', payment_cash: '5' };
    expect(
      await post('order_group/update_tag', {
        _id: cart,
        old_tag: 'draft',
        new_tag: 'pending',
        meta: JSON.stringify(paid),
      }),
    ).toMatchObject({ code: 403, data: { fields: { payment_method: 'You are not allowed to set Payment.' } } });
    expect((await post('order_group_item/update', { _id: data._id, quantity: 24 })).data.amount).toBe('24000.00');
    const tea = (await world.add(cart, world.tea, 10, {}, ask)).data;
    expect((await post('order_group_item/remove', { _id: tea._id })).code).toBe(200);
    expect((await world.tag(cart, 'draft', 'pending', {}, ask)).code).toBe(200);
    expect(await world.group(cart)).toMatchObject({ tag: 'pending', total: '24000.00' });
  });
});

/** Where a screen asks for a right by its name: it shows or opens something whole. A field is locked by its gate, never here. */
const BY_NAME: Readonly<Record<string, number>> = {
  // The screen, and what a tablet prepares for work without a connection.
  'src/app/shell/AfterStart.tsx': 1,
  'src/app/shell/Shell.tsx': 1,
  'src/crud/query/Gate.tsx': 1,
  'src/crud/query/WhoMay.tsx': 1,
  'src/crud/history/History.tsx': 1,
  // The menu of a row has "Edit" where the record may be updated.
  'src/crud/list/ListScreen.tsx': 1,
  'src/crud/query/useSession.ts': 3,
  // A link to the transfer, to the retailer, to the stock, and a row's act stand only where their screen opens.
  'src/features/catalogue/product/Why.tsx': 1,
  'src/features/orders/parts/groupColumns.tsx': 1,
  'src/features/session/home/RunsOut.tsx': 3,
  'src/features/catalogue/parts/GoodsBand.tsx': 1,
  'src/features/people/BuyerGlance.tsx': 2,
  'src/features/orders/orderGroup/screen.tsx': 1,
  'src/features/orders/orderSummary.tsx': 1,
  'src/features/orders/reconciliation.tsx': 1,
  'src/features/orders/retention.tsx': 1,
  'src/features/people/agents/SignUpAgent.tsx': 1,
  // A day is closed and opened again by whoever has the right, and the buttons stand for no one else.
  'src/features/people/closeOuts/day.tsx': 2,
  'src/features/people/StarterFilter.tsx': 1,
  'src/features/people/salesOfficers.tsx': 1,
  // The way to the wizard, and to the codes of a transfer between hubs.
  'src/features/purchasing/OrderSide.tsx': 2,
  'src/features/purchasing/OrderWay.tsx': 1,
  // A name that leads somewhere is a link for who may go there; lines are claimed by who manages claims.
  'src/features/purchasing/claims/ClaimSide.tsx': 1,
  'src/features/purchasing/cover/Goods.tsx': 2,
  'src/features/purchasing/cover/runningOut.tsx': 2,
  'src/features/purchasing/discrepancies/cells.tsx': 4,
  'src/features/purchasing/discrepancies/list.tsx': 3,
  // Delete and the reversal stand in the menu of whoever may do them.
  'src/features/purchasing/purchaseOrder.tsx': 2,
  'src/features/purchasing/reversal/ReversalNotice.tsx': 1,
  // The switch of sounds is shown to whoever moves goods.
  'src/features/session/profile.tsx': 1,
  'src/features/session/sync/queueFile.tsx': 1,
  'src/features/session/sync/Refusal.tsx': 1,
  // The log rows of a report are shown to who may see logs, as the call answers them (K23).
  'src/features/stock/count/CountCodes.tsx': 1,
  // The end of a part names the way to the stocktakes, which who approves may open.
  'src/features/stock/count/CountEnd.tsx': 1,
  // Whoever may create a hub creates the first one where none can be counted in.
  'src/features/stock/count/begin.tsx': 1,
  'src/features/stock/count/keys/CountDock.tsx': 1,
  // The list of handovers, its ends, and the ways to it stand for who hands over, takes over or settles.
  'src/features/session/home/own/OwnHome.tsx': 1,
  'src/features/stock/handover/OpenOnes.tsx': 4,
  'src/features/stock/handover/screen.tsx': 1,
  'src/features/stock/parts/counts/OwnCounts.tsx': 1,
  'src/features/stock/transfer/begin/Begin.tsx': 1,
  'src/features/stock/lots/trace.tsx': 1,
  'src/features/stock/report.tsx': 1,
  'src/features/stock/stocktakes/page.tsx': 1,
  'src/features/stock/transfer/guard.tsx': 1,
  'src/features/stock/transfer/unknownCodes.tsx': 1,
  'src/features/stock/warehouse/Movements.tsx': 2,
  'src/features/stock/warehouse/Stock.tsx': 1,
  // Whether the names open their records.
  'src/features/orders/fulfilment.tsx': 2,
  'src/features/people/agents/agentReport.tsx': 1,
  'src/features/orders/parts/lines/AddProduct.tsx': 1,
  'src/features/orders/parts/RetailerLink.tsx': 1,
  // The tab with the form of a warehouse.
  'src/features/stock/warehouse/WarehousePage.tsx': 1,
  'src/features/wallet/parts/SimulateCredit.tsx': 1,
  'src/features/wallet/parts/VirtualAccountTab.tsx': 1,
};

test('no screen locks a field by the name of a right: a new place that asks for one is looked at', {
  tags: ['K2'],
}, () => {
  const files = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((one) =>
      one.isDirectory() ? files(join(folder, one.name)) : /\.tsx?$/.test(one.name) ? [join(folder, one.name)] : [],
    );
  const sources = ['app', 'crud', 'features', 'ui'].flatMap((folder) => files(join('src', folder)));
  const counts = sources.flatMap((file): [string, number][] => {
    const found = readFileSync(file, 'utf8').match(/\buseCan\(/g)?.length ?? 0;
    return found > 0 ? [[file, found]] : [];
  });
  expect(Object.fromEntries(counts.sort())).toEqual(BY_NAME);
});
