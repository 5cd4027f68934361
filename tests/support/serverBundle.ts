/**
 * The server as one file of JavaScript, made once for the same sources. Tests that start a server process start this file: reading 150 files of
 * TypeScript costs each start a second. `npm start` reads the sources themselves, and `tests/server/main.test.ts` starts those.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
// @ts-expect-error plain JavaScript of our tools
import { serverArgs, serverMemory } from '../../src/tools/bootstrap.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Inside the repository, so that packages are found. */
const PLACE = join(ROOT, '.cache/server');
let made: Promise<string> | null = null;

/** A name for the code of the server as it is now. */
export function serverCode(): string {
  const hash = createHash('sha256');
  for (const part of ['src/server', 'src/domain', 'src/contract']) {
    for (const file of readdirSync(join(ROOT, part), { recursive: true, encoding: 'utf8' }).sort())
      if (/\.(ts|mjs|sql|json)$/.test(file)) hash.update(file).update(readFileSync(join(ROOT, part, file)));
  }
  return hash.digest('hex').slice(0, 20);
}

/** Node's arguments that start the server from one file, or from its sources as `npm start` does. */
export async function serverCommand(fromSource = false): Promise<string[]> {
  if (fromSource) return [...serverArgs, 'src/server/main.ts'];
  made ??= bundle();
  return [serverMemory, '--enable-source-maps', await made];
}

/** The bundle's path. Two runs that make it at once write the same. */
async function bundle(): Promise<string> {
  const folder = join(PLACE, serverCode());
  const file = join(folder, 'main.mjs');
  if (existsSync(file)) return file;
  mkdirSync(PLACE, { recursive: true });
  const fresh = join(PLACE, randomBytes(4).toString('hex'));
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [atItsPlace],
    build: {
      ssr: 'src/server/main.ts',
      outDir: fresh,
      emptyOutDir: true,
      copyPublicDir: false,
      sourcemap: true,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'main.mjs', chunkFileNames: '[name].mjs' } },
    },
  });
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(file)) throw error;
  }
  return file;
}

/** A module finds the files beside it (migrations, lists, the worker) where its source is. */
const atItsPlace = {
  name: 'source-place',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    code.includes('import.meta.url')
      ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
      : null,
};
