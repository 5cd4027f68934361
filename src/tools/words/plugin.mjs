// The build for another language (KASUWA_LOCALE): each text of a source is replaced by its translation before anything else reads the source. The English
// build has no part in it: the sources are English.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../bootstrap.mjs';
import { BOOT, isAlso, isSource, translatedPage, translatorOf } from './catalogue.mjs';
import { translated } from './extract.mjs';
import { pseudoTranslator } from './pseudo.mjs';

/** How English writes dates, numbers and plurals; src/locales/<language>.ts is the same for another language. */
const ENGLISH = join(root, 'src/domain/locale.ts');

const translatorFor = (locale) => (locale === 'pseudo' ? pseudoTranslator() : translatorOf(locale));

/** The page's first script in a language. */
export const bootScript = (locale) =>
  translated(readFileSync(join(root, BOOT), 'utf8'), BOOT, translatorFor(locale), isAlso);

/** Vite's plugin. `locale`: a language with a catalogue and a module in src/locales, or `pseudo`. */
export function words(locale) {
  const translate = translatorFor(locale);
  const own = join(root, `src/locales/${locale}.ts`);
  if (!existsSync(own))
    throw new Error(`${relative(root, own)} is missing: how ${locale} writes dates, numbers and plurals.`);
  const pathOf = (id) => relative(root, id.split('?')[0]).replaceAll('\\', '/');
  let folder = '';
  return {
    name: 'kasuwa-words',
    enforce: 'pre',
    configResolved: (config) => {
      folder = config.build.outDir;
    },
    async resolveId(source, importer, options) {
      if (!source.endsWith('/locale.ts') || importer === own) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found?.id === ENGLISH ? own : null;
    },
    transform(code, id) {
      const path = pathOf(id);
      return isSource(path) ? { code: translated(code, path, translate, isAlso), map: null } : null;
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        translatedPage(html, translate).replace(
          '<html lang="en"',
          `<html lang="${locale === 'pseudo' ? 'en-x-pseudo' : locale}"`,
        ),
    },
    writeBundle() {
      const at = join(root, folder, 'boot.js');
      if (existsSync(at)) writeFileSync(at, bootScript(locale));
    },
  };
}
