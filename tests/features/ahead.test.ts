/** Predicts which waiting confirmations the server will refuse, by the stock that the tablet knows (decision 0431). */
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#client/reads/queries.ts';
import { foretold } from '#features/stock/parts/foretold.ts';
import { productsOfQuery } from '#features/stock/parts/parties.ts';
import { refusedAhead } from '#features/stock/parts/queue/ahead.ts';
import { reasonsOf } from '#features/stock/parts/queue/refusal.ts';
import { repairLabel } from '#features/stock/parts/queue/repair.ts';
import type { FinishedOp, Op } from '#offline/outbox/op.ts';

const HUB = 'hub1';
const header = { source_type: 'seller', source: HUB, destination_type: 'sales_officer', destination: 'aisha' };
const into = { source_type: 'distributor', source: 'd', destination_type: 'seller', destination: HUB };
/** Cases of 12 of one product. */
const confirmed = (cases: number, ends: object = header) => ({
  header: { ...ends, source_name: '', destination_name: '' },
  lines: [
    {
      product_id: 'milo',
      name: 'Milo',
      case_count: 12,
      quantity: cases * 12,
      quantity_accepted: cases * 12,
      amount: 0,
    },
  ],
});
let seq = 0;
const closes = (cases: number, ends?: object, more: Partial<Op> = {}): Op => {
  seq += 1;
  const base = {
    seq,
    key: `k${seq}`,
    schema: 1,
    type: 'execute',
    transfer: `t${seq}`,
    state: 'queued',
    attempts: 0,
    last_error: null,
  };
  return { ...base, payload: { confirmed: confirmed(cases, ends) }, ...more } as unknown as Op;
};
const there = (cases: number, at = 1_000) =>
  queryClient.setQueryData(productsOfQuery('seller', HUB).queryKey, {
    data: { products: [{ product_id: 'milo', product: { _id: 'milo', status: 'active' }, quantity: cases * 12 }] },
    at,
    copy: true,
  } as never);

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: {}, onLine: false });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  queryClient.clear();
});

describe('a waiting confirmation that asks for too much', { tags: ['TRF-14', 'UI-28'] }, () => {
  test('is not predicted if the stock is large enough or unknown', async () => {
    expect(await refusedAhead([closes(50)], [])).toEqual([]);
    there(50);
    expect(await refusedAhead([closes(50)], [])).toEqual([]);
    // Goods of a distributor are outside our books.
    expect(await refusedAhead([closes(50, into)], [])).toEqual([]);
  });

  test('has the figures of the refusal, and a button that mends it', async () => {
    there(43);
    const [ahead, ...rest] = await refusedAhead([closes(60)], []);
    if (!ahead || rest.length > 0) throw new Error('Not one');
    expect(reasonsOf(ahead.op)).toEqual([{ title: '60 asked, 43 there', note: 'Milo, 17 cases too many' }]);
    expect(repairLabel(ahead.op)).toBe('Issue 43');
    expect(ahead.at).toBe(1_000);
  });

  test('is the later one of two; earlier ones count, also a waiting receipt', async () => {
    there(43);
    const [brings, first, second] = [closes(10, into), closes(30), closes(20)];
    expect((await refusedAhead([first, second], [])).map((one) => one.op.key)).toEqual([second.key]);
    expect(await refusedAhead([brings, first, second], [])).toEqual([]);
    // Goods of later confirmations do not help, because the queue sends confirmations in their order.
    const late = closes(10, into);
    expect((await refusedAhead([first, second, late], [])).map((one) => one.op.key)).toEqual([second.key]);
  });

  test('moves nothing, so later confirmations are checked without it', async () => {
    there(31);
    const [tooMuch, little, back] = [
      closes(999),
      closes(2),
      closes(3, { ...into, source_type: 'sales_officer', source: 'aisha' }),
    ];
    expect((await refusedAhead([tooMuch, little], [])).map((one) => one.op.key)).toEqual([tooMuch.key]);
    // The refused confirmation counts neither for the stock nor for the goods of the person.
    const waiting = { ops: [tooMuch, little, back], past: [], expected: new Set([tooMuch.key]) };
    const { coming, going } = foretold(waiting, { party: HUB, since: 0 });
    expect([coming.get('milo'), going.get('milo')]).toEqual([3 * 12, 2 * 12]);
  });

  test('leaves to the next transfer what is there after its repair, and a reversal that is refused leaves all', {
    tags: ['TRF-14'],
  }, () => {
    const tooMuch = closes(300);
    const back = closes(9, header, { type: 'reverse', payload: { about: { goods: confirmed(9) } } as never });
    const afterRepair = new Map([
      [tooMuch.key, { milo: 46 * 12 }],
      [back.key, { milo: 5 * 12 }],
    ]);
    const waiting = { ops: [tooMuch, back], past: [], expected: afterRepair, afterRepair };
    const going = (turn: object) => foretold(waiting, { party: HUB, since: 0, ...turn }).going.get('milo') ?? 0;
    expect(going({})).toBe(46 * 12);
    // Its own desk, and what was confirmed already, are checked as the server checks them.
    expect(going({ transfer: tooMuch.transfer })).toBe(0);
    expect(going({ before: tooMuch.seq + 1 })).toBe(0);
  });

  test('is found with the goods that this tablet moved since the stock was read', async () => {
    there(43, 1_000);
    const past = {
      key: 'p',
      at: 2_000,
      op: closes(40, header, { state: 'done' as Op['state'] }),
    } as unknown as FinishedOp;
    const [ahead] = await refusedAhead([closes(10)], [past]);
    expect(ahead && reasonsOf(ahead.op)[0]?.title).toBe('10 asked, 3 there');
    expect(ahead?.at).toBe(2_000);
  });

  test('may have happened if it was tried, so it has the figures but no button', async () => {
    there(43);
    const [ahead] = await refusedAhead([closes(60, header, { attempts: 1 })], []);
    expect(ahead && reasonsOf(ahead.op)[0]?.title).toBe('60 asked, 43 there');
    expect(ahead && repairLabel(ahead.op)).toBeNull();
  });
});
