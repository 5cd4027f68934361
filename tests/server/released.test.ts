/** SYNC rule 44 where each release comes in a folder of its own, as an image does: what earlier ones left is served from a folder that stays. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/open.ts';
import { keepReleased } from '#server/http/released.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { NOW, startServer } from '#tests/support/server.ts';

const DAY = 86_400;
let place: string;
let database: Database;
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'kasuwa-released-'));
  database = await openTestDatabase('pglite');
});
afterAll(async () => {
  await database.close();
  rmSync(place, { recursive: true });
});

const textOf = (name: string) => `export const name = '${name} ${'kasuwa '.repeat(300)}';`;
/** A build: a page, a script of its own and one that every build has, and in `assets` an older one that its folder kept. */
function build(name: string): string {
  const dist = join(place, `image-${name}`);
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(dist, 'index.html'), `<!doctype html><title>${name}</title>`);
  const files = [`app-${name}.js`, 'same-0.js'];
  for (const file of [...files, 'older-0.js']) {
    writeFileSync(join(dist, 'assets', file), textOf(file));
    writeFileSync(join(dist, 'assets', `${file}.br`), brotliCompressSync(textOf(file)));
  }
  writeFileSync(
    join(dist, 'releases.json'),
    JSON.stringify([
      { at: 1, files },
      { at: 0, files: ['older-0.js'] },
    ]),
  );
  return dist;
}
const stands = (folder: string) =>
  readdirSync(join(folder, 'files', 'assets'))
    .filter((file) => !file.endsWith('.br'))
    .sort();

describe('files of earlier releases', () => {
  test('without a folder that stays, or with one that cannot be written to, a new image serves its own files alone', {
    tags: ['SYNC-44'],
  }, async () => {
    const dist = build('alone');
    const file = join(place, 'file');
    writeFileSync(file, '');
    for (const releasedDir of [null, join(file, 'released')]) {
      const server = await startServer(database, { dist, releasedDir });
      expect((await server.send({ method: 'GET', url: '/assets/app-alone.js' })).status).toBe(200);
      const missing = await server.send({ method: 'GET', url: '/assets/app-before.js' });
      expect([missing.status, missing.code]).toEqual([404, 404]);
      const entries = server.lines.filter((line) => line.event === 'released');
      expect(entries).toHaveLength(releasedDir ? 1 : 0);
      await server.close();
    }
  });

  test('a tab of the release before finds its files in the new image, as the browser likes them; its page is the new one', {
    tags: ['SYNC-44'],
  }, async () => {
    const releasedDir = join(place, 'released');
    for (const name of ['first', 'second']) {
      const server = await startServer(database, { dist: build(name), releasedDir });
      const get = (url: string, encoding = 'br') =>
        server.send({ method: 'GET', url, headers: { 'accept-encoding': encoding } });
      const names = name === 'first' ? ['first'] : ['first', 'second'];
      for (const one of names)
        for (const [accept, encoding] of [
          ['br', 'br'],
          ['identity', undefined],
        ] as const) {
          const response = await get(`/assets/app-${one}.js`, accept);
          expect([response.status, response.headers['content-encoding']], `${one} ${accept}`).toEqual([200, encoding]);
          expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
          expect(response.headers['content-type']).toMatch('javascript');
          if (accept === 'identity') expect(response.text).toBe(textOf(`app-${one}.js`));
        }
      expect((await get('/')).text).toContain(`<title>${name}</title>`);
      for (const url of ['/assets/app-none.js', '/files/assets/app-first.js', '/assets/..%2f..%2freleases.json']) {
        const missing = await get(url);
        expect(missing.status, url).toBeGreaterThanOrEqual(400);
        expect(missing.text, url).not.toContain('kasuwa kasuwa');
      }
      await server.close();
    }
  });

  test('the last three before this one stay, and whatever is younger than 30 days; what two releases share stays with the younger', {
    tags: ['SYNC-44'],
  }, () => {
    const folder = join(place, 'bounded');
    for (const [at, name] of ['a', 'b', 'c', 'd'].entries()) keepReleased(build(name), folder, NOW + at * 40 * DAY);
    expect(stands(folder)).toEqual(['app-a.js', 'app-b.js', 'app-c.js', 'app-d.js', 'same-0.js']);
    keepReleased(build('e'), folder, NOW + 160 * DAY);
    expect(stands(folder)).toEqual(['app-b.js', 'app-c.js', 'app-d.js', 'app-e.js', 'same-0.js']);
    expect(existsSync(join(folder, 'files', 'assets', 'app-a.js.br'))).toBe(false);
    for (const [at, name] of ['f', 'g', 'h', 'i'].entries()) keepReleased(build(name), folder, NOW + (161 + at) * DAY);
    expect(stands(folder)).toEqual(['e', 'f', 'g', 'h', 'i'].map((name) => `app-${name}.js`).concat('same-0.js'));
    // Many of one day are no more than twenty.
    for (let at = 0; at < 25; at += 1) keepReleased(build(`many${at}`), folder, NOW + 165 * DAY);
    expect(stands(folder)).toHaveLength(21);
  });

  test('one that is started again, or brought back, is the newest again, and a list that cannot be read is begun anew', {
    tags: ['SYNC-44'],
  }, () => {
    const folder = join(place, 'back');
    const [one, two] = [build('one'), build('two')];
    for (const [at, dist] of [one, two, one, one].entries()) keepReleased(dist, folder, NOW + at * DAY);
    for (const name of ['x', 'y', 'z']) keepReleased(build(name), folder, NOW + 100 * DAY);
    expect(stands(folder)).toContain('app-one.js');
    expect(stands(folder)).not.toContain('app-two.js');
    writeFileSync(join(folder, 'releases.json'), '[{"at":');
    keepReleased(one, folder, NOW + 101 * DAY);
    expect(stands(folder)).toContain('app-one.js');
  });
});
