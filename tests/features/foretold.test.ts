/**
 * Compares the stock that a tablet expects with a server that applies the queue in the order of the confirmations (decision 0700). Former and possible
 * mistakes are planted one by one, and the comparison must find each of them.
 */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#client/reads/queries.ts';
import { type AtTurn, type Foretold, foretold, stockAtTurn, type Waiting } from '#features/stock/parts/foretold.ts';
import { productsOfQuery } from '#features/stock/parts/parties.ts';
import { refusedAhead } from '#features/stock/parts/queue/ahead.ts';
import { errorsOf } from '#features/stock/parts/queue/refusal.ts';
import type { Op } from '#offline/outbox/op.ts';
import {
  answered,
  OURS,
  PARTIES,
  PRODUCTS,
  play,
  queueOf,
  SINCE,
  TOMORROW,
  type World,
  world,
} from '../support/foretoldWorld.ts';

type Reckons = (waiting: Waiting, turn: AtTurn) => Foretold;
/** The first figure that differs from the server's. Null: none differs. */
async function differs(one: World, reckons: Reckons, mine: (ops: Op[]) => Op[] = ofMe): Promise<string | null> {
  const played = play(one);
  const stock = answered(one);
  const { ops: all, past, seqs } = queueOf(one);
  const ops = mine(all);
  for (const party of OURS)
    queryClient.setQueryData(productsOfQuery(PARTIES[party], party).queryKey, {
      data: {
        products: PRODUCTS.map((id) => ({
          ...{ product_id: id, product: { _id: id, status: 'active' }, quantity: stock[party][id] },
        })),
      },
      ...{ at: SINCE, copy: true },
    } as never);
  const refused = await refusedAhead(ofMe(all), past);
  const shouldBe = played.refused.map((n) => seqs[n]);
  if (refused.map(({ op }) => op.seq).join() !== shouldBe.join())
    return `refused: ${refused.map(({ op }) => op.seq).join()}, and not ${shouldBe.join()}`;
  const expected = new Map(refused.map(({ op }) => [op.key, thereOf(op)]));
  const waiting: Waiting = { ops, past, expected, afterRepair: expected };
  for (const party of OURS)
    for (const product of PRODUCTS) {
      const at = `${product} of ${party}`;
      for (const [n, books] of played.before.entries()) {
        if (!books) continue;
        const changes = reckons(waiting, { party, since: SINCE, before: seqs[n] });
        const there = stockAtTurn(changes, product, stock[party][product]);
        if (there !== books[party][product]) return `${at} before ${n}: ${there}, and not ${books[party][product]}`;
      }
      const changes = reckons(waiting, { party, since: SINCE, transfer: 'a new one' });
      const there = stockAtTurn(changes, product, stock[party][product]);
      const gone = played.listed[party][product] + played.repaired[party][product];
      const right = Math.max(0, played.after[party][product] - gone);
      if (there !== right) return `${at} for a new one: ${there}, and not ${right}`;
    }
  return null;
}

const thereOf = (op: Op): Record<string, number> =>
  Object.fromEntries(errorsOf(op).map(({ product_id = '', available = 0 }) => [product_id, available]));
const ofMe = (ops: Op[]) => ops.filter((op) => op.user_id === 'me');

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: {}, onLine: false });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  queryClient.clear();
});

const RUNS = 400;
const SEED = 700;

describe('the stock that a tablet predicts', { tags: ['B11.1', 'TRF-14'] }, () => {
  test('equals the stock that the server will have at the turn of each transfer and of a new one, and so do the refusals', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (one) => {
        expect(await differs(one, foretold)).toBeNull();
      }),
      { numRuns: RUNS },
    );
  });

  const waits = (change: (waiting: Waiting) => Partial<Waiting>): Reckons => {
    return (waiting, turn) => foretold({ ...waiting, ...change(waiting) }, turn);
  };
  const each = (change: (op: Op) => Op): Reckons => waits(({ ops }) => ({ ops: ops.map(change) }));
  const goods = (op: Op, change: (line: object) => object): Op => {
    const { payload } = structuredClone(op) as unknown as { payload: { confirmed?: { lines: object[] } } };
    if (payload.confirmed) payload.confirmed.lines = payload.confirmed.lines.map(change);
    return { ...op, payload } as unknown as Op;
  };
  const dateOf = (op: Op) =>
    (op.payload as { confirmed?: { header: { timestamp: number } } }).confirmed?.header.timestamp;
  const PLANTED: Readonly<Record<string, Reckons>> = {
    'what waits is left out, as a return did': waits(() => ({ ops: [] })),
    'what will be refused counts, as it did for a rejection': waits(() => ({ expected: new Set() })),
    'what goes after the repair is found again': waits(() => ({ afterRepair: new Map() })),
    'a repair moves what was asked': waits(({ afterRepair }) => ({
      afterRepair: new Map([...(afterRepair ?? [])].map(([key]) => [key, {}])),
    })),
    'what was confirmed later counts': (waiting, turn) => foretold(waiting, { ...turn, before: turn.before && 9_999 }),
    'what was refused or is in conflict counts': each((op) => ({ ...op, state: 'queued' })),
    'what stands behind a refused line counts': waits(({ ops }) => ({
      ops: ops.filter(({ type, state }) => type !== 'upsert' || state === 'queued'),
    })),
    'what this tablet completed is forgotten': waits(() => ({ past: [] })),
    'what the answer knows counts twice': (waiting, turn) => foretold(waiting, { ...turn, since: 0 }),
    'a reversal is forgotten': waits(({ ops }) => ({ ops: ops.filter(({ type }) => type !== 'reverse') })),
    'a reversal that was only asked for has moved goods': waits(({ past }) => ({
      past: past.map((one) => ({ ...one, answer: null })),
    })),
    'what leaves is left out': (waiting, turn) => ({ ...foretold(waiting, turn), going: new Map() }),
    'what comes is left out': (waiting, turn) => ({ ...foretold(waiting, turn), coming: new Map() }),
    'the expected figure counts in place of the counted one': each((op) =>
      goods(op, (line) => ({ ...line, quantity_accepted: null })),
    ),
    'a return counts from its date': waits(({ ops }) => ({ ops: ops.filter((op) => dateOf(op) !== TOMORROW) })),
  };

  test.each(Object.entries(PLANTED))('a planted mistake is found: %s', async (_, reckons) => {
    for (const one of fc.sample(world, { numRuns: RUNS, seed: SEED })) if (await differs(one, reckons)) return;
    expect.unreachable('no queue shows it');
  });

  test('a planted mistake is found: waiting changes of another person count', async () => {
    for (const one of fc.sample(world, { numRuns: RUNS, seed: SEED }))
      if (await differs(one, foretold, (ops) => ops)) return;
    expect.unreachable('no queue shows it');
  });
});
