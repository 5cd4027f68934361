/** Where pictures are read: small copies of our server, the address of another one. */
import '#tests/support/pageGlobals.ts';
import { afterEach, expect, test } from 'vitest';
import { pictureAt } from '#client/server/pictures.ts';
import { setServerRecord } from '#client/server/where.ts';
import { OURS } from '#contract/where.ts';

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
