/** SYNC rule 48 in the worker: what can be read again gives way, nothing else does. */
// IndexedDB first: Dexie looks for it when it is loaded.
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { expect, test } from 'vitest';
import { clearCache } from '#offline/reads/clearCache.ts';

test('where nothing was ever read nothing is made, and nobody hears of an error', { tags: ['SYNC-48'] }, async () => {
  await clearCache('cache-never');
  expect(await Dexie.exists('cache-never')).toBe(false);
});

test('every kept read goes, also beside a page that has them open; the tables stay as they are', {
  tags: ['SYNC-48'],
}, async () => {
  const db = new Dexie('cache-worker');
  db.version(2).stores({ reads: 'id, user_id, at', blocks: '[id+n]' });
  await db.table('reads').put({ id: 'a', user_id: 'ada', at: 1 });
  await db.table('blocks').put({ id: 'a', n: 0, text: '[]' });
  await clearCache('cache-worker');
  expect(await Promise.all(db.tables.map((table) => table.count()))).toEqual([0, 0]);
  await db.table('reads').put({ id: 'b', user_id: 'ada', at: 2 });
  expect(await db.table('reads').count()).toBe(1);
  db.close();
});
