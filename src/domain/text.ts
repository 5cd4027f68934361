/** Typed text: how it is cleaned before it is kept (B1.11) and how it is compared in searches (API 1.5). */

import { wordsSought } from './phone.ts';

/** B1.11: NFC, inner runs of blanks (line breaks too) collapsed to one space, trimmed; without what no field needs. */
export function cleanText(raw: string): string {
  return readable(raw).replace(/\s+/gu, ' ').trim();
}

/** B1.11 for descriptions and comments: as cleanText, but line breaks stay, at most one empty line in a row. */
export function cleanLines(raw: string): string {
  return readable(raw)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Letters that no decomposition folds: Hausa and Fulah hooks, and what else stands in names of the region. */
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

/** ASCII without the two marks that are folded away. */
const PLAIN = /^[ -&(-_a-~]*$/;

/**
 * Folds case, accents, dots below, hooks and apostrophes, so that "Ọlá" is found by "ola" and "Ɗan\u02bcuwa" by "danuwa". The
 * database's searchable() says the same, letter for letter: change both or neither (tests/server/db/searchable.test.ts).
 */
export function searchable(text: string): string {
  // Most texts are plain letters: ten times as quick, and there may be ten thousand of them.
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF]/g, '')
    .replace(/['\u2018\u2019\u02BB\u02BC`]/g, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴŋǝəɛɔøłđßæœı]/g, (letter) => HOOKS[letter] ?? letter);
}

/** Every word of `wanted` stands somewhere in `text` (API.md 1.5: words are ANDed); no words = everything. */
export function containsWords(text: string, wanted: string): boolean {
  const folded = searchable(text);
  return searchWords(wanted).every((word) => folded.includes(word));
}

/** The words of a search, folded; a number with its prefix as it is kept, like the server's (API 1.5). */
export function searchWords(wanted: string): string[] {
  return wordsSought(wanted).flatMap((word) => searchable(word).split(/\s+/u).filter(Boolean));
}

/** NFC without control characters, half surrogates and direction marks: unseen by people, refused by the database (NUL). */
function readable(raw: string): string {
  return raw
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]|(?![\t\n\v\f\r])\p{Cc}/gu, '')
    .normalize('NFC');
}
