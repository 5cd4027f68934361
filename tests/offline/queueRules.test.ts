import { describe, expect, test } from 'vitest';
import { encodeForm } from '#contract/form.ts';
import { bodyOf, toRequest } from '#offline/drain/requests.ts';
import type { Op, OpState, OpType } from '#offline/outbox/op.ts';
import {
  BATCH_BYTES,
  backoff,
  badgeTone,
  blockers,
  formBytes,
  givesUp,
  isDue,
  isStored,
  meaningOf,
  nextUnit,
  replaceable,
  stepName,
} from '#offline/outbox/queueRules.ts';
import type { Reply } from '#offline/store/ports.ts';

let seq = 0;
function op(type: OpType, chain: string, more: Partial<Op> = {}): Op {
  seq += 1;
  return {
    seq,
    key: `key-${seq}`,
    schema: 1,
    app_version: '1',
    user_id: 'ada',
    user_name: 'Ada',
    device_id: 't1',
    transfer: 'local-a',
    chain,
    type,
    payload: { product_id: chain, about: { name: `Product ${chain}`, case_count: 12 } } as Op['payload'],
    item: null,
    base: null,
    frozen_base: null,
    state: 'queued',
    attempts: 0,
    failures: 0,
    first_failure: null,
    last_error: null,
    next_try: 0,
    saved_at: 0,
    ...more,
  };
}

const reply = (code: number, error = '', more: object = {}): Reply => ({
  verified: true,
  code,
  message: '',
  data: { error, ...more },
  epoch: null,
  retryAfter: null,
});

describe('what an answer means', { tags: ['SYNC-section-5'] }, () => {
  test('an unverified answer is no answer', { tags: ['SYNC-22'] }, () => {
    expect(meaningOf({ verified: false }, 'upsert')).toBe('retry');
    expect(isStored({ verified: false })).toBe(false);
  });

  test.each([
    [400, 'bad_request', 'attention'],
    [401, 'unauthorized', 'sign_in'],
    [403, 'forbidden', 'attention'],
    [404, 'not_found', 'attention'],
    [403, 'must_change_password', 'sign_in'],
    [408, '', 'retry'],
    [409, 'already_executed', 'conflict'],
    [409, 'conflict', 'attention'],
    [409, 'in_progress', 'retry'],
    [409, 'items_changed', 'conflict'],
    [410, '', 'attention'],
    [413, 'too_large', 'attention'],
    [418, '', 'attention'],
    [422, 'idempotency_mismatch', 'attention'],
    [425, '', 'retry'],
    [426, 'upgrade_required', 'update'],
    [429, 'rate', 'retry'],
    [500, 'internal', 'server_failed'],
    [502, '', 'retry'],
    [503, 'unavailable', 'retry'],
    [504, '', 'retry'],
    [200, '', 'done'],
  ] as const)('%i %s means %s', { tags: ['SYNC-24'] }, (code, error, meaning) => {
    expect(meaningOf(reply(code, error), 'upsert')).toBe(meaning);
  });

  test.each(['conflict', 'duplicate'])(
    '409 %s that shows the row as it is now means conflict',
    { tags: ['SYNC-24'] },
    (word) => {
      expect(meaningOf(reply(409, word, { current: { _id: 'i1', version: 3 } }), 'upsert')).toBe('conflict');
    },
  );

  test('an execute with an error list is refused although its code is 200', { tags: ['SYNC-29'] }, () => {
    expect(meaningOf(reply(200, '', { errors: [{ code: 'short_stock' }] }), 'execute')).toBe('attention');
    expect(meaningOf(reply(200, '', { errors: [] }), 'execute')).toBe('done');
  });

  test('stored: 200 and 409, never a running twin, never a validation', { tags: ['SYNC-29'] }, () => {
    for (const code of [400, 401, 403, 413, 422, 426, 429, 500, 503]) expect(isStored(reply(code))).toBe(false);
    expect(isStored(reply(409, 'in_progress'))).toBe(false);
    expect(isStored(reply(409, 'conflict'))).toBe(true);
    expect(isStored(reply(200))).toBe(true);
  });
});

describe('what blocks what', { tags: ['SYNC-section-4'] }, () => {
  const waitsFor = (one: Op, lane: readonly Op[]) => blockers(lane).get(one.seq) ?? null;

  test('lines wait for the create, an execute for everything, products for nobody', { tags: ['SYNC-17'] }, () => {
    const create = op('create', 'order');
    const one = op('upsert', 'p1');
    const two = op('upsert', 'p2');
    const execute = op('execute', 'execute');
    const lane = [create, one, two, execute];
    expect(waitsFor(one, lane)).toBe(create);
    expect(waitsFor(two, [one, two, execute])).toBeNull();
    expect(waitsFor(execute, [two, execute])).toBe(two);
    expect(waitsFor(execute, [execute])).toBeNull();
  });

  test.each(['attention', 'conflict', 'paused_auth', 'sending'] satisfies OpState[])(
    'a line that is %s blocks its chain and the execute, not its neighbours',
    { tags: ['SYNC-18'] },
    (state) => {
      const bad = op('upsert', 'p1', { state });
      const same = op('upsert', 'p1');
      const other = op('upsert', 'p2');
      const execute = op('execute', 'execute');
      const lane = [bad, same, other, execute];
      expect(waitsFor(same, lane)).toBe(bad);
      expect(waitsFor(execute, lane)).toBe(bad);
      expect(nextUnit(lane, 0)).toEqual([other]);
    },
  );

  test('a change of a kind or a schema that this code does not know is left alone; it still holds up the confirmation', {
    tags: ['SYNC-45'],
  }, () => {
    const foreign = { ...op('upsert', 'p1'), type: 'weigh' as OpType, payload: {} } as Op;
    const newer = { ...op('upsert', 'p2'), schema: 2 as 1 };
    const [known, execute] = [op('upsert', 'p3'), op('execute', 'execute')];
    const lane = [foreign, newer, known, execute];
    expect(nextUnit(lane, 0)).toEqual([known]);
    expect(nextUnit([foreign, newer, execute], 0)).toEqual([]);
    expect(stepName(foreign)).toBe('a change of a newer version of the app');
    expect(stepName({ ...newer, type: 'create' })).toBe('a change of a newer version of the app');
    // Nor does what is typed here take the place of it.
    expect([foreign, newer, known].map(replaceable)).toEqual([false, false, true]);
  });

  test('"Waiting for {line or step}" names the line', { tags: ['SYNC-17'] }, () => {
    expect(stepName(op('upsert', 'p9'))).toBe('Product p9');
    expect(stepName(op('create', 'order'))).toBe('the transfer to be created');
  });
});

describe('batches', { tags: ['SYNC-section-6'] }, () => {
  test.each([
    [1, 1],
    [124, 124],
    [125, 125],
    [126, 125],
    [300, 125],
  ])('of %i lines %i go at once', { tags: ['SYNC-25'] }, (lines, sent) => {
    const lane = Array.from({ length: lines }, (_, index) => op('upsert', `p${index}`));
    expect(nextUnit(lane, 0)).toHaveLength(sent);
  });

  test('at most 256 KB, one op per product, and an execute goes alone', { tags: ['SYNC-25'] }, () => {
    const heavy = Array.from({ length: 10 }, (_, index) =>
      op('upsert', `p${index}`, { payload: { note: 'x'.repeat(60_000) } as unknown as Op['payload'] }),
    );
    expect(nextUnit(heavy, 0)).toHaveLength(4);
    const twice = [op('upsert', 'p1'), op('upsert', 'p1'), op('upsert', 'p2')];
    expect(nextUnit(twice, 0).map((one) => one.chain)).toEqual(['p1', 'p2']);
    expect(nextUnit([op('upsert', 'p1'), op('execute', 'execute')], 0)).toHaveLength(1);
  });

  test.each([
    '',
    'Milk 12*-._',
    'Received: 3/4 & "more" + 100 %',
    'Adébáyọ̀ Ògúnlẹ́sì',
    'ẹ'.repeat(400),
    '牛奶',
    '🥛 🧼',
    '\ud800',
    '\r\n\t',
  ])(
    'of %j no more bytes are sent than are counted, and of what people here write hardly fewer',
    { tags: ['SYNC-25'] },
    (note) => {
      const sent = encodeForm({ note }).length - 'note='.length;
      expect(formBytes(note)).toBeGreaterThanOrEqual(sent);
      if (!/[\ud800-\udfff]/.test(note)) expect(formBytes(note)).toBe(sent);
    },
  );

  test.each([
    ['plain', 'all in order '],
    ['Yorùbá', 'ẹ̀jẹ̀ ọ̀rọ̀ '],
  ])('125 rows with long notes, %s: what is sent at once is at most 256 KB', { tags: ['SYNC-25'] }, (_words, words) => {
    const note = words.repeat(4_000 / words.length);
    const body = { order: 'o'.repeat(36), product_id: 'p'.repeat(36), quantity: 999_999, quantity_accepted: 999_999 };
    const lane = Array.from({ length: 125 }, (_, index) => {
      const payload = { ...body, amount: '99999999.99', reason: 'damaged', note, about: { name: 'n', case_count: 12 } };
      return op('upsert', `p${index}`, { key: 'k'.repeat(36), payload: payload as unknown as Op['payload'] });
    });
    const unit = nextUnit(lane, 0).map((one) => ({ ...one, sent_body: bodyOf(one, body.order, null) }));
    const bytes = encodeForm(toRequest(unit).fields).length;
    expect(bytes).toBeLessThanOrEqual(BATCH_BYTES);
    expect(bytes).toBeGreaterThan(BATCH_BYTES * 0.85);
  });

  test('none goes in a larger batch than one that took too long allows; what was asked for by itself comes last, in its turn', {
    tags: ['SYNC-18', 'SYNC-25'],
  }, () => {
    const late = (product: string, turn: number, times: number) =>
      op('upsert', product, { attempts: 1, silence: { turn, late: times } });
    const lane = Array.from({ length: 124 }, (_, index) => late(`p${index}`, 2, 2));
    expect(nextUnit([op('upsert', 'new'), ...lane], 0)).toHaveLength(31);
    const [muted, longer, other] = [late('p1', 9, 7), late('p2', 8, 7), op('header', 'order')];
    expect(nextUnit([muted, longer, other], 0)).toEqual([other]);
    expect(nextUnit([muted, longer], 0)).toEqual([longer]);
  });

  test('one that is too large by itself goes alone, to be refused: nothing waits behind it for ever', {
    tags: ['SYNC-18', 'SYNC-25'],
  }, () => {
    const [large, other] = [300_000, 1].map((length, at) =>
      op('upsert', `p${at}`, { payload: { note: 'x'.repeat(length) } as unknown as Op['payload'] }),
    ) as [Op, Op];
    expect(nextUnit([large, other], 0)).toEqual([large]);
    expect(nextUnit([other, large], 0)).toEqual([other]);
  });
});

describe('waiting', { tags: ['SYNC-section-5'] }, () => {
  test('full jitter between nothing and min(300 s, 2 s * 2^n), never before Retry-After', { tags: ['SYNC-24'] }, () => {
    expect(backoff(0, 0.999_999, null)).toBeLessThan(2_000);
    expect(backoff(3, 0.999_999, null)).toBeLessThan(16_000);
    expect(backoff(3, 0.999_999, null)).toBeGreaterThan(15_900);
    expect(backoff(500, 0.999_999, null)).toBeLessThanOrEqual(300_000);
    expect(backoff(0, 0, 30)).toBe(30_000);
  });

  test('a clock that went back by days holds nothing', { tags: ['SYNC-10'] }, () => {
    expect(isDue(1_000, 999)).toBe(false);
    expect(isDue(1_000, 1_000)).toBe(true);
    expect(isDue(30 * 86_400_000, 1_000)).toBe(true);
    const stale = op('upsert', 'p1', { next_try: 30 * 86_400_000 });
    expect(nextUnit([stale], 1_000)).toEqual([stale]);
  });

  test('a verified 500 is given up only after 8 tries AND half an hour', { tags: ['SYNC-24'] }, () => {
    const half = 30 * 60_000;
    expect(givesUp({ failures: 8, first_failure: 0 }, half - 1)).toBe(false);
    expect(givesUp({ failures: 7, first_failure: 0 }, half * 9)).toBe(false);
    expect(givesUp({ failures: 8, first_failure: 0 }, half)).toBe(true);
  });
});

describe('badge colour', { tags: ['B11.1'] }, () => {
  const HOUR = 3_600_000;
  test.each([
    [{ attention: 0, oldest: null }, 'neutral'],
    [{ attention: 0, oldest: 0 }, 'neutral', HOUR],
    [{ attention: 0, oldest: 0 }, 'wait', HOUR + 1],
    [{ attention: 0, oldest: 0 }, 'wait', 24 * HOUR],
    [{ attention: 0, oldest: 0 }, 'bad', 24 * HOUR + 1],
    [{ attention: 1, oldest: null }, 'bad'],
    [{ attention: 0, oldest: 0, tries: 19 }, 'neutral'],
    [{ attention: 0, oldest: 0, tries: 20 }, 'wait'],
    [{ attention: 0, oldest: 0, tries: 20 }, 'bad', 24 * HOUR + 1],
  ] as const)('%j is %s at %i', (queue, tone, now = 0) => {
    expect(badgeTone(queue, now)).toBe(tone);
  });
});
