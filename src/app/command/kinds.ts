/** What a person may type beside a name besides a verb: the kind of the record ("warehouse mushin"), or an act on its page ("print B48SRUZE"). */
import { RECORD_LINKS } from '#crud/paths.ts';
import { searchable } from '#domain/text.ts';

/** Further words of a kind, beside the label of its records. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  buyer: ['buyer', 'customer', 'shop'],
  distributor_officer: ['officer'],
  purchase_order: ['transfer'],
  sales_officer: ['associate', 'rep'],
  seller: ['depot'],
  warehouse: ['hub'],
};

/** "category" and "categories". */
const withPlural = (word: string) => [word, word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`];

/** The models of each kind, by its words. */
const KINDS: ReadonlyMap<string, readonly string[]> = (() => {
  const kinds = new Map<string, string[]>();
  for (const [model, { label }] of Object.entries(RECORD_LINKS))
    for (const word of [searchable(label), ...(MORE[model] ?? [])].flatMap(withPlural))
      kinds.set(word, [...(kinds.get(word) ?? []), model]);
  return kinds;
})();

export const KIND_WORDS: readonly string[] = [...KINDS.keys()];

/** The kind that begins or ends the words, as models, and the other words. Null: there is no kind, or no other word. */
export function kindIn(words: readonly string[]): { models: readonly string[]; rest: string } | null {
  if (KINDS.has(words.join(' '))) return null;
  for (const size of [2, 1]) {
    if (words.length <= size) continue;
    const first = KINDS.get(words.slice(0, size).join(' '));
    if (first) return { models: first, rest: words.slice(size).join(' ') };
    const last = KINDS.get(words.slice(-size).join(' '));
    if (last) return { models: last, rest: words.slice(0, -size).join(' ') };
  }
  return null;
}

/** Acts of a record's page, which the bar does not do itself. It leads to the page. */
const ON_THE_PAGE = new Set(
  'bill cancel complete deliver edit find open pay print see status track update view'.split(' '),
);
/** What a page says of its record, behind the name: "hauwa address". */
const FACTS = new Set('address location status'.split(' '));

export const isFactOfPage = (word: string | undefined): boolean => word !== undefined && FACTS.has(word);

export const isActOfPage = (word: string | undefined): boolean => word !== undefined && ON_THE_PAGE.has(word);
