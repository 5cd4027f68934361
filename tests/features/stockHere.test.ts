/** The stock of a party as this tablet knows it: the server's last answer, and what this tablet moved since (B11.1). */
import { describe, expect, test } from 'vitest';
import { listed } from '#client/reads/longRows.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { foretold, stockAtTurn } from '#features/stock/parts/foretold.ts';
import { heldAfter, rowsAfter, withNew } from '#features/stock/parts/stockHere.ts';
import type { FinishedOp, Op } from '#offline/outbox/op.ts';

const row = (id: string, quantity: number | null) =>
  ({ product_id: id, quantity, product: { _id: id, name: id, case_count: 12, status: 'active' } }) as Pickable;
const confirmed = (source: string, destination: string, lines: Record<string, number>) => ({
  header: { source, destination },
  lines: Object.entries(lines).map(([product_id, quantity]) => ({ product_id, quantity, quantity_accepted: null })),
});
let lanes = 0;
const execute = (state: Op['state'], ...of: Parameters<typeof confirmed>) => {
  lanes += 1;
  return {
    ...{ type: 'execute', schema: 1, state, transfer: `lane ${lanes}`, seq: lanes },
    payload: { confirmed: confirmed(...of) },
  } as unknown as Op;
};
const create = (transfer: string, source: string) =>
  ({ type: 'create', schema: 1, state: 'done', transfer, payload: { source } }) as unknown as Op;
const upsert = (state: Op['state'], transfer: string, product_id: string, quantity: number) =>
  ({
    ...{ type: 'upsert', schema: 1, state, transfer },
    payload: { product_id, quantity, quantity_accepted: quantity },
  }) as unknown as Op;
const begun = (transfer: string, source: string) => ({ at: 1, op: create(transfer, source) }) as FinishedOp;
const past = (at: number, ...of: Parameters<typeof confirmed>) => ({ at, op: execute('done', ...of) }) as FinishedOp;

/** The expected changes of a party's stock, for one person's tablet. `since`: the time of asking for the answer. */
const changesOf = (ops: Op[], all: FinishedOp[], party: string, since = 100, expected: string[] = []) =>
  foretold({ ops, past: all, expected: new Set(expected) }, { party, since, transfer: 'mine' });
const figuresOf = ({ moved, coming, going, at }: ReturnType<typeof foretold>) => ({
  moved: Object.fromEntries(moved),
  coming: Object.fromEntries(coming),
  going: Object.fromEntries(going),
  at,
});
const NOTHING = { moved: {}, coming: {}, going: {}, at: null };

describe('transfers of this tablet since the answer', { tags: ['B11.1'] }, () => {
  test('do not count if the server refused them, if the answer already includes them, or if another party is asked about', () => {
    const ops = [execute('attention', 'hub', 'dayo', { p1: 12 }), execute('conflict', 'hub', 'dayo', { p1: 12 })];
    const all = [past(50, 'hub', 'dayo', { p1: 24 }), past(150, 'hub', 'amina', { p1: 24 })];
    expect(figuresOf(changesOf(ops, all, 'dayo'))).toEqual(NOTHING);
  });

  test('move nothing while a refusal is expected, and neither do their waiting lines', () => {
    const line = { ...upsert('queued', 'one', 'p1', 12) } as Op;
    const one = { ...execute('queued', 'hub', 'dayo', { p1: 12 }), key: 'k1', transfer: 'one' } as Op;
    const all = [begun('one', 'hub')];
    expect(figuresOf(changesOf([line, one], all, 'hub', 100, ['k1']))).toEqual(NOTHING);
    expect(figuresOf(changesOf([line, one], all, 'dayo', 100, ['k1']))).toEqual(NOTHING);
    expect(figuresOf(changesOf([line, one], all, 'hub')).going).toEqual({ p1: 12 });
  });

  test('move nothing if a line before the confirmation waits for a person', () => {
    const one = { ...execute('queued', 'hub', 'dayo', { p1: 12, p2: 6 }), transfer: 'one' } as Op;
    for (const state of ['attention', 'conflict'] as const) {
      const ops = [upsert(state, 'one', 'p2', 6), one];
      expect(figuresOf(changesOf(ops, [begun('one', 'hub')], 'hub'))).toEqual(NOTHING);
      expect(figuresOf(changesOf(ops, [], 'dayo'))).toEqual(NOTHING);
    }
  });

  test('count for both parties as soon as the server confirms them', () => {
    const all = [past(150, 'hub', 'dayo', { p1: 588 }), past(160, 'ade', 'hub', { p2: 24 })];
    expect(figuresOf(changesOf([], all, 'hub'))).toEqual({ ...NOTHING, moved: { p1: -588, p2: 24 }, at: 160 });
    expect(figuresOf(changesOf([], all, 'dayo')).moved).toEqual({ p1: 588 });
  });

  test('count on both sides while they wait; with `before` only earlier confirmations count', () => {
    const ops = [
      { ...execute('queued', 'hub', 'dayo', { p1: 12 }), seq: 1 },
      { ...execute('sending', 'dayo', 'hub', { p1: 5 }), seq: 2 },
    ] as Op[];
    expect(figuresOf(changesOf(ops, [], 'dayo'))).toEqual({ ...NOTHING, coming: { p1: 12 }, going: { p1: 5 } });
    const turn = { party: 'dayo', since: 100, before: 2 };
    expect(figuresOf(foretold({ ops, past: [], expected: new Set() }, turn))).toEqual({
      ...NOTHING,
      coming: { p1: 12 },
    });
    expect(stockAtTurn(changesOf(ops, [], 'dayo'), 'p1', 3)).toBe(10);
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
    ({ at, op: reverse('done', 'dayo', 'hub', { p1: 24 }), answer: { data: { status } } }) as unknown as FinishedOp;

  test('moves nothing if it is refused or waits for approval', () => {
    expect(figuresOf(changesOf([reverse('attention', 'dayo', 'hub', { p1: 24 })], [], 'dayo'))).toEqual(NOTHING);
    expect(figuresOf(changesOf([], [taken(150, 'asked')], 'dayo'))).toEqual(NOTHING);
  });

  test('promises its goods from one party to the other while it waits', () => {
    const ops = [reverse('queued', 'dayo', 'hub', { p1: 24 })];
    expect(figuresOf(changesOf(ops, [], 'dayo'))).toEqual({ ...NOTHING, going: { p1: 24 } });
    expect(figuresOf(changesOf(ops, [], 'hub'))).toEqual({ ...NOTHING, coming: { p1: 24 } });
  });

  test('counts for both parties as soon as the server confirms it', () => {
    const all = [taken(150, 'done')];
    expect(figuresOf(changesOf([], all, 'dayo'))).toEqual({ ...NOTHING, moved: { p1: -24 }, at: 150 });
    expect(figuresOf(changesOf([], all, 'hub')).moved).toEqual({ p1: 24 });
  });
});

describe('goods that leave while they wait', { tags: ['B11.1'] }, () => {
  const from = (ops: Op[], all: FinishedOp[] = []) => Object.fromEntries(changesOf(ops, all, 'hub').going);

  test('do not include a refused confirmation, another source, or the transfer itself', () => {
    const itself = { ...execute('queued', 'hub', 'dayo', { p1: 12 }), transfer: 'mine' } as Op;
    expect(
      from([execute('attention', 'hub', 'dayo', { p1: 12 }), execute('queued', 'ade', 'bola', { p1: 6 }), itself]),
    ).toEqual({});
    expect(from([upsert('queued', 'other', 'p1', 6)], [begun('other', 'ade')])).toEqual({});
    expect(from([upsert('queued', 'mine', 'p1', 6)], [begun('mine', 'hub')])).toEqual({});
  });

  test('include all lines of a confirmed issue once, also those that the server has', () => {
    const issue = { ...execute('queued', 'hub', 'dayo', { p1: 120, p2: 24 }), transfer: 'issue' } as Op;
    // The first line was sent before the server stopped; the second one waits.
    expect(from([upsert('queued', 'issue', 'p2', 24), issue], [begun('issue', 'hub')])).toEqual({ p1: 120, p2: 24 });
    // An announced transfer began on no tablet.
    expect(from([issue])).toEqual({ p1: 120, p2: 24 });
  });

  test('include the waiting lines of an unconfirmed transfer, each with its last quantity', () => {
    expect(from([upsert('queued', 'list', 'p2', 24)], [begun('list', 'hub')])).toEqual({ p2: 24 });
    const changed = [upsert('sending', 'list', 'p2', 24), upsert('queued', 'list', 'p2', 36)];
    expect(from(changed, [begun('list', 'hub')])).toEqual({ p2: 36 });
    const gone = { ...upsert('queued', 'list', 'p2', 0), type: 'remove' } as Op;
    expect(from([...changed, gone], [begun('list', 'hub')])).toEqual({});
  });
});

describe('goods that came without a server', { tags: ['B11.1'] }, () => {
  const ends = (source: string, destination: string) => ({
    ...{ source, destination, source_type: 'distributor', destination_type: 'seller' },
  });
  const receipt = (state: Op['state'], source: string, lines: Record<string, number>) =>
    ({
      ...{ type: 'execute', schema: 1, state, transfer: `${state} ${source}` },
      payload: { confirmed: { ...confirmed(source, 'hub', lines), header: ends(source, 'hub') } },
    }) as unknown as Op;

  test('include the goods of a waiting confirmation, but not of a refused one or of another hub', () => {
    const ops = [
      receipt('queued', 'ade', { p1: 24 }),
      receipt('sending', 'ade', { p1: 12, p2: 6 }),
      receipt('attention', 'bola', { p3: 6 }),
      execute('queued', 'hub', 'dayo', { p4: 6 }),
    ];
    const { coming, sources } = changesOf(ops, [], 'hub');
    expect([...coming]).toEqual([
      ['p1', 36],
      ['p2', 6],
    ]);
    expect(sources).toEqual([ends('ade', 'hub')]);
    expect(changesOf(ops, [], 'other')).toMatchObject({ coming: new Map(), sources: [] });
  });

  test('are described by the answer about the party that they first came from', () => {
    const went = execute('queued', 'hub', 'dayo', { p1: 6 });
    const ends2 = { source_type: 'seller', source: 'hub', destination_type: 'sales_officer', destination: 'dayo' };
    (went.payload as { confirmed: { header: object } }).confirmed.header = ends2;
    const { coming, sources } = changesOf([receipt('queued', 'ade', { p1: 24 }), went], [], 'dayo');
    expect([...coming]).toEqual([['p1', 6]]);
    expect(sources).toEqual([ends2, ends('ade', 'hub')]);
  });

  test('follow the rows of the hub with the units that came; products of the hub stay there once', () => {
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
    // Two answers about one source list a product once.
    expect(withNew(all, listed([row('p2', null)]), units)).toBe(all);
    expect(withNew(rows, listed([row('p3', null)]), units)).toBe(rows);
  });
});

describe('the rows after these moves', { tags: ['B11.1'] }, () => {
  const rows = listed([row('p1', 588), row('p2', 24)]);
  const moves = (units: Record<string, number>) => new Map(Object.entries(units));
  const figures = (of: ReturnType<typeof rowsAfter>) =>
    of.slice(0, of.length).map((one) => [one.product_id, one.quantity]);

  test('stay the same if nothing moved', () => {
    expect(rowsAfter(rows, moves({}), null, false)).toBe(rows);
  });

  test('have at least 0 units, and no figure if the stock is outside our books', () => {
    expect(figures(rowsAfter(rows, moves({ p1: -588, p2: -30 }), null, false))).toEqual([
      ['p1', 0],
      ['p2', 0],
    ]);
    expect(figures(rowsAfter(listed([row('p9', null)]), moves({ p9: 12 }), null, false))).toEqual([['p9', null]]);
  });

  test('are followed by products that came since, or by all described products, and filters apply to both', () => {
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

  test('count the products of the answer and those that came', () => {
    expect(
      heldAfter(
        ['p1', 'p2'],
        new Map([
          ['p1', 12],
          ['p3', 12],
          ['p4', -3],
        ]),
      ),
    ).toBe(3);
  });
});
