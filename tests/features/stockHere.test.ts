/** What a party holds as this tablet knows it: the server's last answer, and what this tablet moved since (B11.1). */
import { describe, expect, test } from 'vitest';
import { listed } from '#client/reads/longRows.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { bringingTo, heldAfter, ownMoves, promisedFrom, rowsAfter, withNew } from '#features/stock/parts/stockHere.ts';
import type { Op, Past } from '#offline/outbox/op.ts';

const row = (id: string, quantity: number | null) =>
  ({ product_id: id, quantity, product: { _id: id, name: id, case_count: 12, status: 'active' } }) as Pickable;
const confirmed = (source: string, destination: string, lines: Record<string, number>) => ({
  header: { source, destination },
  lines: Object.entries(lines).map(([product_id, quantity]) => ({ product_id, quantity, quantity_accepted: null })),
});
const execute = (state: Op['state'], ...of: Parameters<typeof confirmed>) =>
  ({ type: 'execute', schema: 1, state, payload: { confirmed: confirmed(...of) } }) as unknown as Op;
const past = (at: number, ...of: Parameters<typeof confirmed>) => ({ at, op: execute('done', ...of) }) as Past;

describe('own transfers since the answer', { tags: ['B11.1'] }, () => {
  test('what the server refused, what it knew when it answered, and what others hold counts for nothing', () => {
    const ops = [execute('attention', 'hub', 'dayo', { p1: 12 }), execute('conflict', 'hub', 'dayo', { p1: 12 })];
    const all = [past(50, 'hub', 'dayo', { p1: 24 }), past(150, 'hub', 'amina', { p1: 24 })];
    expect(ownMoves({ ops, past: all }, 'dayo', 100, true)).toEqual({ units: new Map(), at: null });
  });

  test('the server said yes: it counts at once, on both sides', () => {
    const all = [past(150, 'hub', 'dayo', { p1: 588 }), past(160, 'ade', 'hub', { p2: 24 })];
    expect(ownMoves({ ops: [], past: all }, 'hub', 100)).toEqual({
      units: new Map([
        ['p1', -588],
        ['p2', 24],
      ]),
      at: 160,
    });
    expect(ownMoves({ ops: [], past: all }, 'dayo', 100).units).toEqual(new Map([['p1', 588]]));
  });

  test('what waits comes to an associate, and what leaves while it waits is told apart', () => {
    const ops = [execute('queued', 'hub', 'dayo', { p1: 12 }), execute('sending', 'dayo', 'hub', { p1: 5 })];
    expect(ownMoves({ ops, past: [] }, 'dayo', 100, true)).toEqual({ units: new Map([['p1', 12]]), at: null });
    expect(ownMoves({ ops, past: [] }, 'dayo', 100).units.size).toBe(0);
  });
});

describe('a reversal', { tags: ['REV-35'] }, () => {
  const reverse = (state: Op['state'], ...of: Parameters<typeof confirmed>) =>
    ({
      type: 'reverse',
      schema: 1,
      state,
      transfer: 'r',
      payload: { about: { goods: confirmed(...of) } },
    }) as unknown as Op;
  const taken = (at: number, status: string) =>
    ({ at, op: reverse('done', 'dayo', 'hub', { p1: 24 }), answer: { data: { status } } }) as unknown as Past;
  const promised = (ops: Op[], party: string) => Object.fromEntries(promisedFrom(party, { ops, past: [] }, 'mine'));

  test('a refused one and one that waits for approval move nothing', () => {
    expect(promised([reverse('attention', 'dayo', 'hub', { p1: 24 })], 'dayo')).toEqual({});
    expect(ownMoves({ ops: [], past: [taken(150, 'asked')] }, 'dayo', 100)).toEqual({ units: new Map(), at: null });
  });

  test('while it waits its goods are promised by who gives them back, and come to the other side', () => {
    const ops = [reverse('queued', 'dayo', 'hub', { p1: 24 })];
    expect(promised(ops, 'dayo')).toEqual({ p1: 24 });
    expect(promised(ops, 'hub')).toEqual({});
    expect(ownMoves({ ops, past: [] }, 'hub', 100, true).units).toEqual(new Map([['p1', 24]]));
  });

  test('the server did it: both sides know it at once', () => {
    const all = [taken(150, 'done')];
    expect(ownMoves({ ops: [], past: all }, 'dayo', 100)).toEqual({ units: new Map([['p1', -24]]), at: 150 });
    expect(ownMoves({ ops: [], past: all }, 'hub', 100).units).toEqual(new Map([['p1', 24]]));
  });
});

describe('goods that leave while they wait', { tags: ['B11.1'] }, () => {
  const create = (transfer: string, source: string) =>
    ({ type: 'create', state: 'done', transfer, payload: { source } }) as unknown as Op;
  const upsert = (state: Op['state'], transfer: string, product_id: string, quantity: number) =>
    ({
      type: 'upsert',
      state,
      transfer,
      payload: { product_id, quantity, quantity_accepted: quantity },
    }) as unknown as Op;
  const begun = (transfer: string, source: string) => ({ at: 1, op: create(transfer, source) }) as Past;
  const from = (ops: Op[], all: Past[] = []) => Object.fromEntries(promisedFrom('hub', { ops, past: all }, 'mine'));

  test('a refused confirmation, another source and the transfer itself take nothing', () => {
    const itself = { ...execute('queued', 'hub', 'dayo', { p1: 12 }), transfer: 'mine' } as Op;
    expect(
      from([execute('attention', 'hub', 'dayo', { p1: 12 }), execute('queued', 'ade', 'hub', { p1: 6 }), itself]),
    ).toEqual({});
    expect(from([upsert('queued', 'other', 'p1', 6)], [begun('other', 'ade')])).toEqual({});
  });

  test('a confirmed issue takes all its lines, also those that the server has, once', () => {
    const issue = { ...execute('queued', 'hub', 'dayo', { p1: 120, p2: 24 }), transfer: 'issue' } as Op;
    // The first line went before the server stopped; the second waits.
    expect(from([upsert('queued', 'issue', 'p2', 24), issue], [begun('issue', 'hub')])).toEqual({ p1: 120, p2: 24 });
    // One that was announced began on no tablet.
    expect(from([issue])).toEqual({ p1: 120, p2: 24 });
  });

  test('of a transfer that is not confirmed the waiting lines count', () => {
    expect(from([upsert('queued', 'list', 'p2', 24)], [begun('list', 'hub')])).toEqual({ p2: 24 });
  });
});

describe('goods that came without a server', { tags: ['B11.1'] }, () => {
  const ends = (source: string, destination: string) => ({
    ...{ source, destination, source_type: 'distributor', destination_type: 'seller' },
  });
  const receipt = (state: Op['state'], source: string, lines: Record<string, number>) =>
    ({
      ...{ type: 'execute', schema: 1, state },
      payload: { confirmed: { ...confirmed(source, 'hub', lines), header: ends(source, 'hub') } },
    }) as unknown as Op;

  test('a confirmation that waits brings its goods; a refused one, and one of another hub, bring nothing', () => {
    const ops = [
      receipt('queued', 'ade', { p1: 24 }),
      receipt('sending', 'ade', { p1: 12, p2: 6 }),
      receipt('attention', 'bola', { p3: 6 }),
      execute('queued', 'hub', 'dayo', { p4: 6 }),
    ];
    const { units, sources } = bringingTo(ops, 'hub');
    expect([...units]).toEqual([
      ['p1', 36],
      ['p2', 6],
    ]);
    expect(sources).toEqual([ends('ade', 'hub')]);
    expect(bringingTo(ops, 'other')).toEqual({ units: new Map(), sources: [] });
  });

  test('what the hub did not have stands behind its rows, with what came alone; what it had is there once', () => {
    const rows = listed([row('p1', 36)]);
    const units = new Map([
      ['p1', 24],
      ['p2', 6],
    ]);
    const all = withNew(rows, listed([row('p1', null), row('p2', null), row('p3', null)]), units);
    expect(all.slice(0, all.length).map((one) => [one.product_id, one.quantity])).toEqual([
      ['p1', 36],
      ['p2', 6],
    ]);
    // Two answers of one source describe it once.
    expect(withNew(all, listed([row('p2', null)]), units)).toBe(all);
    expect(withNew(rows, listed([row('p3', null)]), units)).toBe(rows);
  });
});

describe('the rows after them', { tags: ['B11.1'] }, () => {
  const rows = listed([row('p1', 588), row('p2', 24)]);
  const moves = (units: Record<string, number>) => ({ units: new Map(Object.entries(units)), at: 1 });
  const figures = (of: ReturnType<typeof rowsAfter>) =>
    of.slice(0, of.length).map((one) => [one.product_id, one.quantity]);

  test('nothing moved: the rows are the same', () => {
    expect(rowsAfter(rows, moves({}), null, false)).toBe(rows);
  });

  test('a stock that is used up stays as 0 and is never less; a stock outside of our books has no figure', () => {
    expect(figures(rowsAfter(rows, moves({ p1: -588, p2: -30 }), null, false))).toEqual([
      ['p1', 0],
      ['p2', 0],
    ]);
    expect(figures(rowsAfter(listed([row('p9', null)]), moves({ p9: 12 }), null, false))).toEqual([['p9', null]]);
  });

  test('a product that came since stands behind them; with all, each that is described, and filters keep both', () => {
    const more = listed([row('p2', 99), row('p3', 99), row('p4', 99)]);
    const came = rowsAfter(rows, moves({ p3: 12 }), more, false);
    expect(figures(came)).toEqual([
      ['p1', 588],
      ['p2', 24],
      ['p3', 12],
    ]);
    const all = rowsAfter(rows, moves({ p3: 12 }), more, true);
    expect(all.ids).toEqual(['p1', 'p2', 'p3', 'p4']);
    expect(figures(all).slice(2)).toEqual([
      ['p3', 12],
      ['p4', 0],
    ]);
    expect(figures(all.only((id) => id !== 'p2' && id !== 'p3'))).toEqual([
      ['p1', 588],
      ['p4', 0],
    ]);
    expect(all.slice(1, 3).map((one) => one.product_id)).toEqual(['p2', 'p3']);
  });

  test('how many products it holds: those of the answer and those that came', () => {
    expect(
      heldAfter(['p1', 'p2'], {
        units: new Map([
          ['p1', 12],
          ['p3', 12],
          ['p4', -3],
        ]),
        at: null,
      }),
    ).toBe(3);
  });
});
