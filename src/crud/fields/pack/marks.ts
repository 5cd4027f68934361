/** What stands on a drawn pack: how much is in it, or the end of its name. */
import { searchable } from '#domain/text.ts';
import { isKindOf } from '../packOf.ts';
import { isKnownBrand } from './tints.ts';
import { GENERIC, MARK_LENGTH, sizeIn, wordsOf } from './words.ts';

/**
 * What tells a pack from the others of its brand, as short as a picture can say it: how much is in it, else the variety at the end of its name ("Tennis" of
 * "Bakers Tennis Biscuits"). The end is looked for behind the brand and before the kind of goods and generic words. A word of the middle says nothing of the
 * product, so an end that is too long gives undefined, as does a name without one.
 */
export function markOf(name: string, brand = ''): string | undefined {
  const size = sizeIn(name);
  if (size !== undefined) return size;
  const all =
    name
      .normalize('NFC')
      .replace(/\d+\s?%/gu, '')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const brands = new Set([...wordsOf(brand), ...wordsOf(all[0] ?? '')]);
  // "Salt" is the kind of a sack of salt, and the variety of a sachet of crisps.
  const isKind = isKindOf(name);
  const end = all.slice(1).findLast((one) => {
    const plain = searchable(one);
    const isBrand = brands.has(plain) || isKnownBrand(plain);
    return plain.length > 1 && !isBrand && !GENERIC.has(plain) && !isKind(plain);
  });
  const hasRoom = end !== undefined && end.length > 2 && [...end].length <= MARK_LENGTH && !/\d/.test(end);
  return hasRoom ? end.charAt(0).toUpperCase() + end.slice(1) : undefined;
}
