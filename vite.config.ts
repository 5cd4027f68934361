import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, parseAst } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { manifest } from './src/app/manifest.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

function build(): string {
  try {
    return execSync('git rev-parse --short HEAD', { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return 'local';
  }
}

/** The screen that a new visitor sees first. */
const FIRST_SCREEN = '/src/features/session/login.tsx';

/**
 * A far server costs a round trip for every step, so there are two: the page, which paints with the style that stands in it (the server's policy
 * names its hash, static.ts), and then all that the first screen needs at once.
 */
function fewRoundTrips(): Plugin {
  const styles = new Set<string>();
  return {
    name: 'kasuwa-few-round-trips',
    apply: 'build',
    // Before Vite links them: the page has its style, so no screen waits for a file of it.
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue;
          for (const name of file.viteMetadata?.importedCss ?? []) styles.add(name);
          file.viteMetadata?.importedCss.clear();
        }
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const style = [...styles].map((name) => {
          const file = bundle[name];
          if (file?.type !== 'asset') throw new Error(`The page's style ${name} is not in the bundle.`);
          delete bundle[name];
          return file.source.toString().trim();
        });
        const first = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(FIRST_SCREEN)),
        );
        if (!first) throw new Error(`No chunk holds ${FIRST_SCREEN}.`);
        const preload = { rel: 'modulepreload', crossorigin: true, href: `/${first.fileName}` };
        return [
          { tag: 'style', children: style.join(''), injectTo: 'head' },
          { tag: 'link', attrs: preload, injectTo: 'head' },
        ];
      },
    },
  };
}

/** What only the server and the types ask of a call or a model: the shape of its answers. */
const OF_ANSWERS = new Set(['output', 'extra']);

/**
 * The browser does not check the server's answers, so their shapes stay out of its build: hundreds of objects that every start made, and
 * kept. tests/architecture.test.ts sees to it that nothing in the browser asks for them.
 */
function withoutAnswers(): Plugin {
  return {
    name: 'kasuwa-without-answers',
    apply: 'build',
    // After the types are gone.
    enforce: 'post',
    transform: {
      filter: { id: /\/src\/contract\/.+\.ts$/ },
      handler(code) {
        let left = code;
        const walk = (node: unknown): void => {
          if (typeof node !== 'object' || node === null) return;
          const { type, properties } = node as { type?: string; properties?: AstField[] };
          // Blanks in its place, and in the comma's, so that every position stays.
          for (const { key, start, end } of type === 'ObjectExpression' ? (properties ?? []) : [])
            if (key && OF_ANSWERS.has(key.name ?? '')) {
              const until = end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0);
              left = left.slice(0, start) + code.slice(start, until).replace(/\S/g, ' ') + left.slice(until);
            }
          Object.values(node).forEach(walk);
        };
        walk(parseAst(code));
        return { code: left, map: null };
      },
    },
  };
}

interface AstField {
  key?: { name?: string };
  start: number;
  end: number;
}

export default defineConfig({
  cacheDir: '.cache/vite',
  define: { __APP_VERSION__: JSON.stringify(`${version}+${build()}`) },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // One file of what every visit starts with: a dozen of them took the line's connections in turns.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'sign-in', test: (id) => id.endsWith(FIRST_SCREEN), priority: 1 },
            { name: 'kit', test: /\/src\/(ui|crud)\// },
            { name: 'contract', test: /\/src\/contract\// },
            // What also somebody who is not signed in yet gets once the page stands: the saved reads and the worker's registration.
            { name: 'store', test: /\/node_modules\/(dexie|workbox-window)\/|\/src\/offline\/savedReads/, priority: 1 },
            // What every visit of a person who is signed in asks for right after its first paint.
            { name: 'tablet', test: /\/src\/(offline|parts\/queue)\/|\/shell\/(SyncStatus|UserMenu|UpdatePrompt)/ },
            { name: 'parts', test: /\/src\/parts\/([^/]+\.ts$|[^/]+\/texts)/ },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { port: 5173, strictPort: true, proxy: { '/api': `http://localhost:${process.env.API_PORT ?? 8081}` } },
  plugins: [
    react(),
    tailwindcss(),
    fewRoundTrips(),
    withoutAnswers(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest,
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,webmanifest}'],
        globIgnores: ['screenshots/**'],
        maximumFileSizeToCacheInBytes: 3_000_000,
      },
      devOptions: { enabled: false },
    }),
  ],
});
