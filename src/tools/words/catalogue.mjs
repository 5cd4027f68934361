// The catalogues: src/locales/en.po contains every text of ours that the browser shows, src/locales/<language>.po a translation of each.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PO from 'pofile';
import { root } from '../bootstrap.mjs';
import { marksOf, messagesOf } from './extract.mjs';

const LOCALES = join(root, 'src/locales');
const FOLDERS = ['app', 'client', 'contract', 'crud', 'domain', 'features', 'offline', 'ui'];
/** The script of the bare page, which no build step touches otherwise. */
export const BOOT = 'public/boot.js';
/** The other texts of the bare page, in index.html. */
export const PAGE = 'index.html';
const PAGE_TEXT = /(?<=aria-label="|name="description" content="|<noscript>)[^"<]+/g;

/**
 * notes.json: `not` names what looks like a text and is none (all texts in some paths, those in `ids`, or those that begin so), `also` what is one
 * and does not look so (single words in lower case), `notes` what a translator must know. A note with a `context` tells apart
 * texts that are the same in English: those under `in` (the beginning of a path) are an entry of their own.
 */
const { not, also, notes } = JSON.parse(readFileSync(join(LOCALES, 'notes.json'), 'utf8'));

const within = (path, places = ['']) => places.some((place) => path.startsWith(`src/${place}`));
export const isNone = ({ id, path }) =>
  not.some((one) => within(path, one.in) && (one.ids?.includes(id) ?? id.startsWith(one.begins ?? '')));
/** Whether a text is read although it does not look so. */
export const isAlso = (id, path) => also.some((one) => within(path, one.in) && one.ids.includes(id));
export const contextOf = ({ id, path }) =>
  notes.find((one) => one.context && one.id === id && within(path, one.in))?.context ?? null;
export const keyOf = (id, context) => (context === null ? id : `${context}\u0004${id}`);

/** Words of product names, as the market writes them: another language searches for the same ones. */
const PRODUCT_WORDS = /^src\/crud\/fields\/pack(Of\.ts$|\/)/;

export const isSource = (path) =>
  path === BOOT ||
  (/\.tsx?$/.test(path) && FOLDERS.some((folder) => path.startsWith(`src/${folder}/`)) && !PRODUCT_WORDS.test(path));

export function sourcePaths() {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, 'src', folder), { recursive: true })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `src/${folder}/${name.replaceAll('\\', '/')}`)
      .filter(isSource),
  );
  return [...found, BOOT].sort();
}

/** The texts in a source file. */
export const textsOf = (source, path) => messagesOf(source, path, isAlso).filter((message) => !isNone(message));

/** The page with other texts; `translate` as for {@link translated}. */
export const translatedPage = (html, translate) =>
  html.replace(PAGE_TEXT, (id) => translate({ id, kind: 'page', path: PAGE })?.[0] ?? id);

/** The names of kinds of places in notes; the other kinds get no note. */
const KINDS = {
  button: 'button',
  title: 'heading',
  label: 'label',
  'aria-label': 'for screen readers',
  placeholder: 'placeholder',
  hint: 'hint',
  inner: 'part of a longer text',
  missing: 'refusal',
};

/** Every text: a map from key to `{ id, many, context, paths, kinds, notes }`. Throws where a note fits nothing. */
export function collected() {
  const entries = new Map();
  const used = new Set();
  const add = (message) => {
    const context = contextOf(message);
    const key = keyOf(message.id, context);
    const entry = entries.get(key) ?? { ...message, context, paths: new Set(), kinds: new Set(), notes: new Set() };
    entries.set(key, entry);
    if (message.many !== undefined) {
      if (entry.many !== undefined && entry.many !== message.many)
        throw new Error(`"${message.id}" has two plurals: "${entry.many}" and "${message.many}" (${message.path}).`);
      entry.many = message.many;
    }
    entry.paths.add(message.path);
    if (KINDS[message.kind]) entry.kinds.add(KINDS[message.kind]);
    for (const note of notes)
      if (note.id === message.id && within(message.path, note.in)) {
        used.add(note);
        entry.notes.add(note.note);
      }
  };
  for (const path of sourcePaths())
    for (const message of textsOf(readFileSync(join(root, path), 'utf8'), path)) add(message);
  for (const [id] of readFileSync(join(root, PAGE), 'utf8').matchAll(PAGE_TEXT)) add({ id, kind: 'page', path: PAGE });
  const unused = notes.filter((note) => !used.has(note)).map(({ id }) => id);
  if (unused.length > 0)
    throw new Error(`src/locales/notes.json speaks of texts that are not there: ${unused.join(', ')}`);
  return entries;
}

const poPath = (locale) => join(LOCALES, `${locale}.po`);
const poOf = (locale) => PO.parse(readFileSync(poPath(locale), 'utf8'));

/** The text of a catalogue. `kept`: the present file, whose translations stay. */
function written(entries, locale, kept) {
  const keptItems = new Map((kept?.items ?? []).map((item) => [keyOf(item.msgid, item.msgctxt ?? null), item]));
  const forms = Number(/nplurals\s*=\s*(\d+)/.exec(kept?.headers['Plural-Forms'] ?? '')?.[1] ?? 2);
  const po = new PO();
  po.headers = {
    ...(kept?.headers ?? {}),
    'Project-Id-Version': 'Kasuwa',
    Language: locale,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
    'Plural-Forms': kept?.headers['Plural-Forms'] ?? 'nplurals=2; plural=(n != 1);',
  };
  po.comments = kept?.comments ?? ['Written by `npm run words`; docs/translating.md says how to translate it.'];
  for (const key of [...entries.keys()].sort()) {
    const entry = entries.get(key);
    const old = keptItems.get(key);
    const item = new PO.Item({ nplurals: forms });
    item.msgid = entry.id;
    item.msgctxt = entry.context;
    if (entry.many !== undefined) item.msgid_plural = entry.many;
    item.msgstr = old?.msgstr ?? [];
    item.comments = old?.comments ?? [];
    item.extractedComments = [...entry.notes, ...(entry.kinds.size > 0 ? [[...entry.kinds].sort().join(', ')] : [])];
    item.references = [...entry.paths].sort();
    po.items.push(item);
  }
  return `${po.toString().trimEnd()}\n`;
}

export const locales = () =>
  readdirSync(LOCALES)
    .filter((name) => name.endsWith('.po'))
    .map((name) => name.replace(/\.po$/, ''));

/** The up-to-date catalogues: a map from language to text. `more`: languages without a file yet. */
export function fresh(more = []) {
  const entries = collected();
  return new Map(
    [...new Set([...locales(), 'en', ...more])].map((locale) => [
      locale,
      written(entries, locale, existsSync(poPath(locale)) ? poOf(locale) : null),
    ]),
  );
}

export const stale = () =>
  [...fresh()]
    .filter(([locale, text]) => !existsSync(poPath(locale)) || readFileSync(poPath(locale), 'utf8') !== text)
    .map(([locale]) => locale);

export function refresh(more) {
  const all = fresh(more);
  for (const [locale, text] of all) writeFileSync(poPath(locale), text);
  return all;
}

/**
 * The translator of a build for `locale`: takes a message and returns its forms, or null without a translation. Throws if a translation lacks a placeholder.
 */
export function translatorOf(locale) {
  const translations = new Map();
  for (const { msgid, msgctxt, msgid_plural, msgstr } of poOf(locale).items) {
    if (msgstr.some((text) => text === '') || msgstr.length === 0) continue;
    const marks = marksOf(msgid).join(' ');
    for (const text of msgstr)
      if (msgid_plural === null && marksOf(text).join(' ') !== marks)
        throw new Error(`${locale}.po: "${text}" has not the same holes as "${msgid}".`);
    translations.set(keyOf(msgid, msgctxt ?? null), msgstr);
  }
  return (message) => (isNone(message) ? null : (translations.get(keyOf(message.id, contextOf(message))) ?? null));
}

/** The keys of the committed catalogue. */
export const catalogued = () => new Set(poOf('en').items.map(({ msgid, msgctxt }) => keyOf(msgid, msgctxt ?? null)));
