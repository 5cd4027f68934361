/** Cleans typed text before it is stored (B1.11) and folds text for searches (API 1.5). */

import { withStoredPhones, wordsSought } from './phone.ts';

/** Cleans a one-line text: NFC, runs of blanks and line breaks become one space, trimmed, without invisible characters (B1.11). */
export function cleanText(raw: string): string {
  return readable(raw).replace(/\s+/gu, ' ').trim();
}

/** Like cleanText for descriptions and comments: line breaks stay, with at most one empty line in a row (B1.11). */
export function cleanLines(raw: string): string {
  return readable(raw)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Letters that Unicode decomposition does not fold: Hausa and Fulah hooks, and other letters of names in the region. */
const HOOKS: Record<string, string> = {
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ŋ: 'n',
  ǝ: 'e',
  ə: 'e',
  ɛ: 'e',
  ɔ: 'o',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/** Printable ASCII without the apostrophe and the backquote, which are folded away. */
const PLAIN = /^[ -&(-_a-~]*$/;

/**
 * Folds case, accents, dots below, hooks and apostrophes, so that "ola" finds "Ọlá" and "danuwa" finds "Ɗan\u02bcuwa". The database function
 * searchable() must fold exactly the same: change both or neither (tests/server/db/searchable.test.ts).
 */
export function searchable(text: string): string {
  // Most texts are plain letters. This check is ten times as fast, and there may be ten thousand texts.
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF]/g, '')
    .replace(/['\u2018\u2019\u02BB\u02BC`]/g, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴŋǝəɛɔøłđßæœı]/g, (letter) => HOOKS[letter] ?? letter);
}

/** The words of a code: "BACK_OFFICE" is "Back office". A text that is no code stays as it is. */
export function sentenceOf(code: string): string {
  if (!/^([A-Z0-9]+(_[A-Z0-9]+)*|[a-z0-9]+(_[a-z0-9]+)*)$/.test(code)) return code;
  const words = code.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** true: `text` contains every word of `wanted` (API.md 1.5). Always true without words. A shown phone number in `text` counts as the stored one. */
export function containsWords(text: string, wanted: string): boolean {
  const folded = searchable(withStoredPhones(text));
  return searchWords(wanted).every((word) => folded.includes(word));
}

/** The folded words of a search. A phone number with its prefix becomes the stored form, as on the server (API 1.5). */
export function searchWords(wanted: string): string[] {
  return wordsSought(wanted).flatMap((word) => searchable(word).split(/\s+/u).filter(Boolean));
}

/** NFC without control characters, lone surrogates and direction marks: people cannot see them, and the database refuses NUL. */
function readable(raw: string): string {
  return raw
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]|(?![\t\n\v\f\r])\p{Cc}/gu, '')
    .normalize('NFC');
}
