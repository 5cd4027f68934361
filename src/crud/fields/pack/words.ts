/** Words of a product's name that choose its picture, and what they say of it. The same words give the same picture on each device. */
import { searchable } from '#domain/text.ts';

/** A word of up to four letters stands alone or with an s, so that "bar" does not find "barley". */
const sought = (word: string) => (word.length > 4 ? word : `${word}s?(?![a-z])`);
export const finderOf = (words: string) => new RegExp(`(?<![a-z])(?:${words.split(' ').map(sought).join('|')})`);
export const wordsOf = (text: string) => searchable(text).match(/[a-z0-9]+/g) ?? [];

/** What the first rule says whose words the name has, else the first whose words the category has. */
export const foundIn = <Found>(finders: readonly (readonly [Found, RegExp])[], name: string, category: string) => {
  const found = (text: string) => finders.find(([, finder]) => finder.test(text))?.[0];
  return found(searchable(name)) ?? found(searchable(category));
};

/** "400 g", "1.5L" or "100s" anywhere in a name: what a pack holds. */
export const AMOUNT = /(?<![a-z\d.,])(\d+(?:[.,]\d+)?)\s?(kg|gr|g|mg|cl|ml|ltr|lt|l|s|pcs)(?![a-z])/i;

/** "100 Tea Bags" or "8 Cubes" anywhere in a name: how many pieces a pack holds. */
const COUNT =
  /(?<![\p{L}\d.,])(\d{1,4})\s(?:\p{L}+\s)?(?:bags|cubes|tablettes|tablets|sachets|tepåsar|pieces|rolls|sheets)(?!\p{L})/iu;

/**
 * How much is in a pack by its name, as short as it can be said ("400g", "100s" for a hundred pieces); undefined: the name does not say it, or at too great a
 * length for a picture.
 */
export function sizeIn(name: string): string | undefined {
  const found = AMOUNT.exec(name);
  const unit = found?.[2]
    ?.toLowerCase()
    .replace('gr', 'g')
    .replace(/^l(?:tr|t)?$/, 'L');
  const pieces = COUNT.exec(name)?.[1];
  const text = found ? `${found[1]?.replace(/^0+(?=\d)/, '')}${unit}` : pieces && `${pieces}s`;
  return text && text.length <= MARK_LENGTH ? text : undefined;
}

/** Letters of a word that a small picture has room for. A longer word is not shown: a part of it would mean nothing and would hide the picture. */
export const MARK_LENGTH = 6;

/** Words that tell nothing of one product: they join others, praise it, or name the range of a brand. */
export const GENERIC = new Set(
  [
    'with and the for of in de au aux le la les et avec sans plein',
    'flavor flavour flavored flavoured original classic natural pure real new plus extra super good best quality premium special single one gold golden star valley',
    'fruit fruits dairy milk lait cereal cereals label yellow corn edible soft cola drink drinks food energy powder pack packs bag bags',
  ]
    .join(' ')
    .split(' '),
);
/** What tells a product from the others of its brand: the words of its name without the first one, sizes and generic words. */
export const varietyOf = (name: string): string =>
  wordsOf(name.replace(AMOUNT, ''))
    .slice(1)
    .filter((word) => !GENERIC.has(word))
    .join();

/** FNV-1a, which spreads short words well. */
export function sumOf(text = ''): number {
  let sum = 0x811c9dc5;
  for (const letter of text) sum = Math.imul(sum ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return sum;
}
