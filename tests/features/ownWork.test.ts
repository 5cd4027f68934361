/** The home without a server: its saved answer, changed by what this tablet completed since. */
import { describe, expect, test } from 'vitest';
import type { HomeFigure } from '#contract/home/homeCalls.ts';
import type { Work } from '#contract/home/workCalls.ts';
import {
  begunHere,
  casesAfter,
  figuresAfter,
  isOneTime,
  openByKind,
  ownTransfers,
  refusedHere,
  workAfter,
} from '#features/session/home/ownWork.ts';
import { waitsText } from '#features/session/home/Transfers.tsx';
import { shown } from '#features/session/home/words.ts';
import type { FinishedOp, Op } from '#offline/outbox/op.ts';

/** 25 November 2026, 12:00 in Lagos, epoch ms. */
const NOON = Date.UTC(2026, 10, 25, 11);
const READ = NOON - 600_000;
const execute = (transfer: string, more: object = {}, ends = ['distributor', 'seller']) =>
  ({
    ...{ type: 'execute', schema: 1, state: 'queued', transfer, saved_at: NOON - 60_000 },
    payload: {
      confirmed: {
        header: { source_type: ends[0], destination_type: ends[1] },
        lines: [
          { case_count: 12, quantity: 24, quantity_accepted: 18 },
          { case_count: 10, quantity: 100, quantity_accepted: null },
        ],
      },
    },
    ...more,
  }) as unknown as Op;
const done = (op: Op, at = NOON - 60_000, answer: unknown = {}) =>
  ({ key: op.transfer, op: { ...op, state: 'done' }, at, answer }) as FinishedOp;
const row = (_id: string, transfer: string, lines: number) => ({ _id, transfer, lines });
const WORK = [
  {
    ...{ kind: 'open_transfers', total: 3, kinds: { shipment_in: 2, stock_out: 1 } },
    rows: [row('a', 'shipment_in', 2), row('b', 'shipment_in', 5), row('c', 'stock_out', 1)],
  },
] as unknown as Work[];
const FIGURES = [
  { name: 'received_today', count: 2.8 },
  { name: 'issued_today', count: 4 },
  { name: 'expected', count: 2, of: 7, since: 1, days: [3, 2] },
] as unknown as HomeFigure[];
const figures = (ops: Op[], past: FinishedOp[]) =>
  Object.fromEntries(
    figuresAfter(FIGURES, READ, WORK, ownTransfers(ops, past), NOON).map(({ name, count, of }) => [name, [count, of]]),
  );

describe('the saved home', { tags: ['B11.1', 'B14.10'] }, () => {
  test('stays as it is if this tablet completed nothing, or if the changes need a person', () => {
    const refused = [execute('a', { state: 'attention' }), execute('b', { state: 'conflict' })];
    expect(workAfter(WORK, ownTransfers(refused, []))).toEqual(WORK);
    expect(figures(refused, [])).toEqual({
      received_today: [2.8, undefined],
      issued_today: [4, undefined],
      expected: [2, 7],
    });
  });
  test('lists a transfer once that began on this tablet and that nobody completed', () => {
    const edit = (transfer: string) => ({ type: 'upsert', schema: 1, state: 'queued', transfer }) as unknown as Op;
    const created = done({ ...edit('local-1'), type: 'create' } as Op, READ, { data: 'b' });
    // A confirmed transfer is listed with the confirmed ones.
    expect([...begunHere([edit('a'), edit('local-1'), edit('c'), execute('c')], [created])]).toEqual(['a', 'b']);
    const [open] = workAfter(WORK, [{ id: 'a' }, { id: 'b' }]);
    expect(open).toMatchObject({ total: 1, kinds: { shipment_in: 0, stock_out: 1 } });
  });
  test('leaves out a completed receipt, and adds its cases to those of today', () => {
    const past = [done(execute('a'))];
    const [open] = workAfter(WORK, ownTransfers([], past));
    expect(open).toMatchObject({ total: 2, kinds: { shipment_in: 1, stock_out: 1 } });
    expect(open?.rows.map(({ _id }) => _id)).toEqual(['b', 'c']);
    expect(figures([], past)).toEqual({
      received_today: [14.3, undefined],
      issued_today: [4, undefined],
      expected: [1, 5],
    });
    // So does the trend of what is still to come.
    const after = figuresAfter(FIGURES, READ, WORK, ownTransfers([], past), NOON);
    expect(after.find(({ name }) => name === 'expected')?.days).toEqual([3, 1]);
  });
  test('leaves out a transfer that waits on this tablet, without counting its cases as moved', () => {
    const ops = [execute('c', {}, ['seller', 'sales_officer'])];
    expect(workAfter(WORK, ownTransfers(ops, []))[0]?.kinds).toEqual({ shipment_in: 2, stock_out: 0 });
    expect(figures(ops, []).issued_today).toEqual([4, undefined]);
  });
  test('counts a transfer once that the answer already includes', () => {
    expect(figures([], [done(execute('a'), READ - 1)])).toMatchObject({
      received_today: [2.8, undefined],
      expected: [2, 7],
    });
  });
  test('says what this tablet added, and on a new day shows only that', () => {
    const own = ownTransfers([], [done(execute('a'))]);
    const figuresAt = (at: number, mine = own) =>
      figuresAfter(FIGURES, at, WORK, mine, NOON)
        .slice(0, 2)
        .map((one) => {
          const { value, note } = shown({ ...one, days: [] }, { hub: '', now: NOON / 1_000 });
          return `${value} ${note}`;
        });
    expect(figuresAt(READ)).toEqual(['14 12 of them since 11:50', '4 cases, 0 yesterday']);
    expect(figuresAt(READ - 86_400_000)).toEqual(['12 cases, by this device alone', '0 cases, by this device alone']);
  });
  test('the plot of the day has what the figure of the day has', () => {
    const cases = { in: [5, 2.8], out: [1, 4], before: null };
    const own = ownTransfers([], [done(execute('a')), done(execute('c', {}, ['seller', 'sales_officer']))]);
    expect(casesAfter(cases, READ, own, NOON)).toEqual({ in: [5, 14.3], out: [1, 15.5], before: null });
    // What the answer includes is added once, and an answer of yesterday has no bar of today.
    expect(casesAfter(cases, NOON, own, NOON)).toEqual(cases);
    expect(casesAfter(cases, READ - 86_400_000, own, NOON)).toEqual(cases);
    expect(casesAfter(cases, READ, ownTransfers([execute('a')], []), NOON)).toEqual(cases);
    expect(casesAfter(null, READ, own, NOON)).toBeNull();
  });
  test('does not combine two answers of different times in one sentence', () => {
    expect(isOneTime(READ, READ + 2_000)).toBe(true);
    expect(isOneTime(READ, READ - 120_000)).toBe(false);
  });
  test('knows a transfer of this tablet by the server’s id, and drops a list whose last row is gone', () => {
    const create = { type: 'create', schema: 1, transfer: 'local-1' } as unknown as Op;
    const own = ownTransfers([execute('local-1')], [done(create, READ, { data: 'a' })]);
    expect(own[0]?.id).toBe('a');
    const one = [{ ...WORK[0], total: 1, rows: [WORK[0]?.rows[0]] }] as Work[];
    expect(workAfter(one, own)).toEqual([]);
  });
});

describe('the tiles', { tags: ['B14.10'] }, () => {
  const create = (transfer: string, ends: readonly string[], state = 'queued') =>
    ({
      ...{ type: 'create', schema: 1, state, transfer },
      payload: { source_type: ends[0], destination_type: ends[1] },
    }) as unknown as Op;
  const work = [{ ...WORK[0], begun: { shipment_in: 1 } }] as Work[];
  const read = { work, at: READ };

  test('count announced and begun transfers, as the first screens do', () => {
    expect(openByKind(read, [], [], [])).toEqual({
      shipment_in: { announced: 1, begun: 1 },
      stock_out: { announced: 1, begun: 0 },
    });
    expect(openByKind({ work: WORK, at: READ }, [], [], []), 'a copy of an earlier release').toEqual({
      shipment_in: { announced: 2, begun: 0 },
      stock_out: { announced: 1, begun: 0 },
    });
  });

  test('include transfers that began on this tablet and are missing in the answer, and leave out confirmed ones', () => {
    const ops = [
      create('local-1', ['distributor', 'seller']),
      create('local-2', ['seller', 'sales_officer']),
      execute('local-2'),
      // A refused transfer counts as begun.
      create('local-3', ['seller', 'distributor'], 'attention'),
      execute('local-3', { state: 'attention' }),
    ];
    const past = [
      done(create('local-4', ['distributor', 'seller']), READ + 1_000, { data: 'd' }),
      done(create('local-5', ['distributor', 'seller']), READ - 1_000, { data: 'e' }),
      done(create('local-6', ['distributor', 'seller']), READ + 1_000, { data: 'b' }),
      done(create('local-7', ['distributor', 'seller']), READ + 1_000, { data: 'g' }),
      done(execute('local-7'), READ + 2_000),
    ];
    expect(openByKind(read, ownTransfers(ops, past), ops, past)).toEqual({
      shipment_in: { announced: 1, begun: 3 },
      stock_out: { announced: 1, begun: 0 },
      shipment_out: { announced: 0, begun: 1 },
    });
  });

  test('leave out a confirmed transfer from the number that included it', () => {
    const rows = [{ ...row('a', 'shipment_in', 2), goods: { begun: true } }, row('b', 'shipment_in', 5)];
    const [one] = [{ ...work[0], rows }] as unknown as Work[];
    const of = { work: one ? [one] : [], at: READ };
    expect(openByKind(of, ownTransfers([execute('a')], []), [], []).shipment_in).toEqual({ announced: 1, begun: 0 });
    expect(openByKind(of, ownTransfers([execute('b')], []), [], []).shipment_in).toEqual({ announced: 0, begun: 1 });
  });

  test('show a single number by its word alone, and two numbers with their words', () => {
    expect(waitsText('shipment_in', { announced: 3, begun: 0 })).toBe('expected');
    expect(waitsText('shipment_in', { announced: 0, begun: 0 })).toBe('expected');
    expect(waitsText('stock_out', { announced: 0, begun: 2 })).toBe('started');
    expect(waitsText('shipment_in', { announced: 1, begun: 2 })).toBe('1 expected, 2 started');
  });

  test('leave a refused transfer to its own row, by its id on the server too', () => {
    const bad = execute('local-1', { state: 'attention' });
    const created = done(create('local-1', ['distributor', 'seller']), READ, { data: 'a' });
    expect([...refusedHere([bad, execute('b', { state: 'conflict' }), execute('c')], [created])]).toEqual(['a', 'b']);
  });
});
