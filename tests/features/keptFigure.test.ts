/** A figure that was typed and not saved comes back for its own person, transfer and line, and for nothing else. */
import '../support/pageGlobals.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { keepDraft } from '#client/drafts.ts';
import { koboIn } from '#domain/money.ts';
import {
  choiceOfLine,
  type EntryState,
  emptyEntry,
  withChoice,
} from '#features/stock/transfer/desk/entry/entryState.ts';
import { keptOf, keptText, readKept, withKept } from '#features/stock/transfer/desk/entry/keptFigure.ts';
import { isTyped } from '#features/stock/transfer/desk/entry/useEntry.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { kept } from '../support/pageGlobals.ts';

const line = (more: Partial<LineView> = {}): LineView => ({
  ...{ product_id: 'a', name: 'Product a', case_count: 12, quantity: 36, quantity_accepted: null },
  ...{ amount: koboIn(200_00), rate: koboIn(100_00), reason: null, note: '', item_id: 'item-a' },
  ...{ version: 1, state: 'sent', waitingFor: null, message: null, op: null, revision: 1 },
  ...more,
});
const typed = (state: EntryState, quantity: number | null): EntryState => ({ ...state, quantity });
const added = typed(
  withChoice(
    emptyEntry(false),
    { productId: 'a', how: 'add', start: 12, isMeant: true, expected: 0, caseCount: 12 },
    7,
  ),
  204,
);
const replaced = typed(withChoice(emptyEntry(false), choiceOfLine(line(), false), 7), 60);
const counted = typed(withChoice(emptyEntry(true), choiceOfLine(line(), true), 7), 24);

const keep = (user: string, transfer: string, state: EntryState) =>
  keepDraft(user, `desk:${transfer}`, {
    at: Math.floor(Date.now() / 1_000),
    values: { entry: keptText(state) ?? '' },
  });
/** The entry of somebody who comes back. */
const back = (state: EntryState, now: LineView | undefined): EntryState | null => {
  const found = keptOf(keptText(state) ?? undefined);
  if (!found) throw new Error('nothing was kept');
  return withKept(emptyEntry(state.isCount), found, now, 31);
};

beforeEach(() => kept.clear());

test('invalid digits are not stored but count as typed; an emptied figure undoes a count', {
  tags: ['UI-14'],
}, () => {
  const refused = { ...counted, quantity: null, refusal: 'Quantity must be between 0 - 1000000.' };
  expect(keptText(refused)).toBeNull();
  expect(keptText({ ...counted, quantity: null })).not.toBeNull();
  expect(isTyped(refused)).toBe(true);
});

describe('the owner of a stored figure', { tags: ['UI-28'] }, () => {
  test('no other person and no other transfer gets it', () => {
    keep('ada', 'local-1', added);
    expect(readKept('bayo', 'local-1')).toBeNull();
    expect(readKept('ada', 'local-2')).toBeNull();
    expect(readKept('ada', 'local-')).toBeNull();
    expect(readKept('', 'local-1')).toBeNull();
    expect(readKept('ada', 'local-1')).toMatchObject({ quantity: 204, chosen: { productId: 'a' } });
  });

  test('nothing is read before the person is known, even if something is stored', () => {
    keep('', 'local-1', added);
    expect(readKept('', 'local-1')).toBeNull();
  });

  test('text that this app did not write is ignored, and nothing is stored without a product', () => {
    for (const text of [undefined, '', 'null', '{', '[]', '{"chosen":null}', '{"chosen":{"productId":4}}'])
      expect(keptOf(text)).toBeNull();
    expect(keptText(emptyEntry(false))).toBeNull();
  });
});

describe('what is restored', { tags: ['UI-28'] }, () => {
  test('if the line was changed or removed meanwhile, a figure that was to replace the old one is dropped', () => {
    expect(back(replaced, line({ quantity: 48 }))).toBeNull();
    expect(back(replaced, line({ quantity_accepted: 24 }))).toBeNull();
    expect(back(replaced, undefined)).toBeNull();
    expect(back(replaced, line())).toMatchObject({ quantity: 60, chosen: { productId: 'a', how: 'set', start: 36 } });
  });

  test('if the line was counted meanwhile or is no longer expected, a counted figure is dropped', () => {
    expect(back(counted, line({ quantity_accepted: 36 }))).toBeNull();
    expect(back(counted, undefined)).toBeNull();
    expect(back(counted, line())).toMatchObject({ isCount: true, quantity: 24, chosen: { how: 'count', start: null } });
  });

  test('if a count lists the goods meanwhile, a figure that was to add them is dropped', () => {
    const stray = typed({ ...added, isCount: true }, 24);
    expect(back(stray, line())).toBeNull();
    expect(back(stray, undefined)).toMatchObject({ quantity: 24, chosen: { how: 'add' } });
  });

  test('a figure after a scan is added to the units that the line had before the scan', () => {
    const scanned = typed(withChoice(emptyEntry(false), { ...choiceOfLine(line(), false, 12), before: 24 }, 7), 36);
    expect(back(scanned, line({ quantity: 48 }))).toBeNull();
    expect(back(scanned, line({ quantity: 36 }))).toMatchObject({ quantity: 36, chosen: { before: 24, start: 12 } });
  });

  test('the figure is restored with its reason, lot, unit and tap, in a new field', () => {
    const whole: EntryState = { ...added, reason: 'short', lot: { code: 'L1', expires: '0327' }, shownIn: 'unit' };
    const again = back(whole, undefined);
    expect(again).toMatchObject({ quantity: 204, reason: 'short', lot: { code: 'L1' }, shownIn: 'unit' });
    expect(again?.chosen).toMatchObject({ isMeant: true, start: 12, round: 31 });
    expect(again && isTyped(again)).toBe(true);
  });
});
