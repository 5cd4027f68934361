/**
 * Small pictures that this tablet keeps (sw.ts): a picture that was seen once is seen without a connection. What stands behind their addresses never
 * changes, so a kept one is never asked for again. They go with the saved reads: at sign-out, and when the queue needs room.
 */
import { SMALL_PICTURES } from '#domain/pictures.ts';

const CACHE = 'pictures';
/** 960 pixels are not kept: such a picture stands on a page of its own, and takes the room of thirty small ones. */
const KEPT = new RegExp(`^${SMALL_PICTURES}/(96|320)/([^/]+)$`);

export interface PictureRoom {
  count: number;
  bytes: number;
}
const ROOM: PictureRoom = { count: 600, bytes: 12_000_000 };

export const isKeptPicture = (path: string) => KEPT.test(path);

export async function forgetPictures(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHE).catch(() => false);
}

/**
 * Answers the request for a small picture: from this tablet, else from the network, else with another size of the same picture. Throws what `ask`
 * throws. `later` gets the work that may outlive the answer.
 */
export type PictureReader = (
  url: string,
  ask: () => Promise<Response>,
  later: (work: Promise<void>) => void,
) => Promise<Response>;

export function pictureReader(room: PictureRoom = ROOM): PictureReader {
  const sizes = new Map<string, number>();
  // One after the other, so that each sees what the one before has deleted.
  let turn = Promise.resolve();
  const keep = async (cache: Cache, url: string, answer: Response) => {
    try {
      sizes.set(url, await sizeOf(answer.clone()));
      await cache.put(url, answer);
      await makeRoom(cache, room, sizes);
    } catch {
      // The disk is full, or the cache is gone. The picture is read again next time.
    }
  };
  return async (url, ask, later) => {
    // Opened before the request: if the cache is deleted meanwhile (sign-out), the picture is put into the deleted one.
    const cache = await caches.open(CACHE);
    const stored = await cache.match(url, { ignoreVary: true });
    if (stored) return stored;
    try {
      const answer = await ask();
      // A whole picture that stands in for a small one is not immutable.
      if (answer.ok && answer.headers.get('cache-control')?.includes('immutable')) {
        const copy = answer.clone();
        turn = turn.then(() => keep(cache, url, copy));
        later(turn);
      }
      return answer;
    } catch (error) {
      const other = await otherSize(cache, url);
      if (other) return other;
      throw error;
    }
  };
}

async function sizeOf(answer: Response): Promise<number> {
  return Number(answer.headers.get('content-length')) || (await answer.blob()).size;
}

/** Deletes the pictures that were kept first until the rest fits. Keys are in the order in which they were put. */
async function makeRoom(cache: Cache, room: PictureRoom, sizes: Map<string, number>): Promise<void> {
  const keys = await cache.keys();
  let [count, bytes] = [0, 0];
  for (const key of [...keys].reverse()) {
    let size = sizes.get(key.url);
    if (size === undefined) {
      const stored = await cache.match(key);
      size = stored ? await sizeOf(stored) : 0;
      sizes.set(key.url, size);
    }
    count += 1;
    bytes += size;
    if (count <= room.count && bytes <= room.bytes) continue;
    await cache.delete(key);
    sizes.delete(key.url);
  }
}

async function otherSize(cache: Cache, url: string): Promise<Response | undefined> {
  const { pathname, origin } = new URL(url);
  const found = KEPT.exec(pathname);
  const other = found?.[1] === '96' ? 320 : 96;
  return found ? cache.match(`${origin}${SMALL_PICTURES}/${other}/${found[2]}`) : undefined;
}
