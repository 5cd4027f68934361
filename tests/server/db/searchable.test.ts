/** The database and the code must fold letters alike, or a search misses what it stored (domain/text.ts, 001_base.sql). */
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchable } from '#domain/text.ts';
import { readMigrations } from '#server/db/migrate.ts';
import { sharedRows } from '#tests/support/sharedData.ts';

let database: PGlite;

beforeAll(async () => {
  database = await PGlite.create();
  const all = readMigrations()
    .map((one) => one.text)
    .join('\n');
  const definition = /create function searchable[\s\S]*?\$\$[\s\S]*?\$\$;/.exec(all)?.[0];
  if (!definition) throw new Error('No migration defines searchable()');
  await database.exec(definition);
}, 120_000);
afterAll(() => database.close());

async function differing(texts: string[]): Promise<{ text: string; database: string | undefined; code: string }[]> {
  const { rows } = await database.query<{ folded: string }>(
    'select searchable(t) as folded from unnest($1::text[]) with ordinality as given(t, at) order by at',
    [texts],
  );
  expect(rows).toHaveLength(texts.length);
  return texts
    .map((text, at) => ({ text, database: rows[at]?.folded, code: searchable(text) }))
    .filter((one) => one.database !== one.code);
}

test('letters of the region, hooks, ligatures, apostrophes, wide forms: the same on both sides', {
  tags: ['API-1.5'],
}, async () => {
  const letters = "ÀÁÈÉÌÍÒÓÙÚẸỌỤỊṢẹọụịṣṅŃǹḿɓɗƙƴƁƊƘƳŊŋƎǝƏəƐɛƆɔØøŁłĐđßẞÆæŒœıİ’‘ʼʻ'`´½ﬁＭｉ①™";
  const texts = [
    '',
    ' ',
    ...letters,
    letters,
    letters.normalize('NFD'),
    'Ọ̀ṣun',
    "Ɗan'uwa",
    'ʼYan Mata',
    'Straße Œuvre',
    '50% OFF_\\',
    'Milk 12x1L',
    'நெய்',
    '牛奶',
    '🐄',
  ];
  expect(await differing(texts)).toEqual([]);
});

const names = sharedRows('awkward/nigerian_language_names.csv');
test.skipIf(names === null)('1,116 real names fold alike', { tags: ['API-1.5'] }, async () => {
  expect(await differing((names ?? []).map((row) => row.text ?? ''))).toEqual([]);
});
