import type { Search } from '#crud/routes.ts';
import { MAX_QUANTITY } from '#domain/limits.ts';
import { plural } from '#domain/plural.ts';
import type { NamedGoods } from '../desk/entry/keptFigure.ts';

/** The goods that the command bar put into the address. They are in the fields when the transfer opens. `words`: "5 cases of Milo". */
export function namedGoods({ goods, name, figure, in: unit }: Search): (NamedGoods & { words: string }) | null {
  if (!goods || !name) return null;
  const count = Number(figure);
  const isUnits = unit === 'unit';
  if (!Number.isInteger(count) || count < 1 || count > MAX_QUANTITY)
    return { productId: goods, name, figure: null, isUnits: false, words: name };
  const counted = isUnits ? plural(count, '# unit', '# units') : plural(count, '# case', '# cases');
  return { productId: goods, name, figure: count, isUnits, words: `${counted} of ${name}` };
}
