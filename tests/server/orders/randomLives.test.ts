/**
 * Random lives of an order group: each step is asked of the server and of a small model (tests/support/orderModel.ts), which knows the documents and nothing
 * of src. What the model refuses the server refuses; after each step the order and its wallets, and at the end of a life every screen's and report's figure,
 * are the model's to the kobo. `LIVES=10000` is the full figure; the engines share them. Each day lives the next twenty of a hundred. `LIVES_FIRST` is the first seed: a failure names its own.
 */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startOfDay } from '#domain/time.ts';
import { chance, putMany } from '#tests/support/chance.ts';
import { describeEngineOfDay, ENGINES } from '#tests/support/database.ts';
import {
  closePairs,
  dashboardPairs,
  groupPairs,
  type Pair,
  reader,
  reportPairs,
  walletPairs,
} from '#tests/support/orderFigures.ts';
import { isBilled, isCancelledOrDeleted, type Life, type Product, paidOf } from '#tests/support/orderModel.ts';
import { nextStep, type Place, STEPS } from '#tests/support/orderSteps.ts';
import { brokenWallets, makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { NOW, startServer } from '#tests/support/server.ts';
import { firstOfDay } from '#tests/support/shares.ts';

const LIVES = Math.ceil(Number(process.env.LIVES ?? 20) / ENGINES.length);
const FIRST = Number(process.env.LIVES_FIRST ?? firstOfDay(500_000, LIVES * ENGINES.length, 5));
/** So many steps a life has. */
const STEPS_OF = { least: 6, more: 14 };
/** Dashboards count everybody's work: asked now and then. */
const DASHBOARD_EVERY = 40;
const PRODUCTS = [
  ['milk', 12],
  ['soap', 7],
  ['tea', 10],
  ['rice', 1],
] as const;

class Wrong extends Error {}

function hold(pairs: readonly Pair[], story: readonly string[]): void {
  const wrong = pairs.filter(([, actual, right]) => JSON.stringify(actual) !== JSON.stringify(right));
  if (wrong.length === 0) return;
  const lines = wrong.map(
    ([what, actual, right]) => `${what}: shown ${JSON.stringify(actual)}, right ${JSON.stringify(right)}`,
  );
  throw new Wrong([...story, ...lines].join('\n  '));
}

describeEngineOfDay('random lives of an order', (database, engine) => {
  let world: OrderWorld;
  let products: Product[];
  const ended: Life[] = [];
  const done = new Map<string, { made: number; refused: number }>();
  const states = new Map<string, number>();

  beforeAll(async () => {
    world = await makeOrderWorld(database(), await startServer(database()));
    products = PRODUCTS.map(([name, caseCount]) => ({
      _id: world[name],
      caseCount,
      maker: name === 'tea' ? world.maker2 : `maker_${world.run}`,
    }));
  });

  /** A hub, a retailer and two associates that nobody else has, with the hub's own prices and some stock. */
  async function born(seed: number) {
    const { below, one } = chance(seed + 1);
    const own = `${seed}_${world.run}`;
    const hub = `hub_${own}`;
    const officers = [`repa_${own}`, `repb_${own}`] as const;
    await putMany(database(), 'seller', [{ _id: hub, name: `Hub ${own}`, address: 'Road' }]);
    await putMany(
      database(),
      'sales_officer',
      officers.map((_id) => ({
        ...{ _id, name: _id, user_id: _id, phone: _id, email: `${_id}@example.test` },
        ...{ role: 'sales_officer.rep', seller_id: hub },
      })),
    );
    const buyer = await world.buyer(`Shop${own}`);
    const prices = new Map(products.map(({ _id }) => [_id, 100 + below(2_000_000)]));
    const offers = new Map(products.map(({ _id }, at) => [_id, `offer${at}_${own}`]));
    await putMany(
      database(),
      'seller_product',
      products.map(({ _id }) => ({
        ...{ _id: offers.get(_id), seller_id: hub, product_id: _id, mpu: 1, price_kobo: prices.get(_id) },
        ...{ quantity: -1, status: 'active' },
      })),
    );
    // Of one product a distributor is known, of the others none.
    await putMany(database(), 'distributor_seller', [
      { _id: `serves_${own}`, distributor_id: world.distributor, seller_id: hub },
    ]);
    await putMany(database(), 'warehouse', [
      { _id: `stock_${own}`, parent_type: 'seller', parent: hub, owner_name: hub, status: 'active' },
    ]);
    await putMany(
      database(),
      'warehouse_product',
      products.map(({ _id }, at) => ({
        ...{ _id: `stock${at}_${own}`, warehouse_id: `stock_${own}`, product_id: _id },
        ...{ quantity: 100_000, cost_price_kobo: 100 },
      })),
    );
    const group = await world.cart(buyer, { seller_id: hub });
    const place: Place = { group, hub, buyer, officers, offers };
    const life: Life = {
      ...{ tag: 'draft', products, prices, lines: new Map(), parts: new Map(), makers: 0, adjustment: 0, fee: 0 },
      ...{ discount: 0, amount: 0, cash: 0, transfer: 0, officer: null, posted: false, ownStock: false },
      ...{ deposits: { buyer: 0, officers: [0, 0] }, issued: [new Map(), new Map()], charged: [0, 0] },
    };
    return { place, life, stock: one(2) };
  }

  const DAY_OF_LIVES = startOfDay(NOW);
  const SIGNED = Array.from({ length: 9 }, (_, at) => `${at === 0 ? 'M' : 'L'}${at * 10} ${at * 7}`).join('');
  /** Closes the day of an associate in the middle of a life, if the figures are the model's; what is told of it afterwards. */
  async function closeDay(place: Place, life: Life, who: 0 | 1, story: string[]) {
    const read = reader(world);
    hold(await closePairs(read, place, life, who, DAY_OF_LIVES), story);
    const fields = { sales_officer_id: place.officers[who], day: DAY_OF_LIVES };
    const { now } = await read('close_out/read_day', fields);
    const signed = { expect_digest: now.digest, officer_path: SIGNED, taker_path: SIGNED };
    const answer = await world.call('POST', 'close_out/close', { ...fields, ...signed });
    if (answer.code !== 200) throw new Wrong([...story, `close-out: ${answer.code} ${answer.message}`].join('\n  '));
    story.push(`the day of associate ${who} is closed`);
    return async (last: Life) => {
      // What was signed stays, whatever came after; the ledgers go on beside it.
      hold(await closePairs(read, place, last, who, DAY_OF_LIVES), story);
      const after = await read('close_out/read_day', fields);
      hold(
        [
          ['what was signed', after.closed.signed.money, now.money],
          ['changed since', after.changed_since, after.now.digest !== now.digest],
        ],
        story,
      );
    };
  }

  async function live(seed: number): Promise<void> {
    const random = chance(seed);
    const read = reader(world);
    const start = await born(seed);
    const { place } = start;
    let { life } = start;
    const story = [`LIVES=1 LIVES_FIRST=${seed}, ${engine}:`];
    const row = async () => (await read('order_group/read', { _id: place.group }))[0];
    let answer = await row();
    const times = STEPS_OF.least + random.below(STEPS_OF.more);
    // Drawn by a chance of its own: the lives of known seeds stay what they were.
    const closing = chance(seed + 2);
    const [closesAt, closes] = [closing.below(times), closing.below(2) as 0 | 1];
    let closed: ((last: Life) => Promise<void>) | null = null;
    for (let at = 0; at < times; at += 1) {
      if (at === closesAt) closed = await closeDay(place, life, closes, story);
      const before = { world, place, life, row: answer, chance: random };
      const issue = at === 0 && start.stock ? STEPS.issue?.(before) : null;
      const { name, step } = issue ? { name: 'issue', step: issue } : nextStep(before);
      const { code, message } = await step.run();
      const isMade = code === 200;
      story.push(`${step.text}: ${code}${isMade ? '' : ` ${message}`}`);
      if (isMade !== (step.next !== null) || code >= 500)
        throw new Wrong([...story, `the model says ${step.next ? 'yes' : 'no'}`].join('\n  '));
      const count = done.get(name) ?? { made: 0, refused: 0 };
      done.set(name, { made: count.made + Number(isMade), refused: count.refused + Number(!isMade) });
      life = step.next ?? life;
      states.set(life.tag, (states.get(life.tag) ?? 0) + 1);
      answer = await row();
      hold(groupPairs(life, answer), story);
    }
    hold(await walletPairs(read, place, life, answer), story);
    hold(await reportPairs(read, place, life, NOW), story);
    await closed?.(life);
    ended.push(life);
  }

  test('in random lives of an order every screen and report says the sums of a model that was made apart, to the kobo', {
    tags: ['K7', 'CLO-11'],
    timeout: 60_000 + LIVES * 4_000,
  }, async () => {
    for (let at = 0; at < LIVES; at += 1) {
      await live(FIRST + at * ENGINES.length + ENGINES.indexOf(engine));
      if (at % DASHBOARD_EVERY === 0 || at === LIVES - 1)
        hold(await dashboardPairs(reader(world), ended), [`dashboards after seed ${FIRST + at}`]);
    }
    expect(await brokenWallets(database())).toEqual([]);
  });

  test('each line’s share that settling keeps is the one that one statement over all orders gives', {
    tags: ['K7'],
  }, async () => {
    const shares = () =>
      sql<{
        _id: string;
        billed_kobo: number;
      }>`select i._id, i.billed_kobo from order_item i join "order" o on o._id = i.order_id
        and o.tag not in ('cancelled', 'deleted') where i.deleted_at is null order by i._id`.execute(world.db);
    const kept = (await shares()).rows;
    expect(kept.length).toBeGreaterThan(0);
    await sql`update order_item set billed_kobo = 0`.execute(world.db);
    const text = readFileSync(new URL('../../support/billedShares.sql', import.meta.url), 'utf8');
    await sql.raw(text).execute(world.db);
    expect((await shares()).rows).toEqual(kept);
  });

  test.runIf(LIVES >= 50)('the lives made every step often enough, and came to every tag', { tags: ['K7'] }, () => {
    const rare = Object.keys(STEPS).filter((name) => name !== 'stray' && (done.get(name)?.made ?? 0) < 4);
    expect(rare).toEqual([]);
    expect([...done.values()].reduce((all, one) => all + one.refused, 0)).toBeGreaterThan(20);
    expect([...states.keys()].sort()).toEqual(['cancelled', 'completed', 'deleted', 'delivered', 'draft', 'pending']);
    expect(ended.some((life) => isBilled(life.tag) && paidOf(life) > 0)).toBe(true);
    expect(ended.some((life) => isCancelledOrDeleted(life.tag) && paidOf(life) > 0)).toBe(true);
  });
});
