/** One age has one colour, in a list and on the home. */
import { expect, test } from 'vitest';
import type { WorkRow } from '#contract/home/workCalls.ts';
import { AGES, ageTone } from '#domain/age.ts';
import { permissionsOf } from '#domain/matrix.ts';
import { DAY } from '#domain/time.ts';
import { linesOf } from '#features/session/home/workWords.ts';

const NOW = 1_795_251_600;
const WHO = { role: 'manager.staff', permissions: [...permissionsOf('manager.staff')] };
const row = (days: number): WorkRow => ({
  ...{ model: 'order_group', _id: 'one', title: 'REF', note: '', who: 'Ada', hub: 'Mushin Hub', lines: 3 },
  ...{ since: NOW - days * DAY, amount: '1.00', transfer: null, address: null, phone: null },
});

test('a pending order is amber after a day and red after two, an order owing after three and seven', {
  tags: ['B5.10'],
}, () => {
  for (const [kind, ages] of [
    ['pending_groups', AGES.pending],
    ['owing_groups', AGES.owing],
  ] as const)
    for (const days of [0.5, 1.5, 2.5, 6, 8]) {
      const [line] = linesOf({ kind, total: 1, rows: [row(days)] }, WHO, NOW);
      expect(line?.tone, `${kind} ${days}`).toBe(ageTone(days * DAY, ages));
    }
  expect([0.5, 1.5, 2.5].map((days) => ageTone(days * DAY, AGES.pending))).toEqual(['neutral', 'wait', 'bad']);
  expect([2, 6, 8].map((days) => ageTone(days * DAY, AGES.owing))).toEqual(['neutral', 'wait', 'bad']);
  const [open] = linesOf({ kind: 'claims', total: 1, rows: [row(8)] }, WHO, NOW);
  expect(open?.tone).toBe('wait');
});
