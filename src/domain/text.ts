/** Typed text: how it is cleaned before it is kept (B1.11) and how it is compared in searches (API 1.5). */

/** B1.11 for one line: NFC, control and direction marks out, blanks of every kind collapsed to one space, trimmed. */
export function clean(text: string): string {
  return wellFormed(text).replace(/\s+/gu, ' ').trim();
}

/** B1.11 for descriptions and comments: like clean, but line breaks stay (at most one empty line in a row). */
export function cleanLines(text: string): string {
  return wellFormed(text)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * The form two texts are compared in: lower case, without accents and dots (Yoruba ẹ ọ ṣ, Igbo ị ụ ṅ), hooked letters
 * plain (Hausa, Fulah ɓ ɗ ƙ ƴ), apostrophes dropped ("Ɗan'uwa", "ʼyan"), blanks collapsed. Both the stored column and
 * the typed search go through it, so a warehouse officer finds "Ọ̀ṣun" by typing "osun".
 */
export function searchable(text: string): string {
  const plain = wellFormed(text)
    .toLowerCase()
    .normalize('NFKD')
    .toLowerCase() // compatibility forms may open into capitals
    .replace(/[\p{M}'’‘ʼʻ`]/gu, '')
    .replace(/\P{ASCII}/gu, (letter) => FOLDED[letter] ?? letter);
  return plain.replace(/\s+/gu, ' ').trim();
}

/** B13: longer searches are cut. */
export const MAX_SEARCH = 100;

/** The words of a search, ready to compare; all must be found (API 1.5). [] means no search. */
export function searchWords(query: string): string[] {
  const words = searchable(query.slice(0, MAX_SEARCH)).split(' ');
  return [...new Set(words.filter((word) => word !== ''))];
}

/** True when every word is a part of the prepared text (searchable(...)). */
export function matchesWords(prepared: string, words: readonly string[]): boolean {
  return words.every((word) => prepared.includes(word));
}

/** Letters that no decomposition makes plain. */
const FOLDED: Readonly<Record<string, string>> = {
  ɓ: 'b', // Hausa, Fulah
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ŋ: 'n', // Fulah
  ɲ: 'n',
  ǝ: 'e', // Kanuri
  ə: 'e',
  ɛ: 'e',
  ɔ: 'o',
  ɩ: 'i',
  ʋ: 'u',
  ƒ: 'f',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};

/** NFC without what no text field needs and a database may refuse: control characters, half surrogates, direction marks. */
function wellFormed(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|(?![\t\n\v\f\r])\p{Cc}/gu, '')
    .normalize('NFC');
}
