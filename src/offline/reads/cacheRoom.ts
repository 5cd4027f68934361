import Dexie from 'dexie';

/**
 * Rule 48, in the worker: the reads kept in `cache` give way to the queue. Opened as it stands there, without the code that reads and writes it, which
 * is a page's. Where there is none nothing gives way.
 */
export async function clearCache(name = 'cache'): Promise<void> {
  const db = new Dexie(name);
  try {
    await db.open();
    await db.transaction('rw', db.tables, () => Promise.all(db.tables.map((table) => table.clear())));
  } catch {
    // Not there, or of no use: what needed the room hears of it by itself.
  } finally {
    db.close();
  }
}
