import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, minifySync, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { manifest } from './src/app/manifest.ts';
import { KEPT_AT_FIRST_USE } from './src/sw/keptAtFirstUse.ts';

/** A build for another language, or in the pseudo-language that the tests read: docs/translating.md. The English build has no part in it. */
const { KASUWA_LOCALE: locale } = process.env;
const translation = locale ? await import('./src/tools/words/plugin.mjs') : null;
const words = translation ? [translation.words(locale)] : [];

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

/** What every screen of a signed-in person stands on: boot.js sends for it as soon as it finds one, while the start is still being read, or one signs in. */
const EVERY_SCREEN = ['kit', 'store', 'tablet'];

/**
 * What somebody who is signed in needs beside the kit, whatever the screen, and an officer's wizard with it: few files, because each costs a slow
 * tablet 10 ms of its start. The office's part of the contract comes with the office's screens.
 */
const WITH_EVERY_SCREEN = [
  /\/src\/(offline\/(?!plain\/)|features\/stock\/parts\/queue\/)/,
  /\/src\/app\/shell\/(AfterStart|SyncStatus|UserMenu|UpdatePrompt)/,
  /\/src\/contract\/(?!index|orders|people|wallet|messages|settings|search)/,
  /\/src\/contract\/people\/salesOfficer/,
  /\/src\/features\/[^/]+\/parts\/([^/]*([tT]exts|parties|pickables)|paper\/(paper|PrintButton)|lines\/(RateField|texts)|ready\/handoverKey)/,
  /\/src\/(crud\/fields\/(Pack|packOf|packPictures|Photo)|client\/server\/pictures)\.tsx?$/,
];

/** Files most of whose functions run before an officer's first screen can be used. */
const RUN_AT_START = ['index', 'store', 'tablet', 'kit', 'guard'];

/** The blocks of a style sheet, each with what stands before its brace: rules, and at-rules with blocks of their own. */
function blocksOf(css: string): { head: string; body: string }[] {
  const blocks: { head: string; body: string }[] = [];
  for (let at = 0; at < css.length; ) {
    const open = css.indexOf('{', at);
    if (open < 0) break;
    let close = open + 1;
    for (let depth = 1; depth > 0 && close < css.length; close += 1)
      depth += css[close] === '{' ? 1 : css[close] === '}' ? -1 : 0;
    blocks.push({ head: css.slice(at, open), body: css.slice(open + 1, close - 1) });
    at = close;
  }
  return blocks;
}

/** The rules for classes that `text` names, in their order and in their at-rules. */
function rulesNamedIn(text: string, css: string): string {
  return blocksOf(css)
    .map(({ head, body }) => {
      if (head.startsWith('@')) {
        const inner = rulesNamedIn(text, body);
        return inner === '' ? '' : `${head}{${inner}}`;
      }
      const names = [...head.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replace(/\\/g, ''));
      return names.some((name) => text.includes(name)) ? `${head}{${body}}` : '';
    })
    .join('');
}

const UTILITIES = '@layer utilities{';

/**
 * Splits the style in two: what the bare page and all screens' foundations need stands in the page, the utilities of the screens in a file. The file
 * holds all of them, in their order, so that the cascade is the same as in one piece.
 */
function splitStyle(css: string, bare: string): { page: string; file: string } {
  const start = css.indexOf(UTILITIES);
  if (start < 0) throw new Error('The style has no layer of utilities.');
  const [layer] = blocksOf(css.slice(start));
  if (!layer) throw new Error('The layer of utilities has no block.');
  const file = `${UTILITIES}${layer.body}}`;
  return { page: css.replace(file, () => `${UTILITIES}${rulesNamedIn(bare, layer.body)}}`), file };
}

/**
 * The page's first script, as it stands in the page. A browser hashes what it parsed: a carriage return, a comment's beginning or an end of the script
 * would make another text of it.
 */
function inlineBoot(): string {
  const source = translation?.bootScript(locale) ?? readFileSync('public/boot.js', 'utf8');
  const { code, errors } = minifySync('boot.js', source, { module: false });
  if (errors.length > 0 || /\r|<!--|<\/?script/i.test(code))
    throw new Error('public/boot.js cannot stand in the page.');
  return code.trim();
}

/**
 * A far server costs a round trip for every step, so there are two: the page, which paints with the style and the first script that stand in it (the
 * server's policy names their hashes, static.ts), and then all that the first screen needs at once.
 */
function fewRoundTrips(): Plugin {
  const styles = new Set<string>();
  return {
    name: 'kasuwa-few-round-trips',
    // After the plugin that links the manifest.
    enforce: 'post',
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
      handler(html, { bundle = {} }) {
        const boot = inlineBoot();
        const bare = `${html} ${boot}`;
        const style = [...styles].map((name) => {
          const asset = bundle[name];
          if (asset?.type !== 'asset') throw new Error(`The page's style ${name} is not in the bundle.`);
          const { page, file } = splitStyle(asset.source.toString().trim(), bare);
          asset.source = file;
          return page;
        });
        const soon = Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' && EVERY_SCREEN.includes(file.name) ? `/${file.fileName}` : [],
        );
        const font = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.woff2'));
        if (!font) throw new Error('The typeface is not in the bundle.');
        const asks = '<script src="/boot.js"></script>';
        if (soon.length !== EVERY_SCREEN.length || !html.includes(asks))
          throw new Error(`${EVERY_SCREEN.join(', ')}: not all of them are files, or nobody asks for them.`);
        // Linked once the start is over (app/update.ts).
        const manifestLink = '<link rel="manifest" href="/manifest.webmanifest">';
        if (!html.includes(manifestLink)) throw new Error('The manifest is linked in another way than it was.');
        return {
          html: html
            .replace(manifestLink, '')
            .replace(
              asks,
              () => `<script data-soon="${soon.join(' ')}" data-font="/${font.fileName}">${boot}</script>`,
            ),
          tags: [
            { tag: 'style', children: style.join(''), injectTo: 'head' },
            // At the end: the bare page is painted without it, and the app's first script waits for it.
            ...[...styles].map((name) => ({
              tag: 'link',
              attrs: { rel: 'stylesheet', href: `/${name}` },
              injectTo: 'body' as const,
            })),
          ],
        };
      },
    },
  };
}

/**
 * A hint by which the browser compiles a file whole, on the thread that reads it in, instead of one function after the other on the page's own
 * thread as each first runs. It counts in the very first line alone, so it is put there after whatever else Vite puts there.
 */
function compiledWhole(): Plugin {
  return {
    name: 'kasuwa-compiled-whole',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' && RUN_AT_START.includes(file.name) ? [file] : [],
        );
        if (files.length !== RUN_AT_START.length)
          throw new Error(`${RUN_AT_START.join(', ')}: not all of them are files.`);
        for (const file of files) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}

export default defineConfig({
  cacheDir: '.cache/vite',
  define: { __APP_VERSION__: JSON.stringify(`${version}+${build()}`) },
  // React has had this hook of its own since 18; the shim would bring it a second time into the first load.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  build: {
    target: 'es2022',
    ...(locale ? { outDir: `.cache/locales/${locale}`, emptyOutDir: true } : {}),
    modulePreload: {
      polyfill: false,
      // What every screen stands on is on its way when one is asked for (public/boot.js), and the worker holds the rest soon after: a link for each file
      // of each screen that is opened costs a tablet more than it gains.
      resolveDependencies: (_file, deps, { hostType }) => (hostType === 'js' ? [] : deps),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The start names each file of the app, and each character of a hash costs it: 42 bits beside a name tell two releases of a file apart.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // One file of what every visit starts with: a dozen of them took the line's connections in turns.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            // Without what only lists have, and what a screen asks for later by itself: a record's history knows all models.
            { name: 'list', test: /\/src\/(ui|crud)\/list\/(?!useListState|PeekParts)/, priority: 1 },
            // Files of a few hundred bytes that several screens share: the start names each file of the app, and a name costs it some 15 bytes.
            {
              name: 'small',
              test: /\/(orderRows|RetailerLink|HeadsKey|heads|StatusFilter|StarterFilter|StatusField|serviceCalls|configCalls|useMissingLines|LotLink|LotRows|orderRef|lineWords|signals|Stepper|useQuantity|Picker|useDebouncedQuery|keepInView)\.tsx?$/,
            },
            {
              name: 'kit',
              test: /\/src\/(domain\/(longTime|periods|report)\.|(ui|crud)\/(?!(csv|fields|plots|report)\/|list\/(?!useListState)|history\/(History\.|historyWords)))/,
            },
            // What also somebody who is not signed in yet gets once the page stands: the saved reads and the worker's registration.
            {
              name: 'store',
              test: /\/node_modules\/(dexie|workbox-window)\/|\/src\/offline\/reads\/savedReads/,
              priority: 1,
            },
            { name: 'tablet', test: (id) => WITH_EVERY_SCREEN.some((path) => path.test(id)) },
            // What each list states of its first visit: one small file, after the models that it names have theirs.
            { name: 'lists', test: /\/src\/features\/\w+\/parts\/(lists|groupReads)\.ts$/ },
            // The home, which follows the sign-in, is two files: on a far line each file that names another one costs a round trip.
            {
              name: 'plots',
              test: /\/src\/(ui\/plots\/|domain\/(csvCell|deviceVersion)\.|features\/session\/home\/(Devices|DayPlot))/,
            },
            {
              name: 'home',
              test: /\/src\/features\/session\/(dashboard|home\/|start\/(cards|StartHere)|sync\/useFacts)/,
            },
            // What the desk of a transfer shares with the screens of the floor beside it: each of its files cost a relaunch without a network some 10 ms.
            {
              name: 'desk',
              test: /\/src\/(domain\/barcode|features\/stock\/(transfer\/(useScans|useTransfer|tell|begin\/remembered)|scan\/(useWedge|lastScans|codeReader)|parts\/(NotOpened|ready\/(announced|expectedList|preparing|ready))))\.tsx?$/,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es', plugins: () => words },
  server: { port: 5173, strictPort: true, proxy: { '/api': `http://localhost:${process.env.API_PORT ?? 8081}` } },
  plugins: [
    ...words,
    react(),
    tailwindcss(),
    compiledWhole(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest,
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,webmanifest,woff2}'],
        // The icons of 192 px and more are the system's. boot.js stands in the page.
        globIgnores: [
          'screenshots/**',
          `assets/{${KEPT_AT_FIRST_USE.join(',')}}-*`,
          'icons/{*192,*512,apple-touch-icon}.png',
          'boot.js',
        ],
        maximumFileSizeToCacheInBytes: 3_000_000,
      },
      devOptions: { enabled: false },
    }),
    fewRoundTrips(),
  ],
});
