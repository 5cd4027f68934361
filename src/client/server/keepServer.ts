/** Writes where the server is and what it has shown beside the session. Not in the first load. */
import { openSessionDb } from '../session/tokenStore.ts';
import type { ServerRecord } from './where.ts';

/** Resolves when the disk has it, or keeps nothing. */
export async function keepServer(record: ServerRecord): Promise<void> {
  const db = await openSessionDb().catch(() => null);
  if (!db) return;
  await new Promise<void>((done) => {
    const tx = db.transaction('keep', 'readwrite');
    tx.objectStore('keep').put(record, 'server');
    tx.oncomplete = () => done();
    tx.onabort = () => done();
  });
  db.close();
}
