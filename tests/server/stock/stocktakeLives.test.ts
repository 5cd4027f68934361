/**
 * Random lives of a stocktake: goods come and go, at once or reported late, while officers count, at once or sent late, now and then wrong. What stands on the
 * shelf is kept here, apart from the code: after the posting the books must say exactly that (decision 0411).
 */
import { beforeAll, expect, test } from 'vitest';
import { chance } from '#tests/support/chance.ts';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { type Data, NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { type CountWorld, type Figure, makeCountWorld } from '#tests/support/stocktakeWorld.ts';
import { brokenBooks, type Parties } from '#tests/support/stockWorld.ts';

/** `FUZZ=20000` lives ten times as many. */
const LIVES = Math.ceil(Number(process.env.FUZZ ?? 2_000) / 500);
const STEPS = 30;

/** A product as it really is. Quantities are units. */
interface Shelf {
  product: string;
  /** Kobo per unit. */
  price: number;
  /** The places that it stands in; its goods are shared out over them. */
  places: readonly string[];
  real: number;
  book: number;
  /** Issues that a tablet holds back: the books must still have them. */
  held: number;
  isCounted: boolean;
  isWrong: boolean;
}
/** What a tablet sends when it reaches the server. */
type Late = () => Promise<unknown>;

describeEngineOfDay('lives of a stocktake', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database());
  });

  /** A move of goods at this moment, by its business time; it is written when the answered function runs. */
  function move(w: CountWorld, shelf: Shelf, units: number): Late {
    const at = server.clock.now;
    const parties: Parties = units < 0 ? w.issue : w.shipIn;
    shelf.real += units;
    if (units < 0) shelf.held -= units;
    return async () => {
      const made = await w.call('POST', 'purchase_order/create', w.header(parties, { timestamp: at }));
      await w.put(made.data as unknown as string, [shelf.product, Math.abs(units)]);
      const done = await w.execute(made.data as unknown as string);
      if (done.message !== 'Transfer successful.') throw new Error(done.text);
      shelf.book += units;
      if (units < 0) shelf.held += units;
    };
  }

  /** What a person finds on the shelf at this moment, place by place. */
  function found(shelf: Shelf, round: number, slip = 0): Figure[] {
    const counted_at = server.clock.now;
    return shelf.places.map((place, at) => {
      const share = Math.floor(shelf.real / shelf.places.length);
      const here = at === 0 ? shelf.real - share * (shelf.places.length - 1) + slip : share;
      return [shelf.product, here, { place, round, counted_at }];
    });
  }

  /** Has everything counted again that waits for it or was counted wrong, until nothing waits. */
  async function settle(w: CountWorld, id: string, shelves: readonly Shelf[], people: readonly { token: string }[]) {
    for (const one of people) await w.finish(one, id);
    const wrong = shelves.filter((shelf) => shelf.isWrong).map((shelf) => shelf.product);
    if (wrong.length > 0) expect((await w.recount(id, wrong)).code).toBe(200);
    for (let turn = 0; turn < 8; turn += 1) {
      for (const shelf of shelves) {
        for (const one of people) {
          const line = w.lineOf(await w.readOne(one, id), shelf.product);
          if (line.state !== 'recount' || line.needs_another) continue;
          server.clock.now += 1;
          await w.counted(one, id, found(shelf, line.round));
        }
      }
      let recounts = 0;
      for (const one of people) recounts = (await w.finish(one, id)).data.recounts as number;
      if (recounts === 0) return;
    }
    throw new Error('The recounts do not end.');
  }

  async function live(seed: number): Promise<void> {
    server.clock.now = NOW;
    const w = await makeCountWorld(database(), server);
    const { below, pick } = chance(seed);
    const next = () => below(1_000) / 1_000;
    const whole = (from: number, to: number) => from + below(to - from + 1);
    const kaduna = await server.signInAs('manager.warehouse_officer', { name: 'Kande Counter' });
    const people = [w.ngozi, w.musa, w.bisi, kaduna];
    const shelves: Shelf[] = [
      { product: w.milk, price: 100_000, book: 120 },
      { product: w.rice, price: 5_000_000, book: 30 },
      { product: w.soap, price: Number.NaN, book: 70 },
    ].map((one, at) => {
      const real = one.book + (next() < 0.3 ? 0 : whole(-9, 9));
      const places = at === 1 ? ['Aisle A', 'Floor'] : [''];
      return { ...one, real, places, held: 0, isCounted: false, isWrong: false };
    });
    const late: Late[] = [];
    const counts = new Map(people.map((one) => [one, [] as Late[]]));
    const id = await w.begun();
    for (let step = 0; step < STEPS; step += 1) {
      server.clock.now += whole(2, 90);
      const shelf = pick(shelves);
      const dice = next();
      if (dice < 0.4) {
        const most = Math.min(shelf.real, shelf.book - shelf.held, 9);
        const moved = move(w, shelf, next() < 0.3 || most < 1 ? whole(1, 9) : -whole(1, most));
        if (next() < 0.4) late.push(moved);
        else await moved();
      } else if (dice < 0.75) {
        const person = pick(people);
        const slip = next() < 0.2 ? whole(1, 6) : 0;
        const figures = found(shelf, 1, slip);
        shelf.isCounted = true;
        shelf.isWrong ||= slip > 0;
        const own = counts.get(person) as Late[];
        own.push(() => w.count(person, id, figures));
        // A tablet sends in its own order.
        if (next() < 0.6) for (const send of own.splice(0)) await send();
      } else if (dice < 0.9) {
        await late.splice(whole(0, Math.max(0, late.length - 1)), 1)[0]?.();
      } else await w.finish(pick(people), id);
    }
    for (const own of counts.values()) for (const send of own) await send();
    const [lost, after] = [late.filter(() => next() < 0.5), [] as Late[]];
    for (const send of late) if (!lost.includes(send)) after.push(send);
    for (const send of lost) await send();
    await settle(w, id, shelves, people);
    // The rest of what moved before and between the counts arrives when all is counted.
    for (const send of after) await send();
    server.clock.now += 30;
    for (const shelf of shelves) if (shelf.real > 9 && shelf.book > 9) await move(w, shelf, -whole(1, 5))();
    const before = new Map(shelves.map((shelf) => [shelf.product, shelf.book]));
    const posted = await w.post(id, { anyway: true });
    expect(posted.code, `seed ${seed}: ${posted.text}`).toBe(200);
    const stock = await w.stock(w.hub);
    for (const shelf of shelves)
      expect(stock[shelf.product], `seed ${seed}`).toBe(shelf.isCounted ? shelf.real : shelf.book);
    const rows = await w.rowsOf(posted.data.ref);
    const expected = shelves.filter((shelf) => shelf.isCounted && shelf.real !== shelf.book);
    expect(rows.map((row) => [row.product_id, row.quantity]).sort()).toEqual(
      expected.map((shelf) => [shelf.product, shelf.real - (before.get(shelf.product) ?? 0)]).sort(),
    );
    // Money: the worth of the rows, apart from the code's own sum. A case of soap of 7 units is N1,000, so its rows are rounded.
    const worth = (shelf: Shelf) =>
      Number.isNaN(shelf.price)
        ? Math.round(((shelf.real - shelf.book) * 100_000) / 7)
        : (shelf.real - shelf.book) * shelf.price;
    const sum = (sign: number) => expected.reduce((all, shelf) => all + Math.max(0, sign * worth(shelf)), 0) / 100;
    expect([posted.data.short_value, posted.data.over_value].map(Number), `seed ${seed}`).toEqual([sum(-1), sum(1)]);
    const results = await w.results(id);
    for (const line of results.lines as Data[])
      if (line.counted !== null) expect(line.now + line.difference).toBe(stock[line.product_id]);
  }

  test.each(Array.from({ length: LIVES }, (_, at) => at + 1))(
    'after life %i the books say what stands on the shelf',
    { tags: ['STK-10', 'STK-14'], timeout: 120_000 },
    live,
  );
  test('and the books of all lives are right', { tags: ['STK-14', 'B2.7'] }, async () => {
    expect(await brokenBooks(database())).toEqual([]);
  });
});
