/** Acts that name goods. A transfer with its goods: "issue 5 maggi", "receive 12 cases of indomie". The first screen of the kind then asks for the party. */
import { OVERVIEW } from '#crud/paths.ts';
import type { FoundRecord } from '#domain/found.ts';
import { MAX_QUANTITY } from '#domain/limits.ts';
import { plural } from '#domain/plural.ts';
import { fitsNearly } from '#domain/slips.ts';
import { searchable, searchWords } from '#domain/text.ts';
import type { Act, Verb } from './verbs.ts';

interface SpokenGoods {
  /** Null: no figure was typed. */
  figure: number | null;
  isUnits: boolean;
  /** The words of the goods. */
  name: string;
}

const CASE = new Set('case cases carton cartons ctn ctns'.split(' '));
const UNIT = new Set('unit units piece pieces pcs pc pack packs'.split(' '));

export const isFigure = (word: string): boolean => /^\d{1,6}$/.test(word);

/** The figure and the goods in the words after a verb. A figure stands before the goods, or at the end with its unit: "maggi 5 cases". */
export function spokenGoods(rest: string): SpokenGoods {
  const words = rest.split(' ').filter((word) => word !== 'x' && word !== 'of');
  const figureOf = (word: string | undefined) => {
    const figure = isFigure(word ?? '') ? Number(word) : 0;
    return figure > 0 && figure <= MAX_QUANTITY ? figure : null;
  };
  const isCounted = (word: string | undefined) => word !== undefined && (CASE.has(word) || UNIT.has(word));
  const of = (figure: number, unit: string | undefined, goods: readonly string[]): SpokenGoods => ({
    figure,
    isUnits: unit !== undefined && UNIT.has(unit),
    name: goods.join(' '),
  });
  const [first, second] = words;
  const before = figureOf(first);
  if (before !== null && words.length > 1)
    return isCounted(second) ? of(before, second, words.slice(2)) : of(before, undefined, words.slice(1));
  const after = figureOf(words.at(-2));
  if (after !== null && words.length > 2 && isCounted(words.at(-1))) return of(after, words.at(-1), words.slice(0, -2));
  return { figure: null, isUnits: false, name: rest };
}

/** The most goods that are offered for one act. */
const MOST = 4;

/** The acts of a verb for goods: its first screen, with the product and the figure. */
export function goodsActs(
  { verb, takesGoods, alone: to, icon, note }: Verb,
  { figure, isUnits }: SpokenGoods,
  found: readonly FoundRecord[],
): Act[] {
  if (!takesGoods) return [];
  const [act = ''] = verb.split(' ');
  const counted =
    figure === null ? null : isUnits ? plural(figure, '# unit', '# units') : plural(figure, '# case', '# cases');
  return found
    .filter(({ model }) => model === 'product')
    .slice(0, MOST)
    .map(({ _id, title }) => ({
      title: counted === null ? `${act} ${title}` : `${act} ${counted} of ${title}`,
      note,
      icon,
      to,
      search: {
        goods: _id,
        name: title,
        ...(figure === null ? {} : { figure: String(figure), ...(isUnits ? { in: 'unit' } : {}) }),
      },
    }));
}

export const isPrice = (word: string) => /^prices?$/.test(word);

/** The line of a product at a hub, for a text that names both: "milo wuse". `price`: the text asks for the product's prices by hub: "price milo wuse". */
export function linesAt(
  text: string,
  found: readonly FoundRecord[],
  permissions: readonly string[],
  price = false,
): Act[] {
  const words = searchWords(text);
  if (words.length < 2 || !permissions.includes('view_warehouses')) return [];
  const of = (model: string) =>
    found
      .filter((record) => record.model === model)
      .map((record) => ({ record, own: searchable(`${record.title} ${record.note}`) }));
  const holds = (own: string, word: string) => own.includes(word) || fitsNearly(own, word);
  const goods = of('product');
  return of('warehouse').flatMap((place) =>
    goods.flatMap(({ record, own }): Act[] => {
      const isBoth =
        words.every((word) => holds(own, word) || holds(place.own, word)) &&
        !words.every((word) => holds(own, word)) &&
        !words.every((word) => holds(place.own, word));
      if (isBoth && price && permissions.includes('update_product'))
        return [
          {
            title: `Price of ${record.title} at ${place.record.title}`,
            note: 'Prices by hub',
            icon: 'edit',
            to: `/products/${record._id}/update`,
            search: { ...OVERVIEW, act: 'price', warehouse: place.record._id },
          },
        ];
      return isBoth
        ? [
            {
              title: `${record.title} at ${place.record.title}`,
              note: 'Stock there',
              icon: 'box',
              to: `/warehouses/${place.record._id}/products`,
              search: { search: record.title, empty: '1' },
            },
          ]
        : [];
    }),
  );
}
