/** What can be known of the container files without building them: names, paths, versions and commands are those of this house. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';

const file = readFileSync('Dockerfile', 'utf8').replace(/\\\n/g, ' ');
const compose = readFileSync('compose.yaml', 'utf8');
const house = JSON.parse(readFileSync('package.json', 'utf8')) as {
  engines: { node: string };
  scripts: Record<string, string>;
};
const steps = file
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))
  .map((line) => ({ word: line.slice(0, line.indexOf(' ')), rest: line.slice(line.indexOf(' ') + 1) }));
const first = steps.slice(
  0,
  steps.findIndex((step, at) => at > 0 && step.word === 'FROM'),
);
const last = steps.slice(first.length);
const stepsOf = (some: typeof steps, word: string) =>
  some.filter((step) => step.word === word).map((step) => step.rest);
const copied = (some: typeof steps) =>
  stepsOf(some, 'COPY').map((rest) => {
    const words = rest.split(/\s+/).filter((word) => !word.startsWith('--'));
    return { from: words.slice(0, -1), to: words.at(-1) ?? '' };
  });
const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n');
const isTracked = (path: string) => tracked.some((one) => one === path || one.startsWith(`${path}/`));

/** Every name that the server's own files read from the environment. */
const NAMES = new Set(
  readdirSync('src/server', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [...readFileSync(`src/server/${name}`, 'utf8').matchAll(/\benv\.([A-Z][A-Z0-9_]+)/g)])
    .map((found) => found[1]),
);

describe('containers', () => {
  test('every path that is copied is in the repository, and the list of what is sent to the builder has it', () => {
    const sent = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const paths = copied(first).flatMap((copy) => copy.from);
    expect(paths.length).toBeGreaterThan(5);
    for (const path of paths) {
      expect(isTracked(path), path).toBe(true);
      expect(
        sent.some((one) => path === one || path.startsWith(`${one}/`)),
        path,
      ).toBe(true);
    }
    for (const path of sent) expect(isTracked(path), path).toBe(true);
  });
  test('what the second stage takes was copied or made by the first; what the start reads is among it', () => {
    const there = new Set([...copied(first).flatMap((copy) => copy.from), 'node_modules', 'dist']);
    const taken = copied(last).flatMap((copy) => copy.from.map((path) => path.replace('/app/', '')));
    for (const path of taken) expect(there.has(path), path).toBe(true);
    // Without .npmrc each `npm run` in the container asks the registry for a newer npm.
    for (const path of ['package.json', 'package-lock.json', '.npmrc', 'src', 'dist', 'node_modules', 'tsconfig.json'])
      expect(taken).toContain(path);
  });
  test('the start neither installs nor builds: pruning leaves the lock file as it was, and the image is asked', () => {
    // npm 10 writes a lock file of npm 11 anew: its stamp no longer fits and it is newer than the build, so the
    // image began with an installation on a file system that nobody can write to.
    const prunes = stepsOf(first, 'RUN').flatMap((rest) => rest.split('&&').filter((one) => one.includes('npm prune')));
    expect(prunes).toHaveLength(1);
    for (const one of prunes) expect(one.split(/\s+/)).toContain('--no-save');
    const runs = last.flatMap((step, at) => (step.word === 'RUN' ? [{ at, rest: step.rest }] : []));
    const checkAt = runs.findIndex((run) => run.rest.includes('isInstalled()') && run.rest.includes('isStale()'));
    expect(checkAt).toBeGreaterThanOrEqual(0);
    expect(runs[checkAt]?.at).toBeGreaterThan(last.findLastIndex((step) => step.word === 'COPY'));
  });
  test('the start command is the one of package.json', () => {
    const command = JSON.parse(stepsOf(last, 'CMD')[0] ?? '[]') as string[];
    expect(command.join(' ')).toBe(house.scripts.start);
  });
  test('the Node version fits, in both stages', () => {
    const [, least = '0'] = /^>=(\d+)/.exec(house.engines.node) ?? [];
    const images = stepsOf(steps, 'FROM').map((rest) => Number(/^node:(\d+)/.exec(rest)?.[1]));
    expect(images).toHaveLength(2);
    for (const major of images) expect(major).toBeGreaterThan(Number(least));
  });
  test('not root, data in a volume, a health check that the server answers', { tags: ['SEC-21'] }, () => {
    expect(stepsOf(last, 'USER')).toEqual(['node']);
    expect(last.findIndex((step) => step.word === 'USER')).toBeLessThan(last.findIndex((step) => step.word === 'CMD'));
    const env = Object.fromEntries(
      stepsOf(last, 'ENV').flatMap((rest) => rest.split(' ').map((pair) => pair.split('=') as [string, string])),
    );
    expect(stepsOf(last, 'VOLUME')).toEqual([env.KASUWA_DATA]);
    expect(stepsOf(last, 'EXPOSE')).toEqual([env.PORT]);
    // Whoever sets another PORT is asked there too, not on the one that stands in the image.
    expect(stepsOf(last, 'HEALTHCHECK')[0]).toContain(`'http://127.0.0.1:' + process.env.PORT + '/health'`);
    expect(readFileSync('src/server/http/health.ts', 'utf8')).toContain("'/health'");
    for (const name of Object.keys(env)) expect(NAMES.has(name), name).toBe(true);
    // The site's own secret is never in the image (S9).
    expect(() => readConfig(env, '1', null)).toThrow('KASUWA_SECRET');
    const site = { ...env, KASUWA_SECRET: 'a long random text of the site' };
    expect(readConfig(site, '1', null)).toMatchObject({ environment: 'production', port: 8080, dataDir: '/data' });
    // SYNC rule 44: a newer image finds what the one before served, in the volume.
    expect(readConfig(site, '1', null).releasedDir).toBe('/data/released');
  });
  test('compose: names that the server reads, the volume where the data is, PostgreSQL 15 or newer, no password inside', () => {
    const app = compose.slice(compose.indexOf('  app:'), compose.indexOf('\n  database:'));
    // pg itself reads PGPASSWORD. In the address a "/", "#" or "?" of the password ends it: "Invalid URL".
    const [, url = ''] = /^ {6}DATABASE_URL: (.*)$/m.exec(app) ?? [];
    expect(url).toBe('postgres://kasuwa@database:5432/kasuwa');
    expect(app).toMatch(/^ {6}PGPASSWORD: /m);
    const names = [...app.matchAll(/^ {6}([A-Z][A-Z0-9_]+):/gm)].flatMap((found) =>
      found[1] === 'PGPASSWORD' ? [] : [found[1]],
    );
    for (const name of names) expect(NAMES.has(name), name).toBe(true);
    expect(app).toContain('- app:/data');
    expect(app).toContain('read_only: true');
    // PostgreSQL's first start prepares itself on its socket alone: asked there, the app would come too early.
    expect(compose).toContain('["CMD", "pg_isready", "-h", "127.0.0.1", ');
    // Docker gives 64 MB, which one parallel hash join with our work_mem of 16 MB fills: "could not resize shared memory segment".
    expect(compose).toMatch(/^ {4}shm_size: 1gb$/m);
    // Each call is a line in the log, and Docker keeps all of them unless it is told.
    expect(compose.match(/^ {4}logging: \*kept$|^ {4}logging: &kept$/gm)).toHaveLength(2);
    expect(compose).toMatch(/max-size: 20m/);
    expect(Number(/image: postgres:(\d+)/.exec(compose)?.[1])).toBeGreaterThanOrEqual(15);
    for (const [, value] of compose.matchAll(/(?:PASSWORD|SECRET): (.*)/g)) expect(value).toMatch(/^\$\{\w+:\?/);
  });
});
