/** The cards of the outbox: their list, state and size, and the reason of a refusal. */
import 'fake-indexeddb/auto';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Reversal } from '#contract/purchasing/purchaseOrder.ts';
import { PARTY_TYPES } from '#domain/transfer.ts';
import { NothingSent, waitingSince, waitingWords } from '#features/session/sync/Kept.tsx';
import { Resolved } from '#features/session/sync/Resolved.tsx';
import {
  expectedFirst,
  outboxLists,
  partiesBack,
  receiptToReverse,
  reversalIn,
  reversalTitle,
  sizeOf,
  titleOf,
  wayOf,
} from '#features/session/sync/transfers.ts';
import { WayPath } from '#features/session/sync/Way.tsx';
import { whenText } from '#features/session/sync/when.ts';
import { leftGoodsOf, mayHaveLeft } from '#features/stock/parts/queue/GoodsLeft.tsx';
import { leftTexts, refusedTexts } from '#features/stock/parts/queue/leftRefusal.ts';
import { reasonsOf } from '#features/stock/parts/queue/refusal.ts';
import { isThereNow, nowThere, repairLabel } from '#features/stock/parts/queue/repair.ts';
import { transfersOf } from '#features/stock/parts/queue/transferCount.ts';
import type { FinishedOp, Op } from '#offline/outbox/op.ts';
import { line } from '#tests/support/scripted.ts';
import { HEADER } from '#tests/support/simulationPlace.ts';

beforeAll(() => vi.stubGlobal('navigator', { locks: {} }));

const NONE = { transfer: 0, reversal: 0, stocktake: 0 };
let seq = 0;
const op = (type: Op['type'], payload: object, more: Partial<Op> = {}): Op => {
  seq += 1;
  const state: Op['state'] = 'queued';
  const made = { seq, key: `k${seq}`, schema: 1, type, payload, transfer: 't', state, saved_at: seq, last_error: null };
  return { ...made, ...more } as unknown as Op;
};
const sent = (one: Op, at: number) => ({ key: one.key, at, op: { ...one, state: 'done' } }) as unknown as FinishedOp;
const only = (ops: Op[], past: FinishedOp[] = []) => {
  const { refused, waiting, sent } = outboxLists(ops, past);
  const [one, ...rest] = [...refused, ...waiting, ...sent];
  if (!one || rest.length > 0) throw new Error('Not one transfer');
  return one;
};

describe('the lists of the outbox', { tags: ['B11.1', 'SYNC-section-11'] }, () => {
  test('without a server, a card that the server will refuse comes first of the waiting cards', () => {
    const asks = op('execute', {}, { transfer: 'short' });
    const ops = [asks, ...['b', 'c'].map((transfer) => op('upsert', line('p1', 12), { transfer }))];
    const { waiting } = outboxLists(ops, []);
    const names = (keys: readonly string[]) => expectedFirst(waiting, new Set(keys)).map(({ transfer }) => transfer);
    expect(names([])).toEqual(['c', 'b', 'short']);
    expect(names([asks.key])).toEqual(['short', 'c', 'b']);
  });

  test('a transfer whose confirmation was discarded before anything was sent stays a card that is not completed', () => {
    const given = op('execute', {}, { state: 'discarded' });
    const one = only([], [{ key: given.key, at: 7, op: given, kept: 'theirs' } as unknown as FinishedOp]);
    expect(wayOf(one)).toMatchObject({ isOpen: true, done: null, sent: { at: 7 }, saved: { at: given.saved_at } });
  });

  test('changes of one transfer are one card; refused cards come first, then waiting ones with the newest first, then sent ones', () => {
    const ops = [
      op('create', HEADER, { transfer: 'old' }),
      op('upsert', line('p1', 12), { transfer: 'bad', state: 'attention' }),
      op('upsert', line('p1', 12), { transfer: 'old' }),
      op('create', HEADER, { transfer: 'new' }),
      op('upsert', line('p2', 12), { transfer: 'bad' }),
    ];
    const past = [sent(op('execute', {}, { transfer: 'gone' }), 5), sent(op('create', HEADER, { transfer: 'bad' }), 4)];
    const lists = outboxLists(ops, past);
    const names = (of: typeof lists.sent) => of.map((one) => `${one.transfer} ${one.ops.length}+${one.sent.length}`);
    expect(names(lists.refused)).toEqual(['bad 2+1']);
    expect(names(lists.waiting)).toEqual(['new 1+0', 'old 2+0']);
    expect(names(lists.sent)).toEqual(['gone 0+1']);
    // The header and the home show the same numbers. A transfer with a refused change counts as one that needs the person, whatever else waits.
    expect(transfersOf(ops)).toMatchObject({ waiting: lists.waiting.length, needing: lists.refused.length });
    expect(transfersOf([])).toMatchObject({ waiting: 0, needing: 0 });
  });

  test('a partly sent transfer does not contradict the time of the last sending', () => {
    const waits = op('execute', {}, { transfer: 'half' });
    const counted = sent(op('upsert', line('p1', 12), { transfer: 'half' }), 5);
    const words = (ops: Op[], past: FinishedOp[], lastSent: number | null) =>
      renderToStaticMarkup(createElement(NothingSent, { lists: outboxLists(ops, past), lastSent }));
    expect(words([waits], [counted], 5)).toContain('The transfer above was sent only in part.');
    // Somebody else sent from this tablet, or it was longer ago.
    expect(words([waits], [], 5)).toContain('You sent nothing from this device in these days.');
    expect(words([waits], [], null)).toContain('Nothing was sent from this device yet.');
  });

  test('a count without a figure is no saved transfer, and a count with a figure is one', () => {
    const about = { name: 'Milo', case_count: 12, opens: true };
    const opened = op('upsert', { ...line('p1', 12), quantity_accepted: null, about }, { transfer: 'count' });
    expect(transfersOf([opened])).toMatchObject({ waiting: 0, needing: 0 });
    expect(outboxLists([opened], [])).toEqual({ refused: [], waiting: [], sent: [] });
    expect(waitingSince([opened])).toBeNull();
    // A refused change needs the person, like any other refused change.
    expect(transfersOf([{ ...opened, state: 'attention' }])).toMatchObject({ waiting: 0, needing: 1 });
    const counted = op('upsert', line('p1', 11), { transfer: 'count' });
    expect(transfersOf([opened, counted])).toMatchObject({ waiting: 1, needing: 0 });
    expect(outboxLists([opened, counted], []).waiting[0]?.ops).toEqual([counted]);
    // Nor does a transfer count as begun after the server took what only opened its lines.
    expect(outboxLists([], [sent(opened, 5)])).toEqual({ refused: [], waiting: [], sent: [] });
    expect(outboxLists([], [sent(counted, 6), sent(opened, 5)]).sent).toHaveLength(1);
  });

  test('a transfer that nobody completed shows "Not completed"; a confirmed, taken or unknown one shows "Done" as its last step', () => {
    const begun = [op('create', HEADER), op('upsert', line('p1', 12))];
    const path = (of: Parameters<typeof wayOf>[0]) =>
      renderToStaticMarkup(createElement(WayPath, { way: wayOf(of), now: 0 }));
    expect(wayOf(only(begun))).toMatchObject({ sent: 'no', done: null, isOpen: true });
    expect(path(only(begun))).toContain('Not completed');
    expect(path(only(begun))).not.toContain('Done');
    expect(
      wayOf(
        only(
          [],
          begun.map((one) => sent(one, 5)),
        ),
      ).isOpen,
    ).toBe(true);
    expect(
      wayOf(
        only(
          [op('upsert', line('p2', 12))],
          begun.map((one) => sent(one, 5)),
        ),
      ).isOpen,
    ).toBe(true);
    for (const end of [op('execute', {}), op('take', {}), op('later' as Op['type'], {})]) {
      expect(wayOf(only([...begun, end])).isOpen).toBe(false);
      expect(path(only([...begun, end]))).toContain('Done');
    }
  });

  test('the path itself says that a change got no answer from a server without keys', {
    tags: ['PLAINQ-11'],
  }, () => {
    const tried = { at: 1, heard: 0, first: 0 };
    const path = (more: Partial<Op>) =>
      renderToStaticMarkup(createElement(WayPath, { way: wayOf(only([op('execute', {}, more)])), now: 0 }));
    expect(path({ tried, attempts: 1 })).toContain('No answer yet');
    expect(path({ tried, attempts: 1 })).toContain('Waiting to send');
    expect(path({ tried, attempts: 0 })).not.toContain('No answer yet');
    expect(path({ attempts: 1 })).not.toContain('No answer yet');
  });

  test('a waiting stocktake counts as one, beside the transfers', () => {
    const figure = { product_id: 'p1', about: { name: 'Milo', case_count: 12, warehouse_name: 'Wuse' } };
    const ops = [op('upsert', line('p1', 12)), op('count', figure, { transfer: 's1' })];
    expect(transfersOf(ops)).toEqual({
      waiting: 2,
      needing: 0,
      by: { waiting: { ...NONE, transfer: 1, stocktake: 1 }, needing: NONE },
    });
    const refused = op('count', figure, { transfer: 's2', state: 'attention' });
    expect(transfersOf([...ops, refused])).toMatchObject({ by: { needing: { ...NONE, stocktake: 1 } } });
  });

  test('a reversal has its own card beside its transfer, and a refused reversal does not hide the transfer', () => {
    const line1 = op('upsert', line('p1', 12), { saved_at: 5 });
    const back = op('reverse', {}, { saved_at: 9 });
    expect(transfersOf([back]).by.waiting).toEqual({ ...NONE, reversal: 1 });
    expect(transfersOf([line1, back]).by.waiting).toEqual({ ...NONE, transfer: 1, reversal: 1 });
    const refused: Op = { ...back, state: 'attention' };
    expect(transfersOf([line1, refused]).by).toEqual({
      waiting: { ...NONE, transfer: 1 },
      needing: { ...NONE, reversal: 1 },
    });
    expect(waitingSince([line1, refused])).toBe(5);
  });

  test('a transfer without a line is no sent transfer, and one with a line is', () => {
    const begun = sent(op('create', HEADER, { transfer: 'empty' }), 4);
    const filled = [sent(op('upsert', line('p1', 12), { transfer: 'filled' }), 5)];
    const all = [...filled, begun, sent(op('create', HEADER, { transfer: 'filled' }), 3)];
    expect(outboxLists([], all).sent.map((one) => one.transfer)).toEqual(['filled']);
  });

  test('a discarded change is no sent transfer', () => {
    const past = [{ key: 'k', at: 1, op: op('create', HEADER, { state: 'discarded' }) } as unknown as FinishedOp];
    expect(outboxLists([], past)).toEqual({ refused: [], waiting: [], sent: [] });
  });
});

describe('the state on the path of a card', { tags: ['SYNC-section-11', 'P4'] }, () => {
  const create = op('create', HEADER);
  const execute = op('execute', { lines: 1 });

  test.each<[string, Op[], FinishedOp[], object]>([
    ['saved here', [create, execute], [], { saved: { here: true }, sent: 'no', done: null }],
    ['being sent', [{ ...create, state: 'sending' }, execute], [], { saved: { here: false }, sent: 'sending' }],
    [
      'begun and sent, its confirmation waits',
      [execute],
      [sent(create, 50)],
      { saved: { here: true }, sent: 'no', isOpen: false },
    ],
    [
      'refused',
      [{ ...execute, state: 'attention', last_error: { at: 70 } as Op['last_error'] }],
      [sent(create, 50)],
      { sent: 'refused', refused: 70, done: null },
    ],
    ['in conflict', [{ ...execute, state: 'conflict' }], [], { sent: 'conflict', done: null }],
    [
      'sent, not completed: not done',
      [],
      [sent(op('upsert', line('p1', 12)), 50)],
      { sent: { at: 50 }, done: null, isOpen: true },
    ],
    ['completed', [], [sent(execute, 60), sent(create, 50)], { sent: { at: 60 }, done: 60, isOpen: false }],
  ])('%s', (_, ops, past, way) => {
    expect(wayOf(only(ops, past))).toMatchObject(way);
  });
});

describe('the summary of what is kept on this tablet', { tags: ['SYNC-47'] }, () => {
  test('the time of the oldest waiting change leaves out transfers that need the person', () => {
    const op = (transfer: string, state: 'queued' | 'attention', saved_at: number) => ({ transfer, state, saved_at });
    const refused = [op('a', 'attention', 100), op('a', 'queued', 90)];
    expect(waitingSince(refused)).toBeNull();
    expect(waitingSince([...refused, op('b', 'queued', 300), op('b', 'queued', 200)])).toBe(200);
  });
  test('the words say "safe" only if the browser keeps the storage, and count transfers', () => {
    expect(waitingWords({ ...NONE, transfer: 1 }, true)).toBe('transfer waits on this device');
    expect(waitingWords({ ...NONE, transfer: 3 }, true)).toBe('transfers wait on this device');
    expect(waitingWords({ ...NONE, transfer: 3 }, false)).toBe('transfers are safe on this device');
    expect(waitingWords(NONE, true)).toBe('transfers wait on this device');
  });
});

describe('the size of a card', { tags: ['B11.1'] }, () => {
  const create = op('create', HEADER);

  test('comes from the current lines of a transfer that began on this tablet; accepted quantities count', () => {
    const first = op('upsert', { ...line('p1', 24), amount: '200.00' });
    const counted = op('upsert', { ...line('p1', 24), quantity_accepted: 12, amount: '200.00' });
    const other = op('upsert', { ...line('p2', 5), amount: '10.00' });
    const gone = op('upsert', line('p3', 60));
    const removed = op('remove', { product_id: 'p3', about: { name: 'p3', case_count: 12 } });
    const one = only([counted, removed], [sent(gone, 4), sent(other, 3), sent(first, 2), sent(create, 1)]);
    expect(sizeOf(one, null)).toEqual({ lines: 2, cases: 1, units: 5, value: 11_000 });
  });

  test('comes from the confirmed lines of a confirmed transfer', () => {
    const lines = [
      { product_id: 'p1', name: 'Milk', case_count: 12, quantity: 24, quantity_accepted: null, amount: 200 },
    ];
    const one = only([op('execute', { confirmed: { header: HEADER, lines } })]);
    expect(sizeOf(one, null)).toEqual({ lines: 1, cases: 2, units: 0, value: 200 });
  });

  test('is unknown for a transfer of a desk until its record is read, and then includes the waiting change', () => {
    const one = only([op('upsert', { ...line('p1', 36), amount: '30.00' })]);
    expect(sizeOf(one, null)).toBeNull();
    const item = (product_id: string) => ({
      ...line(product_id, 12),
      product: { name: product_id, case_count: 12 },
      amount: '10.00',
    });
    const row = { items: [item('p1'), item('p2')] } as unknown as Parameters<typeof sizeOf>[1] & object;
    expect(sizeOf(one, { row: row as never, at: 9 })).toEqual({ lines: 2, cases: 4, units: 0, value: 4_000 });
  });

  test('has no value if nobody ordered the goods, because their price is unknown on this tablet', () => {
    const one = only([create, op('upsert', { ...line('p1', 0), quantity_accepted: 12 })]);
    expect(sizeOf(one, null)).toEqual({ lines: 1, cases: 1, units: 0, value: null });
  });
});

describe('the reasons of a refusal', { tags: ['TRF-14', 'SYNC-section-11'] }, () => {
  const confirmedLine = (product_id: string, case_count: number) => ({
    ...{ product_id, name: product_id, case_count, quantity: 1, quantity_accepted: null, amount: 1 },
  });
  const refusal = (errors: object[], more: { types?: [string, string]; stored?: boolean; isAlone?: boolean } = {}) => {
    const [source_type, destination_type] = more.types ?? ['seller', 'sales_officer'];
    const confirmed = {
      header: { ...HEADER, source_type, destination_type },
      lines: [confirmedLine('p1', 12), ...(more.isAlone ? [] : [confirmedLine('p2', 1)])],
    };
    const made = op('execute', { confirmed }, { state: 'attention' });
    const { stored = true } = more;
    return { ...made, last_error: { key: made.key, code: 200, message: 'Transfer failed.', data: { errors }, stored } };
  };
  const short = (product_id: string, requested: number, available: number) => ({
    ...{ code: 'short_stock', message: `${product_id} is short.`, product_id, product: `The ${product_id}` },
    ...{ requested, available },
  });

  test('a short stock says the asked units, the available units and the difference, in cases if all are whole', () => {
    const op = refusal([short('p1', 119_988, 516), short('p1', 20, 7), short('p2', 1_200, 1_000)]);
    expect(reasonsOf(op)).toEqual([
      { title: '9,999 asked, 43 there', note: 'The p1, 9,956 cases too many' },
      { title: '1 case 8 units asked, 7 units there', note: 'The p1, 1 case 1 unit too many' },
      { title: '1,200 asked, 1,000 there', note: 'The p2, 200 cases too many' },
    ]);
  });

  test('the words differ for returned goods, which a person has, and for rejected goods, which nobody asked for', () => {
    const reasons = (types: [string, string]) => reasonsOf(refusal([short('p1', 144, 108)], { types }));
    expect(reasons(['sales_officer', 'seller'])).toEqual([
      { title: '12 returned, 9 held', note: 'The p1, 3 cases more than that' },
    ]);
    expect(reasons(['seller', 'distributor'])).toEqual([
      { title: '12 to go back, 9 there', note: 'The p1, 3 cases too many' },
    ]);
  });

  test('any other reason has the words of the server', () => {
    expect(reasonsOf(refusal([{ code: 'party_inactive', message: 'Ada is inactive.' }]))).toEqual([
      { title: 'Ada is inactive.', note: null },
    ]);
    const line = op('upsert', {}, { state: 'attention' });
    const lastError = { key: line.key, code: 403, message: 'Not allowed.', data: null, stored: false };
    expect(reasonsOf({ ...line, last_error: lastError })).toEqual([{ title: 'Not allowed.', note: null }]);
  });

  test.each<[string, Op, string | null]>([
    ['issue', refusal([short('p1', 720, 516)], { isAlone: true }), 'Issue 43'],
    ['loose units alone', refusal([short('p1', 720, 43)], { isAlone: true }), 'Issue 3 cases 7 units'],
    // "Issue 43" beside other goods would be taken for all of the transfer.
    ['the sum beside other goods', refusal([short('p1', 720, 516)]), 'Issue 44 cases'],
    ['return', refusal([short('p1', 720, 516)], { types: ['sales_officer', 'seller'] }), 'Return 44 cases'],
    ['reject', refusal([short('p1', 720, 516)], { types: ['seller', 'distributor'] }), 'Reject 44 cases'],
    ['loose units', refusal([short('p1', 720, 43)]), 'Issue 4 cases and 7 loose units'],
    ['several products', refusal([short('p1', 720, 43), short('p2', 2, 1)]), 'Issue what is there'],
    ['nothing is there of one of two', refusal([short('p1', 720, 0)]), 'Issue without it'],
    ['nothing is there of any', refusal([short('p1', 720, 0), short('p2', 2, 0)]), null],
    ['less of one, nothing of the other', refusal([short('p1', 720, 43), short('p2', 2, 0)]), 'Issue what is there'],
    ['another reason too', refusal([short('p1', 720, 43), { code: 'party_inactive', message: 'x' }]), null],
    ['no final answer', refusal([short('p1', 720, 43)], { stored: false }), null],
  ])('the button that mends it: %s', (_, op, label) => {
    expect(repairLabel(op)).toBe(label);
  });

  test('the button has the current stock, never more than was confirmed, and the sentence says how old the stock is', () => {
    const one = refusal([short('p1', 720, 516)]);
    const now = (units: Record<string, number>, at: number | null = null) => ({
      of: new Map(Object.entries(units)),
      at,
    });
    expect(repairLabel(one, now({ p1: 480 }))).toBe('Issue 41 cases');
    expect(repairLabel(one, now({ p1: 900 }))).toBe('Issue 61 cases');
    expect(repairLabel(one, now({ p1: 0 }))).toBe('Issue without it');
    expect(repairLabel(refusal([short('p1', 720, 0), short('p2', 2, 0)]), now({ p1: 12 }))).toBe('Issue what is there');
    expect(nowThere(one, now({ p1: 480 }))).toEqual(['Now 40 cases there.']);
    expect(nowThere(one, now({ p1: 516 }))).toEqual([]);
    const stored = now({ p1: 516 }, Date.UTC(2026, 10, 25, 13, 2));
    expect(nowThere(one, stored)).toEqual(['43 cases there by the stock of 14:02.']);
    const two = refusal([short('p1', 720, 516), short('p2', 2, 1)]);
    expect(nowThere(two, now({ p1: 480, p2: 1 }))).toEqual(['Now p1: 40 cases there.']);
    expect(nowThere(one, null)).toEqual([]);
  });

  test('goods that have left wait until all of them are in the books, and only what leaves a hub can have left', () => {
    const one = refusal([short('p1', 720, 516)]);
    const now = (units: Record<string, number>) => ({ of: new Map(Object.entries(units)), at: null });
    expect(mayHaveLeft(one)).toBe(true);
    expect(leftGoodsOf(one)).toEqual([{ product_id: 'p1', name: 'p1', left: '60 cases', missing: '17 cases' }]);
    expect(isThereNow(one, null)).toBe(false);
    expect(isThereNow(one, now({ p1: 719 }))).toBe(false);
    expect(isThereNow(one, now({ p1: 720 }))).toBe(true);
    const two = refusal([short('p1', 720, 516), short('p2', 2, 1)]);
    expect(leftGoodsOf(two)).toHaveLength(2);
    expect(isThereNow(two, now({ p1: 720, p2: 1 }))).toBe(false);
    expect(isThereNow(two, now({ p1: 720, p2: 2 }))).toBe(true);
    // Another reason beside it is not mended by goods.
    expect(
      isThereNow(refusal([short('p1', 720, 43), { code: 'party_inactive', message: 'x' }]), now({ p1: 720 })),
    ).toBe(false);
    const brought = { ...one, payload: { ...one.payload, confirmed: { lines: [], header: HEADER } } } as unknown as Op;
    expect(HEADER.source_type).toBe('distributor');
    expect(mayHaveLeft(brought)).toBe(false);
  });
});

test('every pair of parties has a title in words', { tags: ['TRF-06'] }, () => {
  const title = (source_type: string, destination_type: string) =>
    titleOf({ source_type, destination_type, source_name: 'A', destination_name: 'B' } as Parameters<
      typeof titleOf
    >[0]);
  expect(title('distributor', 'seller')).toBe('Receipt from A');
  expect(title('seller', 'distributor')).toBe('Rejection to B');
  expect(title('sales_officer', 'seller')).toBe('Return from A');
  expect(title('seller', 'sales_officer')).toBe('Issue to B');
  for (const source of PARTY_TYPES) expect(title(source, source)).toBe('Transfer from A to B');
});

test('a time of today is shown as a clock, and an older time with its day', { tags: ['B11'] }, () => {
  const at = Date.UTC(2026, 10, 25, 13, 31);
  expect(whenText(at, at + 3_600_000)).toBe('14:31');
  // Midnight in Lagos, an hour before midnight in UTC.
  expect(whenText(at, Date.UTC(2026, 10, 25, 22, 59))).toBe('14:31');
  expect(whenText(at, Date.UTC(2026, 10, 25, 23, 1))).toBe('25 Nov, 14:31');
});

describe('the card of a reversal', { tags: ['REV-37', 'REV-32'] }, () => {
  const goods = {
    header: { ...HEADER, source_type: 'seller', source_name: 'Hub', destination_type: 'distributor' },
    lines: [{ product_id: 'p1', name: 'Milk', case_count: 12, quantity: 24, quantity_accepted: null, amount: 240_000 }],
  };
  const reverse = (more: Partial<Op> = {}) =>
    op('reverse', { reason: 'Booked twice', expect_digest: '', about: { receipt_id: 'o1', ref: 'PO-1', goods } }, more);
  const answered = (status: string) =>
    ({ ...sent(reverse(), 9), answer: { message: '', data: { status } } }) as FinishedOp;

  test('is separate from the card of its transfer if it was refused, and names the missing goods', () => {
    const errors = [
      { code: 'short_stock', message: 'm', product_id: 'p1', product: 'Milk', requested: 24, available: 12 },
      { code: 'party_inactive', message: 'The hub is not active.' },
    ];
    const one = reverse({
      state: 'attention',
      last_error: { key: 'k', code: 409, message: 'Gone.', data: { error: 'goods_gone', errors }, stored: true },
    });
    one.last_error = one.last_error && { ...one.last_error, key: one.key };
    const past = [sent(op('execute', {}), 5)];
    const lists = outboxLists([one], past);
    expect(lists.refused.map(({ card, ops }) => `${card} ${ops.length}`)).toEqual(['reversal t 1']);
    expect(lists.sent.map(({ card }) => card)).toEqual(['transfer t']);
    expect(transfersOf([one])).toMatchObject({ waiting: 0, needing: 1 });
    expect(reasonsOf(one)).toEqual([
      { title: '2 to go back, 1 left', note: 'Milk, 1 case gone' },
      { title: 'The hub is not active.', note: null },
    ]);
    expect(repairLabel(one)).toBeNull();
  });

  test('names the receipt, its lines and both parties', () => {
    const one = only([reverse()]);
    const reversal = reversalIn(one);
    expect(reversal && reversalTitle(reversal)).toBe('Reversal of PO-1');
    expect(reversal && partiesBack(reversal)).toMatchObject({ source_name: 'Hub', destination_type: 'distributor' });
    expect(sizeOf(one, null)).toEqual({ lines: 1, cases: 2, units: 0, value: 240_000 });
    expect(wayOf(one)).toMatchObject({ sent: 'no', done: null, isOpen: false, toApprove: false });
  });

  test('is done after sending, or waits for another person', () => {
    expect(wayOf(only([], [answered('done')]))).toMatchObject({ done: 9, isOpen: false, toApprove: false });
    expect(wayOf(only([], [answered('asked')]))).toMatchObject({ done: null, isOpen: false, toApprove: true });
  });

  test('shows the last known state of the approval, and its time', () => {
    const reversal = {
      ...sent(reverse(), 9_000),
      answer: { message: '', data: { _id: 'r1', status: 'asked' } },
    } as FinishedOp;
    const one = only([], [reversal]);
    expect(receiptToReverse(one)).toBe('o1');
    expect(receiptToReverse(only([], [answered('done')]))).toBeNull();
    const read = (status: 'asked' | 'done' | 'refused' | null, at = 20_000, _id = 'r1') => ({
      at,
      reversal: status && ({ _id, status, decided_at: status === 'asked' ? null : 15 } as Reversal),
    });
    const open = { done: null, toApprove: true, notApproved: null };
    expect(wayOf(one)).toMatchObject({ ...open, knownAt: 9_000 });
    // A copy from before the answer does not know the reversal.
    expect(wayOf(one, read(null, 8_000))).toMatchObject({ ...open, knownAt: 9_000 });
    expect(wayOf(one, read('asked'))).toMatchObject({ ...open, knownAt: 20_000 });
    expect(wayOf(one, read('done'))).toMatchObject({ done: 15_000, toApprove: false, knownAt: null });
    expect(wayOf(one, read('refused'))).toMatchObject({ done: null, toApprove: false, notApproved: 15_000 });
    for (const other of [read(null), read('asked', 20_000, 'r2'), read('done', 20_000, 'r2')])
      expect(wayOf(one, other)).toMatchObject({ done: null, toApprove: false, notApproved: 'before' });
    const shown = (of: Parameters<typeof wayOf>[1]) =>
      renderToStaticMarkup(createElement(WayPath, { way: wayOf(one, of), now: 21_000 }));
    expect(shown(read('asked'))).toContain(`as of ${whenText(20_000, 21_000)}`);
    expect(shown(read('done'))).not.toContain('approve');
    expect(shown(read('refused'))).toContain('Not approved');
  });
});

describe('a conflict that was resolved', { tags: ['SYNC-section-10', 'SYNC-section-11'] }, () => {
  const current = { quantity: 60, modified_by: { name: 'Ada' } };
  const refused = (kept?: 'mine' | 'theirs') =>
    ({
      ...sent(op('upsert', { ...line('p1', 12), about: { name: 'Milk', case_count: 12 } }), 8_000),
      op: {
        ...op('upsert', { ...line('p1', 12), about: { name: 'Milk', case_count: 12 } }),
        state: 'superseded',
        last_error: { code: 409, data: { error: 'conflict', current } },
      },
      ...(kept && { kept }),
    }) as unknown as FinishedOp;

  test('stands with both values in the card of its transfer; other replaced changes do not', () => {
    const one = only([], [sent(op('execute', {}), 9_000), refused('theirs'), refused()]);
    expect(one.resolved).toHaveLength(1);
    const shown = (kept: 'mine' | 'theirs') =>
      renderToStaticMarkup(createElement(Resolved, { past: refused(kept), now: 10_000 })).replace(/<[^>]*>/g, '');
    expect(shown('mine')).toBe(`Conflict: MilkYours: 1 case. Of Ada: 5 cases.Yours kept ${whenText(8_000, 10_000)}`);
    expect(shown('theirs')).toContain('Theirs kept');
  });
});

describe('a refusal that the person discarded', { tags: ['SYNC-29', 'TRF-14'] }, () => {
  const errors = [
    { code: 'short_stock', product_id: 'p1', product: 'Milo', requested: 720, available: 516 },
    { code: 'short_stock', product_id: 'p2', product: 'Peak', requested: 24, available: 0 },
  ];
  const confirmed = {
    header: HEADER,
    lines: [line('p1', 720), line('p2', 24)].map(({ about, ...one }) => ({ ...one, ...about })),
  };
  const discarded = (more: Partial<Op> = {}) => {
    const one = op('execute', { confirmed }, { state: 'discarded', ...more });
    const last_error = { key: one.key, code: 200, message: 'Transfer failed.', data: { errors }, stored: true };
    return { key: one.key, at: 1, op: { ...one, last_error }, answer: null } as unknown as FinishedOp;
  };
  const created = () => ({ ...sent(op('create', HEADER), 1), answer: { data: 'order1' } }) as FinishedOp;
  const texts = (ops: Op[], past: FinishedOp[]) => [...leftTexts(ops, past)];

  test('gives its reason under both ids of its transfer, without lines that changed since', () => {
    const [first, refused] = [created(), discarded()];
    const all = 'Refused, needs you: 60 asked, 43 there, and 1 more';
    expect(texts([], [refused, first])).toEqual([
      ['t', all],
      ['order1', all],
    ]);
    const other = sent(op('upsert', line('p3', 12)), 2);
    expect(texts([], [other, refused])).toEqual([['t', all]]);
    const mended = sent(op('upsert', line('p2', 12)), 2);
    expect(texts([], [mended, refused])).toEqual([['t', 'Refused, needs you: 60 asked, 43 there']]);
    // A waiting change counts too. A change that was refused at once, or made before the refusal, does not.
    expect(texts([op('upsert', line('p1', 12)), op('remove', { product_id: 'p2' })], [refused])).toEqual([]);
    const early = sent(op('upsert', line('p1', 12)), 1);
    expect(texts([], [discarded(), early])).toHaveLength(1);
  });

  test('says the time and the reason on the first screen of its kind, as long as the refused change waits for the person', () => {
    const now = Date.UTC(2026, 10, 28, 9, 50) / 1_000;
    const { op: one } = discarded();
    const at = Date.UTC(2026, 10, 28, 9, 42);
    const waits = { ...one, state: 'attention', last_error: one.last_error && { ...one.last_error, at } } as Op;
    const all = 'Refused 10:42: 60 asked, 43 there, and 1 more';
    expect([...refusedTexts([waits], [created()], now)]).toEqual([
      ['t', all],
      ['order1', all],
    ]);
    const untimed = { ...waits, last_error: one.last_error } as Op;
    expect(refusedTexts([untimed], [], now).get('t')).toBe('Refused: 60 asked, 43 there, and 1 more');
    const over = { key: one.key, code: 409, message: '', data: { error: 'receipt_locked' }, stored: true };
    expect(refusedTexts([{ ...waits, last_error: over } as Op], [], now).get('t')).toBe('Completed elsewhere');
    expect(refusedTexts([op('execute', {})], [], now).size).toBe(0);
  });

  test('ends with another confirmation in any state, and counts only if the server gave a final answer', () => {
    const refused = discarded();
    expect(texts([op('execute', {})], [refused])).toEqual([]);
    expect(texts([], [sent(op('execute', {}), 3), refused])).toEqual([]);
    const { op: unsure } = discarded();
    const failure = unsure.last_error && { ...unsure.last_error, stored: false };
    expect(texts([], [{ ...refused, op: { ...unsure, last_error: failure } }])).toEqual([]);
    expect(texts([], [{ ...refused, op: { ...refused.op, state: 'superseded' } }])).toEqual([]);
  });
});
