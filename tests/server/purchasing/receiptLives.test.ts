/**
 * Random lives of receipts: goods come, go and go back, receipts are reversed (at once, after an approval, or not), opposite transfers are made, and lines are
 * claimed. Stock, wallets, discrepancies and claims are kept here, apart from the code and in kobo; after each step the server must say the same. `LIVES=500`
 * lives more, each day lives the next eight of 24, `LIVES_FIRST` is the first seed: a failure names its own.
 */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type Chance, chance, naira } from '#tests/support/chance.ts';
import { describeEngineOfDay, ENGINES } from '#tests/support/database.ts';
import { type Receipt, ReceiptModel } from '#tests/support/receiptModel.ts';
import { type Data, NOW, newKey, startServer, type TestServer } from '#tests/support/server.ts';
import { firstOfDay } from '#tests/support/shares.ts';
import { brokenBooks, makeWorld, type World } from '#tests/support/stockWorld.ts';

const DAY = 86_400;
const LIVES = Math.ceil(Number(process.env.LIVES ?? 8) / ENGINES.length);
const FIRST = Number(process.env.LIVES_FIRST ?? firstOfDay(700_000, LIVES * ENGINES.length, 3));
const STEPS = 14;
/** Kobo. A reversal above it waits for somebody else. */
const LIMIT = 4_000_000;

describeEngineOfDay('random lives of receipts', (database, engine) => {
  let server: TestServer;
  let accountant: { token: string };
  const made = new Map<string, { made: number; refused: number }>();
  beforeAll(async () => {
    server = await startServer(database());
    accountant = await server.signInAs('manager.accountant', { name: 'Amaka Accounts' });
    const admin = await server.signInAs('administrator.administrator');
    await server.call('POST', 'config/create', { key: 'reversal_approval_kobo', value: String(LIMIT) }, admin);
  });

  /** What the server tells of everything that the model keeps. */
  async function serverState(w: World) {
    const days = { from_timestamp: NOW - DAY, to_timestamp: NOW + 3 * DAY };
    const { sums } = (await w.call('GET', 'discrepancy/read_all', { seller_id: w.hub, ...days })).data;
    const claims = async (status: string) => {
      const fields = { page: '1', distributor_id: w.distributor, sums: '1', status };
      return (await w.call('GET', 'claim/read_all', fields)).data.sums as Data;
    };
    const sent = await claims('settled');
    return {
      hub: await w.stock(w.hub),
      rep: await w.stock(w.rep),
      owed: await w.wallet(w.distributor),
      owes: await w.wallet(w.rep),
      discrepancies: [sums.count, sums.short, sums.over, sums.damaged],
      open: (await claims('open')).amount,
      settled: [sent.amount, sent.settled_amount],
    };
  }
  function right(w: World, model: ReceiptModel) {
    const { count, short, over, damaged } = model.discrepancySums();
    const { open, settled, credited } = model.claimSums();
    return {
      hub: model.stockOf(w.hub),
      rep: model.stockOf(w.rep),
      owed: model.walletOf(w.distributor),
      owes: model.walletOf(w.rep),
      discrepancies: [count, naira(short), naira(over), naira(damaged)],
      open: naira(open),
      settled: [naira(settled), naira(credited)],
    };
  }

  /** Makes a transfer of some goods and completes it if the goods are there; what is short is refused and deleted. */
  async function transfer(w: World, model: ReceiptModel, { below, pick, one, some }: Chance): Promise<boolean> {
    const parties = pick([w.shipIn, w.shipIn, w.shipIn, w.issue, w.giveBack, w.reject] as const);
    const comes = parties === w.shipIn || parties === w.giveBack;
    const lines = some([w.milk, w.rice, w.soap]).map((product) => {
      const quantity = 1 + below(parties === w.shipIn ? 60 : 12);
      const differs = comes && one(2);
      const accepted = differs ? below(quantity + 4) : quantity;
      const reason = one(2) ? pick(['damaged', 'expired', 'wrong_product', 'other'] as const) : null;
      return { product, quantity, accepted, reason, kobo: 1 + below(5_000_000) };
    });
    const id = await w.order(parties);
    for (const { product, quantity, accepted, reason, kobo } of lines) {
      const put = await w.put(id, [product, quantity, accepted, naira(kobo)], reason ? { reason } : {});
      expect(put.code, put.message).toBe(200);
    }
    return complete(w, model, id, { parties, lines, of: null });
  }

  async function complete(
    w: World,
    model: ReceiptModel,
    id: string,
    about: Pick<Receipt, 'parties' | 'lines' | 'of'>,
  ): Promise<boolean> {
    const isThere = model.isThere(about);
    const { message } = await w.execute(id, { error_on_empty: false });
    expect(message === 'Transfer successful.', message).toBe(isThere);
    if (!isThere) await w.call('POST', 'purchase_order/delete', { _id: id });
    else model.complete({ ...about, id, state: 'done', isMirror: false });
    return isThere;
  }

  async function opposite(w: World, model: ReceiptModel, { pick }: Chance): Promise<boolean | null> {
    const receipt = pick(model.receipts.filter((one) => !one.isMirror));
    if (!receipt) return null;
    const { code, data } = await w.call(
      'POST',
      'purchase_order/create_opposite',
      { _id: receipt.id },
      { key: newKey() },
    );
    expect(code).toBe(receipt.state === 'done' ? 200 : 409);
    if (code !== 200) return false;
    return complete(w, model, String(data._id), { ...model.opposite(receipt), of: receipt });
  }

  async function reverse(w: World, model: ReceiptModel, { pick }: Chance): Promise<boolean | null> {
    const receipt = pick(model.receipts);
    if (!receipt) return null;
    const value = model.valueOf(receipt);
    const may = model.mayReverse(receipt) && model.isBackThere(receipt);
    const answer = await w.call(
      'POST',
      'purchase_order/reverse',
      { _id: receipt.id, reason: 'By chance' },
      { key: newKey() },
    );
    expect(answer.code, answer.message).toBe(may ? 200 : 409);
    if (!may) return false;
    receipt.reversal = String(answer.data._id);
    expect(answer.data.status).toBe(value > LIMIT ? 'asked' : 'done');
    if (value > LIMIT) receipt.state = 'asked';
    else model.takeBack(receipt, String((answer.data.order as Data)._id));
    return true;
  }

  async function decide(w: World, model: ReceiptModel, { pick, one }: Chance): Promise<boolean | null> {
    const receipt = pick(model.receipts.filter(({ state }) => state === 'asked'));
    if (!receipt) return null;
    const fields = { reversal_id: receipt.reversal };
    if (one(3)) {
      const refused = await w.call(
        'POST',
        'purchase_order/refuse_reversal',
        { ...fields, note: 'Keep it' },
        accountant,
      );
      expect(refused.code).toBe(200);
      receipt.state = 'done';
      return true;
    }
    expect((await w.call('POST', 'purchase_order/approve_reversal', fields)).code).toBe(403);
    const isThere = model.isBackThere(receipt);
    const { code, data } = await w.call('POST', 'purchase_order/approve_reversal', fields, accountant);
    expect(code).toBe(isThere ? 200 : 409);
    if (isThere) model.takeBack(receipt, String((data.order as Data)._id));
    return isThere;
  }

  async function claim(w: World, model: ReceiptModel, { pick, some, below }: Chance): Promise<boolean | null> {
    const claims = model.claims.filter(({ state }) => state === 'open' || state === 'sent');
    const one = pick([null, ...claims]);
    if (one === null) {
      const from = model.receipts.filter(({ parties, isMirror }) => !isMirror && parties.includes(w.distributor));
      const lines = from.flatMap((receipt) => model.differing(receipt));
      if (lines.length === 0) return null;
      const chosen = some(lines).slice(0, 4);
      const ids = new Map<string, string>();
      for (const { id } of chosen.map(({ receipt }) => receipt))
        for (const item of (await w.items(id)) as Data[]) ids.set(`${id} ${item.product_id}`, String(item._id));
      const item_ids = chosen.map(({ receipt, product }) => ids.get(`${receipt.id} ${product}`) ?? '');
      const answer = await w.call('POST', 'claim/create', { item_ids }, { key: newKey() });
      const may = model.mayClaim(chosen);
      expect(answer.code === 200, answer.message).toBe(may);
      if (may) {
        const amount = model.amountOf(chosen);
        expect(answer.data.amount).toBe(naira(amount));
        model.claims.push({ id: String(answer.data._id), lines: chosen, state: 'open', amount, credited: 0 });
      }
      return may;
    }
    const step = one.state === 'open' ? pick(['send', 'send', 'cancel'] as const) : pick(['settle', 'cancel'] as const);
    if (step === 'cancel') {
      expect((await w.call('POST', 'claim/cancel', { _id: one.id, note: 'By chance' })).code).toBe(200);
      one.state = 'cancelled';
      return true;
    }
    if (step === 'send') {
      const may = one.lines.every(({ receipt }) => receipt.state !== 'reversed');
      const { code, message } = await w.call('POST', 'claim/send', { _id: one.id });
      expect(code === 200, message).toBe(may);
      if (may) one.state = 'sent';
      return may;
    }
    const credit = 1 + below(one.amount);
    const fields = { _id: one.id, settled_by: 'credit', number: 'CN-1' };
    expect((await w.call('POST', 'claim/settle', { ...fields, amount: naira(one.amount + 1) })).code).toBe(422);
    const { code, message } = await w.call('POST', 'claim/settle', { ...fields, amount: naira(credit) });
    expect(code, message).toBe(200);
    [one.state, one.credited] = ['settled', credit];
    return true;
  }

  const ACTS = { transfer, opposite, reverse, decide, claim } as const;
  const NAMES = [
    'transfer',
    'transfer',
    'transfer',
    'opposite',
    'reverse',
    'reverse',
    'decide',
    'claim',
    'claim',
  ] as const;

  async function live(seed: number): Promise<void> {
    server.clock.now = NOW;
    const random = chance(seed);
    const w = await makeWorld(database(), server);
    const model = new ReceiptModel();
    const story = [`LIVES=1 LIVES_FIRST=${seed}, ${engine}`];
    for (let step = 0; step < STEPS; step += 1) {
      const name = step < 2 ? 'transfer' : random.pick(NAMES);
      server.clock.now += 1;
      const is = await ACTS[name](w, model, random).catch((error: Error) => {
        throw new Error([...story, name, error.message].join('\n  '));
      });
      if (is === null) continue;
      story.push(`${name}: ${is ? 'done' : 'refused'}`);
      const count = made.get(name) ?? { made: 0, refused: 0 };
      made.set(name, { made: count.made + Number(is), refused: count.refused + Number(!is) });
      expect(await serverState(w), story.join('\n  ')).toEqual(right(w, model));
    }
  }

  test('in random lives of receipts stock, wallets, discrepancies and claims are the sums of a model that was made apart, to the kobo', {
    tags: ['REV-04', 'REV-06', 'REV-07', 'DISC-06', 'DISC-07', 'DISC-12', 'DISC-18'],
    timeout: 60_000 + LIVES * 8_000,
  }, async () => {
    for (let at = 0; at < LIVES; at += 1) await live(FIRST + at * ENGINES.length + ENGINES.indexOf(engine));
    expect(await brokenBooks(database())).toEqual([]);
    const { rows } = await sql`select l._id from ledger_log l where l.ref_type = 'claim'`.execute(database().kysely);
    expect(rows).toEqual([]);
  });

  test.runIf(LIVES >= 12)('the lives did and were refused every step', { tags: ['REV-04', 'DISC-18'] }, () => {
    for (const name of Object.keys(ACTS)) expect(made.get(name)?.made ?? 0, name).toBeGreaterThan(1);
    for (const name of ['transfer', 'reverse', 'claim']) expect(made.get(name)?.refused ?? 0, name).toBeGreaterThan(0);
  });
});
