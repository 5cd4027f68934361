/** The names that are stored for a search without the server (decision 1510). */
import 'fake-indexeddb/auto';
import '#tests/support/pageGlobals.ts';
import { beforeEach, expect, test } from 'vitest';
import { NAME_ONLY, namesQuery, storedNames } from '#app/command/found/storedNames.ts';
import { type StoredRecord, storedFor, withNames } from '#app/command/found/storedSearch.ts';
import { hitGroups } from '#app/command/hits.ts';
import { pageSession } from '#client/session/state.ts';
import { NAMED } from '#contract/search/searchCalls.ts';
import { permissionsOf } from '#domain/matrix.ts';
import type { Role } from '#domain/permissions.ts';
import { searchable } from '#domain/text.ts';
import { savedReads } from '#offline/reads/savedReads.ts';

const ROLE: Role = 'administrator.administrator';
const placeOf = (model: string) => (NAMED as readonly string[]).indexOf(model);
const product = (n: number, name: string, brand: string) => [placeOf('product'), `p${n}`, name, `OFF-${n}`, brand, ''];

let person = 0;
function signIn(): string {
  person += 1;
  const id = `names${person}`;
  pageSession.enter(id);
  pageSession.confirm(id, { user_id: id, role: ROLE, permissions: permissionsOf(ROLE) } as never, Date.now());
  return id;
}
const saved = savedReads(() => pageSession.read().profile?.user_id ?? null);
const store = (rows: readonly (readonly (string | number)[])[]) =>
  saved.through(namesQuery().queryKey, async () => ({ rows }), { patient: true });

const all = async () => withNames([], await storedNames(saved));
const foundBy = (stored: readonly StoredRecord[], text: string) => storedFor(stored, text).map(({ title }) => title);

beforeEach(() => void signIn());

test('nothing is stored', async () => {
  expect(await all()).toEqual([]);
});

test('a product is found by its name, its code, its brand and with a slip; a retailer by the phone as it is shown', {
  tags: ['B11.1', 'B1.12'],
}, async () => {
  await store([
    product(1, 'Milo Sachet 20 g', 'Nestlé'),
    product(2, 'Indomie Noodles 70 g', 'Dufil'),
    [placeOf('buyer'), 'b1', 'Haúwa Stores', '08031234567'],
    [placeOf('warehouse'), 'w1', 'Wuse Hub', ''],
    // A newer server may know models that this app does not.
    [99, 'x1', 'Milo of tomorrow', ''],
  ]);
  const stored = await all();
  expect(foundBy(stored, 'milo')).toEqual(['Milo Sachet 20 g']);
  expect(foundBy(stored, 'off-2')).toEqual(['Indomie Noodles 70 g']);
  expect(foundBy(stored, 'nestle')).toEqual(['Milo Sachet 20 g']);
  expect(foundBy(stored, 'nodles')).toEqual(['Indomie Noodles 70 g']);
  expect(foundBy(stored, '+234 803 123')).toEqual(['Haúwa Stores']);
  expect(foundBy(stored, 'milo wuse')).toEqual(['Milo Sachet 20 g', 'Wuse Hub']);
  // The words beside a name find nothing.
  expect(foundBy(stored, 'only the name')).toEqual([]);
  const groups = hitGroups({
    ...{ text: 'milo', found: storedFor(stored, 'milo'), foundAfter: [], seen: [], work: [], now: 0, isAway: true },
    permissions: permissionsOf(ROLE),
  });
  expect(groups.find(({ title }) => title === 'Products')?.hits).toMatchObject([
    { title: 'Milo Sachet 20 g', note: `Product, OFF-1, ${NAME_ONLY}`, to: '/products/p1/update' },
  ]);
});

test('a record that is stored whole has one row, without the words of a name', async () => {
  const whole: StoredRecord = {
    record: { model: 'product', _id: 'p1', title: 'Milo Sachet 20 g', note: 'OFF-1' },
    folded: searchable('Milo Sachet 20 g OFF-1'),
    openedAt: 0,
  };
  await store([product(1, 'Milo Sachet 20 g', 'Nestlé'), product(2, 'Milo Tin 400 g', 'Nestlé')]);
  const both = withNames([whole], await storedNames(saved));
  expect(both.map(({ record }) => record.note)).toEqual(['OFF-1', `OFF-2, ${NAME_ONLY}`]);
});

test('another person on the same device finds none of them, and newer names take the place of the older', {
  tags: ['S8', 'SEC-19'],
}, async () => {
  await store([product(1, 'Milo Sachet 20 g', 'Nestlé')]);
  expect(await all()).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await store([product(1, 'Milo Sachet 25 g', 'Nestlé'), product(2, 'Milo Tin', 'Nestlé')]);
  expect(foundBy(await all(), 'milo')).toEqual(['Milo Sachet 25 g', 'Milo Tin']);
  signIn();
  expect(await all()).toEqual([]);
});
