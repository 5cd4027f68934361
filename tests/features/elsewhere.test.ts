/** A transfer that somebody else completed while this person's changes waited: the words and figures of its bar, and its card afterwards. */

import { describe, expect, test } from 'vitest';
import { PARTY_TYPES } from '#domain/transfer.ts';
import { outboxLists, wayOf } from '#features/session/sync/transfers.ts';
import { givesUp, ownLinesText } from '#features/stock/parts/queue/dispute/ownLines.ts';
import {
  colleaguesOf,
  completedText,
  correctionsOf,
  elsewhereOf,
  isCompletedElsewhere,
  isCorrected,
  metaOf,
  ofBoth,
  ownText,
  withLater,
} from '#features/stock/parts/queue/elsewhere.ts';
import type { FinishedOp, Op } from '#offline/outbox/op.ts';
import { line } from '#tests/support/scripted.ts';
import { HEADER } from '#tests/support/simulationPlace.ts';

let seq = 0;
const op = (type: Op['type'], payload: object, more: Partial<Op> = {}): Op => {
  seq += 1;
  const made = { seq, key: `k${seq}`, schema: 1, type, payload, transfer: 't', state: 'queued', saved_at: seq };
  return { ...made, last_error: null, attempts: 0, ...more } as unknown as Op;
};
/** `error`: the word of the server's refusal. */
const refused = (of: Op, error: string): Op =>
  ({
    ...of,
    state: error === 'already_executed' ? 'conflict' : 'attention',
    last_error: { key: of.key, code: 409, message: 'This purchase order is a receipt…', data: { error }, stored: true },
  }) as Op;
const locked = (of: Op) => refused(of, 'receipt_locked');

const past = (of: Op, state: Op['state'], at = 5) =>
  ({ key: of.key, at, op: { ...of, state, user_id: 'u1' }, answer: null }) as unknown as FinishedOp;

const AT = Date.UTC(2026, 10, 28, 9, 54) / 1_000;
const item = (product_id: string, quantity: number, quantity_accepted: number | null = null) => ({
  ...{ product_id, quantity, quantity_accepted, amount: '10.00' },
  product: { _id: product_id, name: product_id.toUpperCase(), case_count: 12 },
});
type Row = NonNullable<Parameters<typeof elsewhereOf>[0]>;
const receipt = (more: object = {}) =>
  ({
    ...{ tag: 'receipt', source_type: 'distributor', destination_type: 'seller' },
    executed_by: { _id: 'u2', name: 'Adaeze Admin' },
    executed_at: AT,
    items: [item('p1', 24), item('p2', 36), item('p3', 48)],
    ...more,
  }) as unknown as Row;
const confirmedLine = (product_id: string, units: number) => ({
  ...{ product_id, name: product_id.toUpperCase(), case_count: 12, quantity: units, quantity_accepted: units },
  amount: 1_000,
});
const confirms = (...lines: object[]) =>
  op('execute', { expect_digest: 'd', lines: lines.length, confirmed: { header: HEADER, lines } });

describe('which transfers', { tags: ['SYNC-section-10'] }, () => {
  test('count as completed elsewhere after one late line or confirmation, but not after another refusal or a handover', () => {
    const upsert = op('upsert', line('p1', 12));
    expect(isCompletedElsewhere([locked(upsert), op('execute', {})])).toBe(true);
    expect(isCompletedElsewhere([refused(op('execute', {}), 'already_executed')])).toBe(true);
    expect(isCompletedElsewhere([refused(op('execute', {}), 'items_changed')])).toBe(false);
    expect(isCompletedElsewhere([refused(upsert, 'closed_party'), op('execute', {})])).toBe(false);
    expect(isCompletedElsewhere([upsert])).toBe(false);
    expect(isCompletedElsewhere([])).toBe(false);
    expect(isCompletedElsewhere([refused(op('take', {}), 'already_executed')])).toBe(false);
    expect(isCompletedElsewhere([locked(upsert), op('give', {})])).toBe(false);
    expect(isCompletedElsewhere([locked(upsert), op('later' as Op['type'], {})])).toBe(false);
    // A refusal of an earlier key does not count for the present key.
    expect(isCompletedElsewhere([{ ...locked(upsert), key: 'renewed' }])).toBe(false);
  });
});

describe('the figures', { tags: ['SYNC-section-11'] }, () => {
  test('say who completed the transfer, when and with how much, what the person had, and which lines differ', () => {
    const ops = [
      locked(op('upsert', line('p1', 12))),
      confirms(confirmedLine('p1', 12), confirmedLine('p2', 36), confirmedLine('p3', 48)),
    ];
    const of = elsewhereOf(receipt(), ops);
    if (!of) throw new Error('No figures');
    expect(completedText(of, 'u1', AT + 60)).toBe('Adaeze Admin completed it at 10:54 with 9 cases.');
    expect(ownText(of)).toBe('You counted 8 cases.');
    expect(of.differs.map((one) => `${one.name}: ${ofBoth(of, one)}`)).toEqual([
      'P1: 2 cases completed, 1 case counted by you',
    ]);
    expect(completedText(of, 'u1', AT + 86_400)).toBe('Adaeze Admin completed it on 28 Nov, 10:54 with 9 cases.');
    expect(completedText(of, 'u2', AT + 60)).toBe('You completed it on another tablet at 10:54 with 9 cases.');
    expect(completedText({ ...of, by: null, at: null }, 'u1', AT)).toBe('It was completed with 9 cases.');
  });

  test('without a confirmation, the changes are applied to the receipt; a line of only one side differs completely', () => {
    const ops = [
      locked(op('upsert', { ...line('p4', 13), about: { name: 'P4', case_count: 12 } })),
      locked(op('remove', { product_id: 'p3', about: { name: 'P3', case_count: 12 } })),
    ];
    const of = elsewhereOf(receipt(), ops);
    expect(of?.mine).toBe('6 cases and 1 loose unit');
    expect(of?.differs.map(({ name, theirs, mine }) => [name, theirs, mine])).toEqual([
      ['P3', '4 cases', '0 cases'],
      ['P4', '0 cases', '1 case 1 unit'],
    ]);
  });

  test('equal figures are said to be the same, and outgoing goods are not called counted', () => {
    const all = [confirmedLine('p1', 24), confirmedLine('p2', 36), confirmedLine('p3', 48)];
    const same = elsewhereOf(receipt(), [refused(confirms(...all), 'already_executed')]);
    expect(same && ownText(same)).toBe('You counted the same.');
    const out = receipt({ source_type: 'seller', destination_type: 'sales_officer' });
    const issue = elsewhereOf(out, [refused(confirms(...all.slice(1)), 'already_executed')]);
    expect(issue && ownText(issue)).toBe('You had 7 cases.');
    expect(issue?.differs[0] && ofBoth(issue, issue.differs[0])).toBe('2 cases completed, 0 cases yours');
    expect(PARTY_TYPES).toContain('seller');
  });

  test('goods that nobody counted are not called counted, and what this person had beyond theirs is missing', () => {
    const expected = (id: string, units: number) => ({ ...confirmedLine(id, units), quantity_accepted: null });
    const all = [expected('p1', 48), expected('p2', 36), expected('p3', 48)];
    const none = elsewhereOf(receipt(), [refused(confirms(...all), 'already_executed')]);
    if (!none?.differs[0]) throw new Error('No figures');
    expect(ownText(none)).toBe('You took 11 cases as expected, not counted.');
    expect(ofBoth(none, none.differs[0])).toBe('2 cases completed, you took 4 cases as expected, not counted');
    expect(correctionsOf(none)).toMatchObject([
      { is: 'missing', kind: { kind: 'shipment_in' }, words: 'Receive the missing 2 cases', named: 'p1:24' },
    ]);
    const some = elsewhereOf(receipt(), [
      refused(confirms(confirmedLine('p1', 48), ...all.slice(1)), 'already_executed'),
    ]);
    expect(some && ownText(some)).toBe('You had 11 cases, 1 of 3 products counted.');
    const same = elsewhereOf(receipt(), [refused(confirms(expected('p1', 24), ...all.slice(1)), 'already_executed')]);
    expect(same && ownText(same)).toBe('You took the same as expected, not counted.');
    expect(same && correctionsOf(same)).toEqual([]);
    const out = receipt({ source_type: 'seller', destination_type: 'sales_officer' });
    const issue = elsewhereOf(out, [refused(confirms(...all), 'already_executed')]);
    expect(issue && ownText(issue)).toBe('You had 11 cases.');
  });

  test('that are the same in goods, lots, parties and date leave nothing to decide', { tags: ['SYNC-34'] }, () => {
    const { source, destination, timestamp } = HEADER;
    const row = (more: object = {}) => receipt({ source, destination, timestamp, ...more });
    const all = [confirmedLine('p1', 24), confirmedLine('p2', 36), confirmedLine('p3', 48)];
    const isSame = (of: Row, ...lines: object[]) =>
      elsewhereOf(of, [refused(confirms(...lines), 'already_executed')])?.isSame;
    expect(isSame(row(), ...all)).toBe(true);
    expect(isSame(row(), confirmedLine('p1', 12), ...all.slice(1))).toBe(false);
    expect(isSame(row({ timestamp: timestamp + 1 }), ...all)).toBe(false);
    expect(isSame(row({ destination: 'other' }), ...all)).toBe(false);
    const lots = '[["A1","2027-03-31",24]]';
    expect(isSame(row(), { ...confirmedLine('p1', 24), lots }, ...all.slice(1))).toBe(false);
    const named = row({ items: [{ ...item('p1', 24), lots }, item('p2', 36), item('p3', 48)] });
    expect(isSame(named, { ...confirmedLine('p1', 24), lots }, ...all.slice(1))).toBe(true);
    expect(isSame(named, ...all)).toBe(false);
    // Lines that wait without a confirmation are compared as well; a change of the details is not.
    expect(elsewhereOf(row(), [locked(op('upsert', line('p1', 24)))])?.isSame).toBe(true);
    expect(elsewhereOf(row(), [locked(op('header', HEADER))])?.isSame).toBe(false);
  });

  test('of goods that nobody counted are no reason to book them beside the receipt', { tags: ['SYNC-34'] }, () => {
    const more = (counted: number | null) =>
      elsewhereOf(receipt(), [
        refused(confirms({ ...confirmedLine('p1', 36), quantity_accepted: counted }), 'already_executed'),
      ]);
    expect(more(null)?.differs.find(({ product_id }) => product_id === 'p1')).toMatchObject({
      own: 'expected',
      missing: 12,
    });
    expect(givesUp(more(null))).toBe(false);
    expect(givesUp(more(36))).toBe(true);
  });

  test('lead to the transfers that correct the receipt: another one for what is missing, the opposite one for what is too much', {
    tags: ['SYNC-34', 'B3.23'],
  }, () => {
    const mine = [confirmedLine('p1', 48), confirmedLine('p2', 24), confirmedLine('p3', 35)];
    const of = (source_type: string, destination_type: string) => {
      const found = elsewhereOf(receipt({ source_type, destination_type }), [
        refused(confirms(...mine), 'already_executed'),
      ]);
      return found && correctionsOf(found).map(({ kind, words, named }) => [kind.kind, words, named]);
    };
    const [missing, extra] = ['p1:24', 'p2:12,p3:13'];
    expect(of('distributor', 'seller')).toEqual([
      ['shipment_in', 'Receive the missing 2 cases', missing],
      ['shipment_out', 'Reject the extra 2 cases and 1 loose unit', extra],
    ]);
    expect(of('seller', 'distributor')).toEqual([
      ['shipment_out', 'Reject the missing 2 cases', missing],
      ['shipment_in', 'Receive the extra 2 cases and 1 loose unit', extra],
    ]);
    expect(of('seller', 'sales_officer')).toEqual([
      ['stock_out', 'Issue the missing 2 cases', missing],
      ['stock_in', 'Take back the extra 2 cases and 1 loose unit', extra],
    ]);
    expect(of('sales_officer', 'seller')).toEqual([
      ['stock_in', 'Receive the missing 2 cases', missing],
      ['stock_out', 'Issue the extra 2 cases and 1 loose unit', extra],
    ]);
    // Goods between two hubs have no desk.
    expect(of('seller', 'seller')).toEqual([]);
  });

  test('are corrected once: the transfer that was begun for it names the receipt, and one that was discarded does not count', {
    tags: ['SYNC-34'],
  }, () => {
    const begun = op('create', { ...HEADER, meta: metaOf('extra', 'r1') });
    expect(isCorrected('extra', 'r1', [begun])).toBe(true);
    expect(isCorrected('missing', 'r1', [begun])).toBe(false);
    expect(isCorrected('extra', 'r2', [begun])).toBe(false);
    expect(isCorrected('extra', 'r1', [{ ...begun, state: 'discarded' }])).toBe(false);
    expect(JSON.parse(metaOf('extra', 'r1'))).toEqual({ reverses: 'r1' });
  });

  test('do not exist without a copy of the receipt', () => {
    expect(elsewhereOf(receipt({ tag: 'purchase_order' }), [])).toBeNull();
    expect(elsewhereOf(undefined, [])).toBeNull();
  });
});

describe('a receipt that a colleague completed, with nothing left on this tablet', {
  tags: ['SYNC-section-10'],
}, () => {
  const sent = (product: string, units: number) => past(op('upsert', line(product, units)), 'done');

  test('says whether the lines of this tablet are in it', () => {
    const all = colleaguesOf(receipt(), [sent('p1', 12), sent('p1', 24), sent('p2', 36)], 'u1');
    expect(all && [all.name, ownLinesText(all)]).toEqual(['Adaeze Admin', 'Your 2 lines are in it.']);
    expect(all?.differs).toEqual([]);
    const some = colleaguesOf(receipt(), [sent('p1', 12), sent('p2', 36)], 'u1');
    expect(some && ownLinesText(some)).toBe('1 of your 2 lines are in it with your figures.');
    expect(some?.differs.map((one) => `${one.name}: ${ofBoth(some, one)}`)).toEqual([
      'P1: 2 cases completed, 1 case counted by you',
    ]);
    const none = colleaguesOf(receipt(), [sent('p1', 12)], 'u1');
    expect(none && ownLinesText(none)).toBe('Your line is not in it with your figure.');
    const nothing = colleaguesOf(receipt(), [], 'u1');
    expect(nothing && ownLinesText(nothing)).toBe('Nothing of yours waits to be sent.');
  });

  test('names the receipt that moved what was missing, where this tablet knows that it moved that much', () => {
    const of = colleaguesOf(receipt(), [sent('p1', 36), sent('p2', 24), sent('p4', 72)], 'u1');
    if (!of) throw new Error('no comparison');
    const lane = { transfer: 'later' };
    const created = past(op('create', { ...HEADER, meta: metaOf('missing', 'r1') }, lane), 'done');
    const confirmed = { header: HEADER, lines: [confirmedLine('p1', 12), confirmedLine('p4', 72)] };
    const ended = (more: object = {}) => ({
      ...past(op('execute', { expect_digest: 'd', lines: 2, confirmed, ...more }, lane), 'done'),
      answer: { data: { _id: 'r9', ref: 'PO-SGVC68AD' } },
    });
    const wordsOf = (...done: FinishedOp[]) => {
      const later = withLater(of, 'r1', done, 'u1');
      return later.differs.map((line) => ofBoth(later, line));
    };
    const before = of.differs.map((line) => ofBoth(of, line));
    // It is not completed, is another correction, moved other figures, or is somebody else's.
    expect(wordsOf(created)).toEqual(before);
    expect(wordsOf(past(op('create', { ...HEADER, meta: metaOf('missing', 'r2') }, lane), 'done'), ended())).toEqual(
      before,
    );
    const other = { header: HEADER, lines: [confirmedLine('p1', 24)] };
    expect(wordsOf(created, ended({ confirmed: other }))).toEqual(before);
    expect(withLater(of, 'r1', [created, ended()], 'u2')).toBe(of);
    expect(wordsOf(created, ended())).toEqual([
      '2 cases completed, 1 case received by PO-SGVC68AD',
      '3 cases completed, 2 cases counted by you',
      '6 cases received by PO-SGVC68AD',
    ]);
  });

  test('counts the changes that were discarded for it, but not earlier discarded ones and not those of another person', () => {
    const late = past(locked(op('upsert', line('p1', 12))), 'discarded', 9);
    const waited = past(op('upsert', line('p2', 36)), 'discarded', 9);
    const kept = colleaguesOf(receipt(), [late, waited], 'u1');
    expect(kept?.own).toEqual({ lines: 2, moved: 1 });
    const before = past(op('upsert', line('p2', 12)), 'discarded', 7);
    expect(colleaguesOf(receipt(), [before], 'u1')?.own).toEqual({ lines: 0, moved: 0 });
    const theirs = sent('p3', 12);
    const other = { ...theirs, op: { ...theirs.op, user_id: 'u3' } };
    expect(colleaguesOf(receipt(), [other], 'u1')?.own).toEqual({ lines: 0, moved: 0 });
  });

  test('does not exist if this person completed it, if nobody is named, or if no receipt is known', () => {
    expect(colleaguesOf(receipt(), [], 'u2')).toBeNull();
    expect(colleaguesOf(receipt({ executed_by: null }), [], 'u1')).toBeNull();
    expect(colleaguesOf(receipt({ tag: 'purchase_order' }), [], 'u1')).toBeNull();
    expect(colleaguesOf(undefined, [], 'u1')).toBeNull();
  });
});

test('afterwards the card says that the other person’s values were kept, and offers no way to continue', {
  tags: ['SYNC-34'],
}, () => {
  const line1 = op('upsert', line('p1', 12));
  const late = locked(op('upsert', line('p2', 12)));
  const lists = outboxLists([], [past(late, 'discarded', 9), past(line1, 'done', 5)]);
  const [one] = lists.sent;
  if (!one) throw new Error('No card');
  expect(wayOf(one)).toMatchObject({ isOpen: false, elsewhere: 9, done: null });
  // Another discarded refusal leaves the transfer open, and waiting changes come first.
  const other = outboxLists([], [past(refused(late, 'closed_party'), 'discarded', 9), past(line1, 'done', 5)]).sent[0];
  expect(other && wayOf(other)).toMatchObject({ isOpen: true, elsewhere: null });
  const again = outboxLists([op('upsert', line('p2', 12))], [past(late, 'discarded', 9)]).waiting[0];
  expect(again && wayOf(again).elsewhere).toBeNull();
});
