/**
 * The server and its commands as JavaScript, built once for the same sources. Tests that start a process use these files, because reading 150 files of
 * TypeScript costs each start a second. `npm start` reads the sources, and `tests/server/main.test.ts` tests that.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
// @ts-expect-error plain JavaScript of our tools
import { serverArgs, serverMemory } from '../../src/tools/bootstrap.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The folder is inside the repository, so that packages are found. */
const PLACE = join(ROOT, '.cache/server');
const ENTRIES = {
  main: 'src/server/main.ts',
  backup: 'src/server/tools/backup.ts',
  restore: 'src/server/tools/restore.ts',
  importTransactions: 'src/server/tools/importTransactions.ts',
};
export type Entry = keyof typeof ENTRIES;
let made: Promise<string> | null = null;

/** A key of the server's present code. */
export function serverCode(): string {
  const hash = createHash('sha256');
  for (const part of ['src/server', 'src/domain', 'src/contract']) {
    for (const file of readdirSync(join(ROOT, part), { recursive: true, encoding: 'utf8' }).sort())
      if (/\.(ts|mjs|sql|json)$/.test(file)) hash.update(file).update(readFileSync(join(ROOT, part, file)));
  }
  return hash.digest('hex').slice(0, 20);
}

/** Node's arguments for a start from the bundle, or from the sources as in `npm start` and `npm run`. */
export async function serverCommand(entry: Entry = 'main', fromSource = false): Promise<string[]> {
  if (fromSource) return [...(entry === 'main' ? serverArgs : ['--import', 'tsx']), ENTRIES[entry]];
  made ??= bundle();
  return [...(entry === 'main' ? [serverMemory] : []), '--enable-source-maps', join(await made, `${entry}.mjs`)];
}

/** The bundle's folder. Two runs that build it at the same time write the same files. */
async function bundle(): Promise<string> {
  const folder = join(PLACE, serverCode());
  if (existsSync(folder)) return folder;
  mkdirSync(PLACE, { recursive: true });
  for (const old of readdirSync(PLACE))
    if (Date.now() - statSync(join(PLACE, old)).mtimeMs > 86_400_000)
      rmSync(join(PLACE, old), { recursive: true, force: true });
  const fresh = join(PLACE, randomBytes(4).toString('hex'));
  const { build } = await import('vite');
  // The build sets "production" for the whole process. A command that the test starts later must not inherit it.
  const { NODE_ENV } = process.env;
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [atItsPlace],
    build: {
      ssr: true,
      outDir: fresh,
      emptyOutDir: true,
      copyPublicDir: false,
      sourcemap: true,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        input: ENTRIES,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** A module finds the files beside its source (migrations, lists, the worker). */
const atItsPlace = {
  name: 'source-place',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    code.includes('import.meta.url')
      ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
      : null,
};
