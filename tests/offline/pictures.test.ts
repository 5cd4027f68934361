/** The small pictures that a tablet keeps: which, how many, and when they go (decision 0228). */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { apiUrl } from '#client/server/where.ts';
import { smallPicture } from '#domain/pictures.ts';
import { forgetPictures, isKeptPicture, pictureReader } from '#offline/reads/pictures.ts';

/** As much of the Cache API as the reader uses; keys stand in the order in which they were put, as the standard says. */
class Shelf {
  readonly rows = new Map<string, Response>();
  put(url: string, answer: Response) {
    this.rows.delete(url);
    this.rows.set(url, answer);
    return Promise.resolve();
  }
  match(url: string | { url: string }) {
    return Promise.resolve(this.rows.get(typeof url === 'string' ? url : url.url)?.clone());
  }
  keys() {
    return Promise.resolve([...this.rows.keys()].map((url) => ({ url })));
  }
  delete({ url }: { url: string }) {
    return Promise.resolve(this.rows.delete(url));
  }
}

let shelf: Shelf | null = null;
beforeEach(() => {
  shelf = null;
  vi.stubGlobal('caches', {
    open: () => {
      shelf ??= new Shelf();
      return Promise.resolve(shelf);
    },
    delete: () => {
      shelf = null;
      return Promise.resolve(true);
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const at = (name: string, size: 96 | 320 | 960 = 96) => `https://kasuwa.test${apiUrl(smallPicture(name, size))}`;
const FOR_EVER = 'public, max-age=31536000, immutable';
const picture = (bytes = 100, cache = FOR_EVER) =>
  new Response('x'.repeat(bytes), { headers: { 'cache-control': cache } });
const kept = () => [...(shelf?.rows.keys() ?? [])];
const offline = () => Promise.reject(new TypeError('Failed to fetch'));

function readerOf(room?: { count: number; bytes: number }) {
  const read = pictureReader(room);
  return async (url: string, ask: () => Promise<Response>) => {
    const work: Promise<void>[] = [];
    const answer = await read(url, ask, (one) => work.push(one));
    await Promise.all(work);
    return answer;
  };
}

describe('small pictures on a tablet', () => {
  test('neither whole pictures, nor the largest size, nor calls', () => {
    for (const path of [
      '/api/upload/file/a.jpg',
      apiUrl(smallPicture('a.jpg', 960)),
      '/api/product/read',
      '/api/upload/small/96/',
      '/api/upload/small/96/a/b.jpg',
    ])
      expect(isKeptPicture(path), path).toBe(false);
    expect([
      isKeptPicture(apiUrl(smallPicture('a.jpg', 96))),
      isKeptPicture(apiUrl(smallPicture('a.jpg', 320))),
    ]).toEqual([true, true]);
  });

  test('neither a refusal nor a picture that stands in for another is kept', async () => {
    const read = readerOf();
    expect((await read(at('a.jpg'), async () => new Response('', { status: 404 }))).status).toBe(404);
    expect((await read(at('b.jpg'), async () => picture(9, 'public, max-age=3600'))).status).toBe(200);
    expect(kept()).toEqual([]);
  });

  test('one that was never seen stays a failure without a connection', async () => {
    await expect(readerOf()(at('a.jpg'), offline)).rejects.toThrow('Failed to fetch');
  });

  test('one that was seen is never asked for again; another size of it stands in', async () => {
    const read = readerOf();
    await read(at('a.jpg'), async () => picture());
    const again = await read(at('a.jpg'), offline);
    expect(await again.text()).toHaveLength(100);
    expect((await read(at('a.jpg', 320), offline)).status).toBe(200);
  });

  test('the first ones go when there are too many, or too many bytes', async () => {
    const few = readerOf({ count: 3, bytes: 10_000 });
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']) await few(at(name), async () => picture());
    expect(kept()).toEqual([at('b.jpg'), at('c.jpg'), at('d.jpg')]);
    // Another worker counts what the one before has kept.
    const small = readerOf({ count: 9, bytes: 350 });
    await small(at('e.jpg'), async () => picture(150));
    expect(kept()).toEqual([at('c.jpg'), at('d.jpg'), at('e.jpg')]);
  });

  test('they go at sign-out, also one that was under way', async () => {
    const read = readerOf();
    await read(at('a.jpg'), async () => picture());
    await read(at('b.jpg'), async () => {
      await forgetPictures();
      return picture();
    });
    expect(kept()).toEqual([]);
  });

  test('a browser without the cache forgets nothing and fails nowhere', async () => {
    vi.unstubAllGlobals();
    await expect(forgetPictures()).resolves.toBeUndefined();
  });
});
