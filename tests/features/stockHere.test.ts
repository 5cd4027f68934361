/** What a party holds as this tablet knows it: the server's last answer, and what this tablet moved since (B11.1). */
import { describe, expect, test } from 'vitest';
import { listed } from '#client/reads/longRows.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { foretold, thereThen } from '#features/stock/parts/foretold.ts';
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

/** As the tablet of one person asks; `since`: when the answer was asked for. */
const changesOf = (ops: Op[], all: FinishedOp[], party: string, since = 100, expected: string[] = []) =>
  foretold({ ops, past: all, expected: new Set(expected) }, { party, since, transfer: 'mine' });
const figuresOf = ({ moved, coming, going, at }: ReturnType<typeof foretold>) => ({
  moved: Object.fromEntries(moved),
  coming: Object.fromEntries(coming),
  going: Object.fromEntries(going),
  at,
});
const NOTHING = { moved: {}, coming: {}, going: {}, at: null };

describe('own transfers since the answer', { tags: ['B11.1'] }, () => {
  test('what the server refused, what it knew when it answered, and what others hold counts for nothing', () => {
    const ops = [execute('attention', 'hub', 'dayo', { p1: 12 }), execute('conflict', 'hub', 'dayo', { p1: 12 })];
    const all = [past(50, 'hub', 'dayo', { p1: 24 }), past(150, 'hub', 'amina', { p1: 24 })];
    expect(figuresOf(changesOf(ops, all, 'dayo'))).toEqual(NOTHING);
  });

  test('what is expected to be refused moves nothing, and its own waiting lines take nothing', () => {
    const line = { ...upsert('queued', 'one', 'p1', 12) } as Op;
    const one = { ...execute('queued', 'hub', 'dayo', { p1: 12 }), key: 'k1', transfer: 'one' } as Op;
    const all = [begun('one', 'hub')];
    expect(figuresOf(changesOf([line, one], all, 'hub', 100, ['k1']))).toEqual(NOTHING);
    expect(figuresOf(changesOf([line, one], all, 'dayo', 100, ['k1']))).toEqual(NOTHING);
    expect(figuresOf(changesOf([line, one], all, 'hub')).going).toEqual({ p1: 12 });
  });

  test('a confirmation behind a line that waits for a person moves nothing', () => {
    const one = { ...execute('queued', 'hub', 'dayo', { p1: 12, p2: 6 }), transfer: 'one' } as Op;
    for (const state of ['attention', 'conflict'] as const) {
      const ops = [upsert(state, 'one', 'p2', 6), one];
      expect(figuresOf(changesOf(ops, [begun('one', 'hub')], 'hub'))).toEqual(NOTHING);
      expect(figuresOf(changesOf(ops, [], 'dayo'))).toEqual(NOTHING);
    }
  });

  test('the server said yes: it counts at once, on both sides', () => {
    const all = [past(150, 'hub', 'dayo', { p1: 588 }), past(160, 'ade', 'hub', { p2: 24 })];
    expect(figuresOf(changesOf([], all, 'hub'))).toEqual({ ...NOTHING, moved: { p1: -588, p2: 24 }, at: 160 });
    expect(figuresOf(changesOf([], all, 'dayo')).moved).toEqual({ p1: 588 });
  });

  test('what waits comes and leaves; with `before` only what was confirmed earlier', () => {
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
    expect(thereThen(changesOf(ops, [], 'dayo'), 'p1', 3)).toBe(10);
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

  test('a refused one and one that waits for approval move nothing', () => {
    expect(figuresOf(changesOf([reverse('attention', 'dayo', 'hub', { p1: 24 })], [], 'dayo'))).toEqual(NOTHING);
    expect(figuresOf(changesOf([], [taken(150, 'asked')], 'dayo'))).toEqual(NOTHING);
  });

  test('while it waits its goods are promised by who gives them back, and come to the other side', () => {
    const ops = [reverse('queued', 'dayo', 'hub', { p1: 24 })];
    expect(figuresOf(changesOf(ops, [], 'dayo'))).toEqual({ ...NOTHING, going: { p1: 24 } });
    expect(figuresOf(changesOf(ops, [], 'hub'))).toEqual({ ...NOTHING, coming: { p1: 24 } });
  });

  test('the server did it: both sides know it at once', () => {
    const all = [taken(150, 'done')];
    expect(figuresOf(changesOf([], all, 'dayo'))).toEqual({ ...NOTHING, moved: { p1: -24 }, at: 150 });
    expect(figuresOf(changesOf([], all, 'hub')).moved).toEqual({ p1: 24 });
  });
});

describe('goods that leave while they wait', { tags: ['B11.1'] }, () => {
  const from = (ops: Op[], all: FinishedOp[] = []) => Object.fromEntries(changesOf(ops, all, 'hub').going);

  test('a refused confirmation, another source and the transfer itself take nothing', () => {
    const itself = { ...execute('queued', 'hub', 'dayo', { p1: 12 }), transfer: 'mine' } as Op;
    expect(
      from([execute('attention', 'hub', 'dayo', { p1: 12 }), execute('queued', 'ade', 'bola', { p1: 6 }), itself]),
    ).toEqual({});
    expect(from([upsert('queued', 'other', 'p1', 6)], [begun('other', 'ade')])).toEqual({});
    expect(from([upsert('queued', 'mine', 'p1', 6)], [begun('mine', 'hub')])).toEqual({});
  });

  test('a confirmed issue takes all its lines, also those that the server has, once', () => {
    const issue = { ...execute('queued', 'hub', 'dayo', { p1: 120, p2: 24 }), transfer: 'issue' } as Op;
    // The first line went before the server stopped; the second waits.
    expect(from([upsert('queued', 'issue', 'p2', 24), issue], [begun('issue', 'hub')])).toEqual({ p1: 120, p2: 24 });
    // One that was announced began on no tablet.
    expect(from([issue])).toEqual({ p1: 120, p2: 24 });
  });

  test('of a transfer that is not confirmed the waiting lines count, each with its last figure', () => {
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

  test('a confirmation that waits brings its goods; a refused one, and one of another hub, bring nothing', () => {
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

  test('goods that came and went on are described by those that they first came from', () => {
    const went = execute('queued', 'hub', 'dayo', { p1: 6 });
    const ends2 = { source_type: 'seller', source: 'hub', destination_type: 'sales_officer', destination: 'dayo' };
    (went.payload as { confirmed: { header: object } }).confirmed.header = ends2;
    const { coming, sources } = changesOf([receipt('queued', 'ade', { p1: 24 }), went], [], 'dayo');
    expect([...coming]).toEqual([['p1', 6]]);
    expect(sources).toEqual([ends2, ends('ade', 'hub')]);
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
  const moves = (units: Record<string, number>) => new Map(Object.entries(units));
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
