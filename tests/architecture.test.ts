/** The law of imports (drawn in the README): who may import whom, whichever way the import is spelled. Planted violations show that it can fail. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importedFile, importsOf } from '../src/tools/check/imports.mjs';

const ALLOWED: Record<string, readonly string[]> = {
  domain: [],
  contract: ['domain'],
  server: ['domain', 'contract'],
  client: ['domain', 'contract'],
  offline: ['domain', 'contract', 'client'],
  ui: ['domain'],
  crud: ['domain', 'contract', 'client', 'ui'],
  features: ['domain', 'contract', 'client', 'ui', 'crud', 'offline'],
  sw: ['domain', 'contract', 'client', 'offline'],
  app: ['domain', 'contract', 'client', 'ui', 'crud', 'offline', 'features'],
  'main.tsx': ['app', 'client', 'offline'],
  locales: ['domain'],
  tools: [],
};

/**
 * The rooms of a folder, lowest first: a room imports those before it and itself. Of another area under `features` only its `parts` may be
 * imported. What stands on the floor of `src/server` (configuration, log) may be imported by all; `main.ts` and `handlers.ts` know all of them.
 */
const ROOMS: Record<string, readonly string[]> = {
  server: [
    ...[
      'db',
      'calls',
      'auth',
      'keys',
      'events',
      'resources',
      'reference',
      'uploads',
      'settings',
      'catalogue',
      'stock',
      'wallet',
    ],
    ...[
      'purchasing',
      'network',
      'orders',
      'closeout',
      'people',
      'messages',
      'webhooks',
      'session',
      'home',
      'search',
      'live',
      'watch',
      'openapi',
      'http',
      'seed',
      'backup',
      'doctor',
      'tools',
    ],
  ],
  features: [
    ...[
      'game',
      'settings',
      'messages',
      'catalogue',
      'wallet',
      'bank',
      'lines',
      'stock',
      'purchasing',
      'network',
      'orders',
    ],
    ...['session', 'people'],
  ],
};
const ABOVE_ROOMS = ['src/server/main.ts', 'src/server/handlers.ts'];
/** More files than this in a folder are a street, not a room. Migrations are one line of time, the domain has one word a file. */
const MOST_FILES = 20;
const STREETS = ['src/server/db/migrations', 'src/domain'];

interface Source {
  path: string;
  text: string;
}

const sourcesUnder = (folder: string) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', folder], { encoding: 'utf8' })
    .split('\n')
    // A file that was taken away but not yet from the index is still named.
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && existsSync(path));
const files = sourcesUnder('src');
const sources: Source[] = files.map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** The path under src that an import means; null for packages, Node's own and what stands outside of src. */
const resolve = (from: string, name: string) => importedFile(from, name)?.replace(/^src\//, '') ?? null;

const folderOf = (path: string) => path.replace(/^src\//, '').split('/')[0] ?? '';
/** The room of a path within its folder; null for a file on the folder's floor. */
const roomOf = (path: string) => {
  const [, room, file] = path.replace(/^src\//, '').split('/');
  return file === undefined ? null : (room ?? null);
};

/** What is wrong with an import from one room of a folder to another; null: nothing. */
function betweenRooms(path: string, target: string): string | null {
  const folder = folderOf(path);
  const order = ROOMS[folder];
  const [from, to] = [roomOf(path), roomOf(target)];
  if (!order || ABOVE_ROOMS.includes(path) || from === to) return null;
  if (to === null) return ABOVE_ROOMS.includes(`src/${target}`) ? 'what knows all rooms' : null;
  if (from !== null && order.indexOf(to) > order.indexOf(from)) return 'a room above its own';
  if (folder === 'features' && !target.startsWith(`features/${to}/parts/`)) return 'more than the parts of a room';
  return null;
}

function violations({ path, text }: Source): string[] {
  const folder = folderOf(path);
  return importsOf(text).flatMap((name) => {
    const target = resolve(path, name);
    if (target === null) return [];
    const to = folderOf(target);
    if (to === folder) {
      if (name.startsWith('#')) return [`${path} spells its own folder as ${name}`];
      const wrong = betweenRooms(path, target);
      return wrong ? [`${path} imports ${wrong}: ${name}`] : [];
    }
    if (name.startsWith('.') && folder !== 'main.tsx' && !path.endsWith('app/manifest.ts'))
      return [`${path} leaves its folder with ${name}`];
    return (ALLOWED[folder] ?? []).includes(to) ? [] : [`${path} may not import ${name}`];
  });
}

describe('architecture', () => {
  const planted: [string, string, string][] = [
    [
      'a feature that imports another feature',
      'src/features/stock/x.tsx',
      "import { a } from '#features/people/routes.ts';",
    ],
    [
      'a feature that walks into another feature',
      'src/features/stock/x.tsx',
      "import type { A } from '../people/routes.ts';",
    ],
    [
      'an area that imports one above it',
      'src/features/catalogue/x.tsx',
      "import { a } from '../orders/parts/texts.ts';",
    ],
    [
      'an area of the server that imports one above it',
      'src/server/stock/x.ts',
      "import { a } from '../orders/order.ts';",
    ],
    [
      'a room of the server that imports the list of all handlers',
      'src/server/db/x.ts',
      "import { a } from '../handlers.ts';",
    ],
    ['a contract that imports the server', 'src/contract/x.ts', "import type { A } from '#server/http/pipeline.ts';"],
    ['the design system that imports a model', 'src/ui/x.tsx', "import { a } from '../contract/model.ts';"],
    ['the app that imports the server', 'src/app/x.ts', "const a = () => import('#server/main.ts');"],
    ['the worker that imports a screen', 'src/sw/x.ts', "export { a } from '#features/stock/report.tsx';"],
    ['the domain that imports anything', 'src/domain/x.ts', "import { a } from '#contract/form.ts';"],
    ['a side effect import upward', 'src/client/x.ts', "import '#offline/queue.ts';"],
    ['a relative path out of the folder', 'src/crud/x.ts', "import { a } from '../ui/Button.tsx';"],
  ];
  test.each(planted)('catches %s', (_name, path, text) => {
    expect(violations({ path, text })).toHaveLength(1);
  });

  test('sees every source file', () => {
    expect(sources.length).toBeGreaterThan(150);
    expect(new Set(files.map(folderOf))).toEqual(new Set([...Object.keys(ALLOWED)]));
  });

  test('every room stands in the order', () => {
    for (const [folder, order] of Object.entries(ROOMS)) {
      const rooms = files.filter((path) => folderOf(path) === folder).map(roomOf);
      expect(new Set(rooms.filter((room) => room !== null)), folder).toEqual(new Set(order));
    }
  });

  test('no folder has more files than a person can overlook', () => {
    const counts = new Map<string, number>();
    for (const path of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    const streets = [...counts].filter(([path, count]) => count > MOST_FILES && !STREETS.includes(path));
    expect(streets.map(([path, count]) => `${path}: ${count}`)).toEqual([]);
  });

  test('nobody imports upward or sideways', () => {
    expect(sources.flatMap(violations)).toEqual([]);
  });

  test('no file reaches itself through its imports, type imports included', () => {
    const imports = new Map(
      sources.map(({ path, text }) => [
        path,
        importsOf(text).flatMap((name) => {
          const target = resolve(path, name);
          return target !== null && files.includes(`src/${target}`) ? [`src/${target}`] : [];
        }),
      ]),
    );
    const done = new Set<string>();
    const found: string[] = [];
    const visit = (path: string, way: readonly string[]) => {
      const at = way.indexOf(path);
      if (at >= 0) found.push([...way.slice(at), path].map((one) => one.replace('src/', '')).join(' -> '));
      if (at >= 0 || done.has(path)) return;
      for (const next of imports.get(path) ?? []) visit(next, [...way, path]);
      done.add(path);
    };
    for (const path of files) visit(path, []);
    expect(found).toEqual([]);
  });

  test('no effect answers what a method of the browser answers: some answer a promise, and React would call it as the clean-up', () => {
    const answers =
      /\buse(?:Layout)?Effect\(\s*\(\)\s*=>\s*(?!void\b)[\w.?]+\.(?:scroll\w*|play|animate|request\w*|exit\w*)\(/;
    expect(answers.test("useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [text]);")).toBe(true);
    expect(answers.test('useEffect(() => void film.play(), []);')).toBe(false);
    expect(sources.filter(({ text }) => answers.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('only the client changes who is signed in; a screen reads it', { tags: ['SES-10'] }, () => {
    const makers = sources.filter(({ path, text }) => folderOf(path) !== 'client' && /\bpageSession\b/.test(text));
    expect(makers.map(({ path }) => path)).toEqual([]);
    // The disk's record is written by the transitions alone.
    const writers = sources.filter(({ text }) => /\b(writeSession|changeSession|clearSession)\(/.test(text));
    expect(writers.map(({ path }) => path).sort()).toEqual(
      ['session', 'signIn', 'signOut', 'tokenStore', 'unlock'].map((name) => `src/client/session/${name}.ts`),
    );
  });

  test('domain imports nothing but itself, and knows no clock, chance or network', () => {
    const impure = sources
      .filter(({ path }) => folderOf(path) === 'domain')
      .filter(({ text }) => /Date\.now\(|Math\.random\(|fetch\(|localStorage/.test(text));
    expect(impure.map(({ path }) => path)).toEqual([]);
  });

  test('the queue engine has no clock, chance or timer of its own (SYNC "How it is tested")', () => {
    const engine = [
      'drain/drain.ts',
      'drain/requests.ts',
      'outbox/outbox.ts',
      'outbox/edits.ts',
      'outbox/decisions.ts',
      'outbox/overlay.ts',
      'outbox/queueRules.ts',
      'outbox/op.ts',
      'store/ports.ts',
      'store/memoryStore.ts',
    ];
    for (const name of engine) {
      const source = sources.find(({ path }) => path === `src/offline/${name}`);
      expect(source, name).toBeDefined();
      expect(source?.text, name).not.toMatch(
        /Date\.now\(|Math\.random\(|setTimeout\(|setInterval\(|navigator\.|\bfetch\(/,
      );
    }
  });

  test('an id is made in one place, which an insecure origin has too; the worker lives on secure ones alone', {
    tags: ['SYNC-49'],
  }, () => {
    const makers = sources.filter(({ path, text }) => !/^src\/(server|sw)\//.test(path) && /\brandomUUID\b/.test(text));
    expect(makers.map(({ path }) => path)).toEqual(['src/client/uuid.ts']);
  });

  test('no other queue beside ours: no plugin of background sync, no route of the worker for a POST, no mutation kept', {
    tags: ['SYNC-05'],
  }, () => {
    const packages = sources.flatMap(({ path, text }) => importsOf(text).map((name) => `${path} ${name}`));
    expect(packages.some((one) => one.endsWith(' workbox-routing'))).toBe(true);
    expect(packages.filter((one) => one.includes('workbox-background-sync'))).toEqual([]);
    expect(readFileSync('package.json', 'utf8')).not.toContain('workbox-background-sync');
    // The worker answers navigations and the files of the app; whatever else it registered would have to say so here.
    const worker = sources.filter(({ path }) => folderOf(path) === 'sw').map(({ text }) => text.replace(/\s+/g, ' '));
    const routes = worker.flatMap((text) => [...text.matchAll(/registerRoute\((\w+ ?\w*)/g)].map(([, first]) => first));
    expect(routes).toEqual(['new NavigationRoute']);
    for (const text of worker)
      expect(text).not.toMatch(/'POST'|addEventListener\('fetch'|setDefaultHandler|BackgroundSync/);
    // The library of reads knows no writes, and the one that keeps what it knows is told so.
    const writers = sources.filter(({ text }) => /\b(useMutation|MutationCache|MutationObserver<)\b/.test(text));
    expect(writers.map(({ path }) => path)).toEqual([]);
    const keepers = sources.filter(({ text }) => /\b(persistQueryClient\w*|dehydrate)\(/.test(text));
    expect(keepers.map(({ path }) => path)).toEqual(['src/client/session/profileStore.ts']);
    for (const { text } of keepers) {
      expect(text).toContain('shouldDehydrateMutation: () => false');
      for (const [, asked] of text.matchAll(/persistQueryClientSave\(\{([^}]*)\}/g))
        expect(asked).toMatch(/\bdehydrateOptions\b/);
    }
  });

  test('no room is over 300 lines without saying why in its first line', () => {
    const long = sources.filter(
      ({ text }) => text.split('\n').length > 300 && !/^\/[/*].*over 300 lines/i.test(text.split('\n')[0] ?? ''),
    );
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  test('a file that cannot be loaded takes no screen with it: parts are lazyPart, never lazy of React', {
    tags: ['SHELL-06'],
  }, () => {
    const breaking = sources.filter(({ text }) => /\blazy\(/.test(text));
    expect(breaking.map(({ path }) => path)).toEqual([]);
  });

  test('no default exports, no barrels, no rooms for everything', () => {
    const rest = sources.filter(({ path }) => !path.endsWith('.mjs'));
    expect(rest.filter(({ text }) => /^export default/m.test(text)).map(({ path }) => path)).toEqual([]);
    expect(rest.filter(({ text }) => /^export \* from/m.test(text)).map(({ path }) => path)).toEqual([]);
    expect(files.filter((path) => /\/(utils?|helpers?|common|misc)(\/|\.)/.test(path))).toEqual([]);
  });

  test('a screen that writes empties what was read: every source with a writing call says so', {
    tags: ['API-05', 'CONST-01'],
  }, () => {
    const writing = new Set(
      sources
        .filter(({ path }) => path.startsWith('src/contract/'))
        .flatMap(({ text }) => [...text.matchAll(/export const (\w+) = command(?:Rows)?\(/g)].map(([, name]) => name)),
    );
    const silent = sources
      .filter(({ path }) => /^src\/(app|crud|features)\//.test(path))
      .filter(({ text }) => [...text.matchAll(/\bcallApi\((\w+)/g)].some(([, name]) => writing.has(name)))
      .filter(({ text }) => !text.includes('invalidateAll()'));
    expect(writing.has('starterPasswordCall')).toBe(true);
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  test('no test has a clock for a judge: speed is measured in tests/bench', () => {
    const judged = sourcesUnder('tests')
      // The hostile sign-in and the site of three nodes judge by the clock only where `npm run prove` asks for it.
      .filter((path) => !/^tests\/(bench|soak)\/|architecture|hostileSignIn|haPlay/.test(path))
      .filter((path) => readFileSync(path, 'utf8').includes('performance.now'));
    expect(judged).toEqual([]);
  });
});
