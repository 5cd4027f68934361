/** B1.11: trimmed, NFC, inner runs of blanks collapsed. */
export function cleanText(raw: string): string {
  return raw.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** Letters that no decomposition folds: Hausa hooks, and what else stands in names of the region. */
const HOOKS: Record<string, string> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ŋ: 'n', ə: 'e', ɛ: 'e', ɔ: 'o', ø: 'o', ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' };

/** Folds case, accents, dots below and hooks, so that "Ọlá" is found by "ola"; the database's searchable() says the same. */
export function searchable(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴŋəɛɔøłßæœı]/gu, (letter) => HOOKS[letter] ?? letter);
}

/** Every word of `wanted` stands somewhere in `text` (API.md 1.5: words are ANDed). */
export function containsWords(text: string, wanted: string): boolean {
  const folded = searchable(text);
  return searchable(wanted)
    .split(/\s+/u)
    .every((word) => folded.includes(word));
}
