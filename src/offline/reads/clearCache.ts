import Dexie from 'dexie';
import { forgetPictures } from './pictures.ts';

/**
 * Deletes the saved reads and pictures in the worker, to make space for the queue (rule 48). The database is opened with the schema on disk, without the code
 * that reads and writes it, which only a page loads. Does nothing where the database does not exist.
 */
export async function clearCache(name = 'cache'): Promise<void> {
  await forgetPictures();
  const db = new Dexie(name);
  try {
    await db.open();
    await db.transaction('rw', db.tables, () => Promise.all(db.tables.map((table) => table.clear())));
  } catch {
    // The database is missing or broken. The caller's next write will show whether there is space.
  } finally {
    db.close();
  }
}
