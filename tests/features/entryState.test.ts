/** The entry of the desk: the chosen line after any order of acts, late answers, scans, changed lines and changed modes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { koboIn } from '#domain/money.ts';
import {
  afterCount,
  choiceOfLine,
  cleared,
  countedIn,
  type EntryState,
  emptyEntry,
  figureElsewhere,
  isTapAlone,
  settled,
  withChoice,
  withScan,
  withTyped,
  withUnknown,
  withWholeFigure,
} from '#features/stock/transfer/desk/entry/entryState.ts';
import type { LineView } from '#offline/outbox/overlay.ts';

const line = (product_id: string, more: Partial<LineView> = {}): LineView => ({
  ...{ product_id, name: `Product ${product_id}`, case_count: 12, quantity: 36, quantity_accepted: null },
  ...{ amount: koboIn(200_00), rate: koboIn(100_00), reason: null, note: '', item_id: `item-${product_id}` },
  ...{ version: 1, state: 'sent', waitingFor: null, message: null, op: null, revision: 1 },
  ...more,
});
const three = ['a', 'b', 'c'].map((id) => line(id));
let round = 0;
const newRound = () => {
  round += 1;
  return round;
};
const wide = (state: EntryState, lines: readonly LineView[], isCount = true) =>
  settled(state, lines, { isCount, isWide: () => true, newRound });
const narrow = (state: EntryState, lines: readonly LineView[], isCount = true) =>
  settled(state, lines, { isCount, isWide: () => false, newRound });

describe('a count goes on by itself', () => {
  test('no line is chosen while a list grows, or after every line is counted', { tags: ['UI-28'] }, () => {
    expect(wide(emptyEntry(false), three, false).chosen).toBeNull();
    const counted = three.map((one) => ({ ...one, quantity_accepted: 36 }));
    expect(wide(emptyEntry(true), counted).chosen).toBeNull();
  });

  test('on a phone the first line does not open by itself, but the following ones do', { tags: ['UI-28'] }, () => {
    expect(narrow(emptyEntry(true), three).chosen).toBeNull();
    expect(narrow(afterCount(emptyEntry(true), ['a']), three).chosen?.productId).toBe('b');
  });

  test('the first uncounted line is chosen, and then the one after the line that was counted last', {
    tags: ['UI-28'],
  }, () => {
    const first = wide(emptyEntry(true), three);
    expect(first.chosen).toMatchObject({ productId: 'a', how: 'count', start: null });
    expect(wide(afterCount(first, ['a'], first.chosen?.round), three).chosen?.productId).toBe('b');
    expect(wide(afterCount(first, ['c'], first.chosen?.round), three).chosen?.productId).toBe('a');
  });

  test('changing the mode clears the choice, and a count starts again with the first line', { tags: ['UI-28'] }, () => {
    const counting = wide(afterCount(emptyEntry(true), ['a']), three);
    expect(wide(counting, three, false).chosen).toBeNull();
    expect(wide(wide(counting, three, false), three).chosen?.productId).toBe('a');
  });

  test('clearing the choice in a count chooses a line again although the lines did not change', {
    tags: ['UI-28'],
  }, () => {
    // A former effect ran only when the lines changed, and left the desk without a chosen line.
    const first = wide(emptyEntry(true), three);
    expect(wide(cleared(first), three).chosen?.productId).toBe('a');
  });

  test('the state stays the same object if nothing changes', { tags: ['UI-28'] }, () => {
    const first = wide(emptyEntry(true), three);
    expect(wide(first, three)).toBe(first);
    expect(wide(first, [...three])).toBe(first);
  });
});

test('saving a line clears the choice only if that line is still chosen', { tags: ['UI-28'] }, () => {
  const first = withChoice(emptyEntry(false), choiceOfLine(three[0] as LineView, false), newRound());
  const second = withChoice(first, choiceOfLine(three[1] as LineView, false), newRound());
  expect(afterCount(second, ['a'], first.chosen?.round).chosen?.productId).toBe('b');
  expect(afterCount(second, ['b'], second.chosen?.round).chosen).toBeNull();
});

test('an unknown code clears the choice, also in a count, until the person says which product it is', {
  tags: ['UI-28'],
}, () => {
  const first = wide(emptyEntry(true), three);
  const after = wide(withUnknown(first, true), three);
  // Digits would otherwise go to the former product.
  expect(after.chosen).toBeNull();
  expect(wide(cleared(after), three).chosen).toBeNull();
  expect(wide(withUnknown(after, false), three).chosen?.productId).toBe('a');
  expect(withChoice(after, choiceOfLine(three[2] as LineView, true), newRound()).isUnknown).toBe(false);
  expect(wide(afterCount(after, []), three).chosen?.productId).toBe('a');
});

test('a line counts as made by a tap alone only if nothing was typed after the tap', { tags: ['UI-28'] }, () => {
  const tapped = withChoice(
    emptyEntry(false),
    { productId: 'a', how: 'add', start: 12, isMeant: true, expected: 0, caseCount: 12 },
    newRound(),
  );
  expect(isTapAlone({ ...tapped, quantity: 24 })).toBe(false);
  expect(isTapAlone({ ...tapped, reason: 'damaged' })).toBe(false);
  expect(isTapAlone(withChoice(emptyEntry(false), choiceOfLine(three[0] as LineView, false), newRound()))).toBe(false);
  expect(isTapAlone(tapped)).toBe(true);
});

test('if a person switches a scanned figure to cases, the next scans count in cases, except for less than a case', {
  tags: ['UI-28'],
}, () => {
  const scan = { units: 1, added: 1, caseCount: 12, expected: 36, isCounted: true };
  const first = withScan(emptyEntry(true), { ...scan, productId: 'a' }, newRound());
  expect(first).toMatchObject({ shownIn: 'unit', scannedId: 'a', scansAre: null });
  const asCases = countedIn(first, 'case');
  expect(withScan(asCases, { ...scan, productId: 'b' }, newRound()).shownIn).toBe('case');
  expect(withScan(asCases, { ...scan, productId: 'b', expected: 7 }, newRound()).shownIn).toBe('unit');
  // Switching a figure that was chosen by hand does not affect scans.
  const byHand = withChoice(first, choiceOfLine(three[1] as LineView, true), newRound());
  expect(countedIn(byHand, 'case').scansAre).toBeNull();
});

test('digits after a scan replace the units of that scan, and the earlier units of the line stay', {
  tags: ['UI-28', 'SYNC-13'],
}, () => {
  const scanned = (units: number, added: number, isCounted = false) =>
    withScan(
      emptyEntry(isCounted),
      { productId: 'a', units, added, expected: 168, caseCount: 12, isCounted },
      newRound(),
    );
  // A line of 12 cases gets a case by a scan. The digit 4 then makes 16 cases, not 4.
  expect(scanned(156, 12)).toMatchObject({ quantity: 12, shownIn: 'case', chosen: { start: 12, before: 144 } });
  expect(scanned(156, 12, true)).toMatchObject({ quantity: 12, chosen: { how: 'count', start: 12, before: 144 } });
  // A line of 2 cases 1 unit gets a unit by a scan. The digits are then units.
  expect(scanned(26, 1)).toMatchObject({ quantity: 1, shownIn: 'unit', chosen: { before: 25 } });
  expect(scanned(12, 12).chosen?.before).toBe(0);
  // Pressing a row, and the button that corrects too large a figure, replace the whole line.
  const pressed = withChoice(scanned(156, 12), choiceOfLine(line('a', { quantity: 156 }), false), newRound());
  expect(pressed).toMatchObject({ quantity: 156, chosen: { how: 'set', before: 0 } });
  expect(withWholeFigure(scanned(156, 12), line('a', { quantity: 156 }), 120, newRound())).toMatchObject({
    quantity: 120,
    shownIn: 'case',
    chosen: { how: 'set', start: 156, before: 0 },
  });
});

test('a tapped product starts with all its stock in cases, so that a digit means cases on every tile', {
  tags: ['UI-28'],
}, () => {
  const offered = (start: number) =>
    withChoice(
      emptyEntry(false),
      { productId: 'a', how: 'add', start, isMeant: true, expected: 0, caseCount: 12 },
      newRound(),
    );
  expect(offered(45)).toMatchObject({ quantity: 45, shownIn: 'case' });
  expect(offered(36).shownIn).toBe('case');
  // Less than a case starts in units.
  expect(offered(9).shownIn).toBe('unit');
});

test('a line that is opened again counts in cases from one case on, whatever units are left over', {
  tags: ['UI-28', 'TRF-02'],
}, () => {
  const opened = (quantity: number, accepted: number | null, isCount: boolean) =>
    withChoice(
      emptyEntry(isCount),
      choiceOfLine({ ...(three[0] as LineView), quantity, quantity_accepted: accepted }, isCount),
      newRound(),
    ).shownIn;
  // 2 cases and a half of 12, in a list and in a count that expects 3 cases: a typed 3 is 3 cases.
  expect(opened(30, null, false)).toBe('case');
  expect(opened(36, 30, true)).toBe('case');
  // Less than a case is units, and so is the count of a line that expects less than a case.
  expect(opened(9, null, false)).toBe('unit');
  expect(opened(9, 30, true)).toBe('unit');
});

describe('a line that somebody else counts while it is open', () => {
  const open = withChoice(emptyEntry(true), choiceOfLine(three[0] as LineView, true), newRound());
  const counted = (units: number | null) =>
    three.map((one, at) => (at === 0 ? { ...one, quantity_accepted: units } : one));
  const [untouched] = three;

  test("a typed figure stays, and the other person's figure is named", { tags: ['UI-28'] }, () => {
    const typed = { ...open, quantity: 24 };
    expect(figureElsewhere(typed, untouched)).toBeUndefined();
    expect(figureElsewhere(typed, counted(12)[0])).toBe(12);
    expect(wide(typed, counted(12))).toBe(typed);
    // The same figure from both is one.
    expect(figureElsewhere(typed, counted(24)[0])).toBeUndefined();
    // The figure was taken back there after the line was opened with it.
    const again = { ...withChoice(open, choiceOfLine(counted(12)[0] as LineView, true), newRound()), quantity: 24 };
    expect(figureElsewhere(again, untouched)).toBeNull();
  });

  test('without a typed figure the field shows the other one, and Enter adds nothing to it', {
    tags: ['UI-28'],
  }, () => {
    const shown = wide(open, counted(12));
    expect(shown).toMatchObject({ quantity: 12, chosen: { productId: 'a', start: 12 } });
    expect(wide(shown, counted(12))).toBe(shown);
  });

  test('an own figure that the list shows later, an unsaved line and a scan change nothing', {
    tags: ['UI-28'],
  }, () => {
    const later = withChoice(open, choiceOfLine(untouched as LineView, true, 12), newRound());
    expect(wide(later, three)).toBe(later);
    expect(wide(later, counted(12))).toBe(later);
    expect(figureElsewhere(open, { ...(counted(12)[0] as LineView), state: 'unsaved' })).toBeUndefined();
    const scan = { productId: 'a', units: 12, added: 12, expected: 36, caseCount: 12, isCounted: true };
    const scanned = withScan(open, scan, newRound());
    expect(wide(scanned, counted(24))).toBe(scanned);
  });
});

/** One act: its kind, its product, and one of the possible figures. */
const anyAct = fc.tuple(fc.nat(8), fc.nat(2), fc.nat(2));

test('after any acts in any order, a count with an uncounted line has a chosen line, and no figure stays without a product', {
  tags: ['UI-28', 'B3.5'],
}, () => {
  let withOpenLines = 0;
  fc.assert(
    fc.property(fc.boolean(), fc.array(anyAct, { maxLength: 40 }), (begins, acts) => {
      let lines: readonly LineView[] = three;
      let isCount = begins;
      let state = wide(emptyEntry(isCount), lines, isCount);
      for (const [kind, which, figure] of acts) {
        const { chosen, quantity, reason, lot, done } = state;
        const of = lines[which] as LineView;
        const units = [null, 12, 36][figure] ?? null;
        const scan = {
          productId: of.product_id,
          units: 12,
          added: 12,
          expected: of.quantity,
          caseCount: 12,
          isCounted: isCount,
        };
        if (kind === 0) state = cleared(state);
        if (kind === 1) state = afterCount(state, [of.product_id], [undefined, chosen?.round, 1][figure]);
        if (kind === 2 && chosen) state = { ...state, quantity: units };
        if (kind === 3) state = withChoice(state, choiceOfLine(of, isCount), newRound());
        if (kind === 4) state = withScan(state, scan, newRound());
        if (kind === 5) state = withTyped(afterCount(state, []), { chosen, quantity, reason, lot });
        if (kind === 6) lines = lines.map((one) => (one === of ? { ...one, quantity_accepted: units } : one));
        if (kind === 7) isCount = !isCount;
        if (kind === 8) state = withUnknown(state, units === null);
        const isModeNew = state.isCount !== isCount;
        state = wide(state, lines, isCount);
        const counted = isModeNew ? [] : kind === 1 || kind === 5 ? state.done : done;
        const isOpen = lines.some((one) => one.quantity_accepted === null && !counted.includes(one.product_id));
        if (isCount && isOpen && !state.isUnknown) {
          withOpenLines += 1;
          expect(state.chosen).not.toBeNull();
        }
        if (state.chosen === null) expect(state.quantity).toBeNull();
        // A choice does not survive a change between a count and a growing list.
        if (isModeNew && state.chosen) expect(state.chosen.how).toBe('count');
      }
    }),
    { numRuns: 500 },
  );
  expect(withOpenLines).toBeGreaterThan(1_000);
});
