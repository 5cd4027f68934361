/** Where pictures are read: small copies of our server, the address of another one. */
import 'fake-indexeddb/auto';
import '#tests/support/pageGlobals.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { pictureWithToken } from '#client/plain/tokenPicture.ts';
import { pictureAt } from '#client/server/pictures.ts';
import { setServerRecord } from '#client/server/where.ts';
import { OURS } from '#contract/where.ts';
import { openPlainServer } from '#tests/support/plainServer/plainServer.ts';
import { atPlainServer } from './atPlainServer.ts';

afterEach(() => setServerRecord({ shown: {} }));

test('our server has small copies, also at another origin', { tags: ['PLAIN-12'] }, () => {
  expect(pictureAt('one.png', 40)).toEqual({
    src: '/api/upload/small/96/one.png',
    srcSet: '/api/upload/small/96/one.png 96w,/api/upload/small/320/one.png 320w,/api/upload/small/960/one.png 960w',
  });
  setServerRecord({ where: { ...OURS, api: 'https://ours.example.test/api/' }, shown: {} });
  expect(pictureAt('one.png', 400).src).toBe('https://ours.example.test/api/upload/small/960/one.png');
});

test.each([
  ['https://cdn.example.test/one.png', null, 'https://cdn.example.test/one.png'],
  ['/files/one.png', 'https://cdn.example.test/', '/files/one.png'],
  ['files/one.png', 'https://cdn.example.test/', 'https://cdn.example.test/files/one.png'],
  ['files/one.png', null, '/back/files/one.png'],
])('a plain server: %s below %s', { tags: ['PLAIN-12'] }, (path, pictures, address) => {
  setServerRecord({ where: { ...OURS, api: '/back/', pictures }, shown: { '/back/': '' } });
  expect(pictureAt(path, 40)).toEqual({ src: address });
});

test.each(['code', 'always 200'] as const)(
  'a picture that wants the token is read with it, and no other origin hears the token (%s)',
  {
    tags: ['PLAIN-16'],
  },
  async (status) => {
    const server = await atPlainServer({ status, header: 'X-Token', scheme: '' });
    const other = await openPlainServer({ header: 'X-Token', scheme: '' });
    try {
      vi.stubGlobal('location', { href: `${server.url}/products` });
      expect(await pictureWithToken(`${other.url}/api/pictures/one.png`)).toBeNull();
      expect(other.calls).toEqual([]);
      const { src } = pictureAt('pictures/one.png', 40);
      const read = await pictureWithToken(src);
      expect(read).toMatch(/^blob:/);
      expect((await (await fetch(read ?? '')).blob()).size).toBe(70);
      expect(await pictureWithToken(src)).toBe(read);
      expect(server.calls.filter(({ path }) => path === 'pictures/one.png')).toHaveLength(1);
      // An envelope is no picture, whatever its status.
      expect(await pictureWithToken(`${server.url}/api/brand/read_all`)).toBeNull();
    } finally {
      vi.unstubAllGlobals();
      await Promise.all([server.close(), other.close()]);
    }
  },
);
