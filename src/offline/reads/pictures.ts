/**
 * Stores small pictures on this tablet (sw.ts), so that a picture that was shown once needs no connection again. The content of a picture's address never
 * changes, so a stored picture is never requested again. Pictures are deleted with the saved reads: at sign-out, and when the queue needs space.
 */
import { SMALL_PICTURES } from '#domain/pictures.ts';

const CACHE = 'pictures';
/** Pictures of 960 pixels are not stored: each appears on one page only, and takes the space of thirty small ones. */
const KEPT = new RegExp(`^${SMALL_PICTURES}/(96|320)/([^/]+)$`);

export interface PictureUsage {
  count: number;
  bytes: number;
}
const ROOM: PictureUsage = { count: 600, bytes: 12_000_000 };

/** true: the path is that of a small picture, which tablets store. */
export const isKeptPicture = (path: string) => KEPT.test(path);

/** Deletes all stored pictures of this tablet. Does not throw. */
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

export function pictureReader(room: PictureUsage = ROOM): PictureReader {
  const sizes = new Map<string, number>();
  // Writes run one after the other, so that each sees what the previous one deleted.
  let turn = Promise.resolve();
  const keep = async (cache: Cache, url: string, answer: Response) => {
    try {
      sizes.set(url, await sizeOf(answer.clone()));
      await cache.put(url, answer);
      await makeRoom(cache, room, sizes);
    } catch {
      // The disk is full, or the cache was deleted. The picture is fetched again next time.
    }
  };
  return async (url, ask, later) => {
    // The cache is opened before the request. If it is deleted meanwhile (sign-out), the picture goes into the deleted cache.
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

/** Deletes the oldest pictures until the rest fits. Keys are in the order in which they were stored. */
async function makeRoom(cache: Cache, room: PictureUsage, sizes: Map<string, number>): Promise<void> {
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
