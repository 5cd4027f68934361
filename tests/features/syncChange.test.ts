/** The description of a change that newer code wrote: plain words, whatever the change contains (SYNC rule 45). */
import 'fake-indexeddb/auto';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test, vi } from 'vitest';
import { headsOf } from '#features/session/sync/OfTransfer.tsx';
import { verbOf, What } from '#features/session/sync/syncChange.tsx';
import { reasonsOf } from '#features/stock/parts/queue/refusal.ts';
import { repairLabel } from '#features/stock/parts/queue/repair.ts';
import type { Op } from '#offline/outbox/op.ts';
import { HEADER } from '#tests/support/simulationPlace.ts';

vi.mock('#crud/query/useSession.ts', () => ({
  useCan: () => false,
  useSession: () => ({ state: 'in', profile: null }),
}));

// This browser promises to keep the storage.
beforeAll(() => vi.stubGlobal('navigator', { locks: {} }));

const op = (type: string, schema: number, payload: object, more: Partial<Op> = {}) =>
  ({
    type,
    schema,
    payload,
    transfer: 't',
    state: 'queued',
    saved_at: 0,
    user_name: 'Ada',
    last_error: null,
    ...more,
  }) as unknown as Op;
const shown = (one: Op) => renderToStaticMarkup(createElement(What, { op: one, head: HEADER }));
const WORDS = 'a change of a newer version of the app';

test('the worth of a line comes from its accepted quantity; goods that nobody ordered have no price on this tablet', {
  tags: ['B3.7'],
}, () => {
  const line = (quantity: number, quantity_accepted: number | null) =>
    shown(
      op('upsert', 1, {
        ...{ product_id: 'p1', quantity, quantity_accepted, amount: '120.00' },
        about: { name: 'Milk', case_count: 12 },
      }),
    );
  expect(line(48, 12)).toContain('Milk, 1 case, ₦30');
  expect(line(48, null)).toContain('Milk, 4 cases, ₦120');
  expect(line(0, 12)).toContain('Milk, 1 case<');
});

test.each(['create', 'header', 'upsert', 'remove', 'execute', 'count'])(
  'a %s of a later schema',
  { tags: ['SYNC-45'] },
  (type) => {
    const newer = op(type, 2, {});
    expect(shown(newer)).toContain(WORDS);
    expect(shown(newer)).toContain('by Ada');
    expect(headsOf([newer], []).size).toBe(0);
    // The card of a refused change has its description, a reason, and no repair that this code cannot do.
    for (const state of ['attention', 'conflict'] as const) {
      const refused = { ...newer, state };
      expect(verbOf(refused)).toBe(WORDS);
      expect(reasonsOf(refused)).toEqual([{ title: 'The server refused this change.', note: null }]);
      expect(repairLabel(refused)).toBeNull();
    }
  },
);

test('a change of an unknown kind is described plainly, and a known one by its kind', { tags: ['SYNC-45'] }, () => {
  expect(shown(op('weigh', 1, {}))).toContain(WORDS);
  expect(shown(op('remove', 1, { product_id: 'p1', about: { name: 'Milk', case_count: 12 } }))).toMatch(
    /Remove product.*Milk/,
  );
});

test('one product is "product", two are "products"', { tags: ['UI-28'] }, () => {
  expect(shown(op('execute', 1, { lines: 1 }))).toContain('1 product<');
  expect(shown(op('execute', 1, { lines: 2 }))).toContain('2 products<');
});
