/** Without the server a record that was never opened is read from the stored list that has its row (decision 1390). */
import 'fake-indexeddb/auto';
import '#tests/support/pageGlobals.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoAnswer } from '#client/callError.ts';
import { oneQuery, queryClient, setReadStore } from '#client/reads/queries.ts';
import { storedRow } from '#client/reads/storedRow.ts';
import { storeType } from '#contract/catalogue/storeType.ts';
import { hasAllFormFields } from '#crud/query/useRecord.ts';
import { type SavedReadsOf, savedReads } from '#offline/reads/savedReads.ts';

const ROW = {
  ...{ _id: 's1', created: 1, modified: 2, version: 3, created_by: null, modified_by: null },
  ...{ name: 'Kiosk', description: 'A kiosk', status: 'active' },
};
let me = 0;
let saved: SavedReadsOf;
/** Stores an answer, as if it had been read at that time. */
async function store(key: readonly unknown[], data: unknown, at: number): Promise<void> {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(at);
  await saved.through(key, async () => data, { patient: true });
  clock.mockRestore();
}
const page = (rows: object[], number = 1) =>
  [['store_type/read_all', { page: number, per_page: 10 }], { rows, total: 1, page: number, per_page: 10 }] as const;
const stored = () => queryClient.fetchQuery(storedRow(storeType, 's1'));

beforeEach(() => {
  me += 1;
  const id = `person${me}`;
  saved = savedReads(() => id);
  setReadStore(saved);
});
afterEach(() => queryClient.clear());

test('the newest stored list that has the row', { tags: ['B11.1'] }, async () => {
  const now = Date.now();
  await store(...page([{ ...ROW, name: 'Old' }]), now - 2_000);
  await store(...page([ROW], 2), now - 1_000);
  await store(...page([{ ...ROW, _id: 's2' }], 3), now);
  expect(await stored()).toEqual({ data: [ROW], at: now - 1_000, copy: true, listed: true });
});

test('the record comes before any list, because it has all of the record', { tags: ['B11.1'] }, async () => {
  const now = Date.now();
  await store(oneQuery(storeType, 's1').queryKey, [{ ...ROW, lines: [1] }], now - 5_000);
  await store(...page([ROW]), now);
  expect(await stored()).toEqual({ data: [{ ...ROW, lines: [1] }], at: now - 5_000, copy: true });
});

test('a list of all rows has it too, and lists of other models have not', { tags: ['B11.1'] }, async () => {
  const now = Date.now();
  await store(['store_type_x/read_all', {}], [{ ...ROW, name: 'Of another model' }], now);
  await expect(stored()).rejects.toBeInstanceOf(NoAnswer);
  await store(['store_type/read_all', {}], [ROW], now);
  expect(await stored()).toMatchObject({ data: [ROW], listed: true });
});

test('a row that lacks a field fills no form', () => {
  const { description: _left, ...part } = ROW;
  const answer = (row: object, listed?: true) => ({
    data: [row] as [object],
    at: 1,
    copy: true,
    ...(listed && { listed }),
  });
  expect(hasAllFormFields(storeType, answer(ROW, true))).toBe(true);
  expect(hasAllFormFields(storeType, answer(part, true))).toBe(false);
  // What a record leaves out this reader may not see, and the form neither.
  expect(hasAllFormFields(storeType, answer(part))).toBe(true);
});
