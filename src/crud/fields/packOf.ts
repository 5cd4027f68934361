/** Which pack is drawn for a product, and in which colours (docs/decisions/0209). Both follow from words, so a product looks the same everywhere. */
import { searchable } from '#domain/text.ts';

/** The symbols of public/packs.svg, each `pack-` and one of these words. */
export type PackWord = 'tin' | 'sachet' | 'bottle' | 'carton' | 'sack' | 'bar' | 'jar' | 'tube';

/**
 * The first rule that finds a word of the product decides: names of packs, then brands of one pack, then kinds of goods. A long word may be the
 * beginning of a longer one: "biscuit" finds "biscuits". French words stand here as well, because goods from the neighbours carry them.
 */
const RULES: readonly (readonly [PackWord, string])[] = [
  ['sachet', 'sachet pouch refill satchet'],
  ['tube', 'tube toothpaste dentifrice'],
  ['tin', 'tin canned'],
  ['bottle', 'bottle liquid arome'],
  ['jar', 'jar pot tub'],
  ['sack', 'sack'],
  ['carton', 'box carton'],
  ['sachet', 'oreo bakers lay indomie cowbell gala noodle spaghetti macaroni pasta'],
  ['bar', 'soap savon cadbury chocolate chocolat snickers bar'],
  ['jar', 'nescafe bournvita nutella coffee cafe'],
  ['carton', 'maggi knorr cube tablette bouillon stock seasoning lipton tea rooibos'],
  ['tube', 'closeup close oral colgate pepsodent'],
  ['carton', 'cereal flakes kellogg oat jungle morn cerelac crunch juice jus ceres chivita hollandia'],
  ['tin', 'milo ovaltine'],
  ['bottle', 'pepsi coca coke fanta sprite mirinda malt soda drink water oil huile vinegar bleach shampoo lotion'],
  ['sachet', 'biscuit crispbread cracker snack crisps chips chin sweet candy gum detergent omo ariel klin washing'],
  ['tin', 'milk lait peak dano nido clover parmalat cocoa custard tomato gino tuna sardine mackerel corned beans'],
  ['jar', 'mayonnaise mayo spread butter margarine band honey jam'],
  ['sack', 'semo semovita semolina sugar sucre rice riz flour garri gari salt wheat poundo yam maize cement'],
  ['bar', 'dettol septol lux imperial tetmosol'],
];
/** A word of up to four letters stands alone or with an s, so that "bar" does not find "barley". */
const sought = (word: string) => (word.length > 4 ? word : `${word}s?(?![a-z])`);
const FINDERS = RULES.map(
  ([pack, words]) => [pack, new RegExp(`(?<![a-z])(?:${words.split(' ').map(sought).join('|')})`)] as const,
);

/** The pack of a product by words of its name and, where it is known, of its category. Goods that no rule knows come in cartons. */
export function packOf(name: string, category = ''): PackWord {
  const words = searchable(`${name} ${category}`);
  return FINDERS.find(([, finder]) => finder.test(words))?.[0] ?? 'carton';
}

/** The colours of a brand: the body of the pack, the sign on its label, the label, and the body's colour in the dark theme where the usual one would sink into the night. */
export interface Tint {
  readonly body: string;
  readonly sign: string;
  readonly label: string;
  readonly night?: string;
}

const tint = (body: string, sign: string, label: string): Tint => ({ body, sign, label });
const TINTS = {
  blue: tint('#1b55a6', '#1b55a6', '#ffffff'),
  yellow: tint('#eab308', '#c4161c', '#ffe88a'),
  ochre: tint('#d9951a', '#8f5205', '#fff3d6'),
  red: tint('#d3222a', '#d3222a', '#ffd34d'),
  green: tint('#168548', '#168548', '#ffffff'),
  purple: { ...tint('#5b2a86', '#4a1f70', '#f7a823'), night: '#8450b8' },
  amber: tint('#f2b632', '#c0392b', '#fff7df'),
  crimson: tint('#d1202f', '#8d0f1c', '#ffffff'),
  tomato: tint('#b81f2d', '#3a8a3f', '#fff1d8'),
  steel: tint('#3f7fc4', '#2b5c93', '#ffffff'),
  leaf: tint('#13814a', '#f0b400', '#d8f0c8'),
  forest: tint('#0f6b3c', '#0f6b3c', '#e9f5d4'),
  sky: tint('#2f7fd0', '#2f7fd0', '#ffffff'),
  royal: tint('#2b4fb5', '#e23b2e', '#ffd34d'),
} as const;
const SHARED_OUT = Object.values(TINTS);

/** Brands that people know by their colours, by a word of the brand or of the product. */
const KNOWN: Readonly<Record<string, keyof typeof TINTS>> = {
  peak: 'blue',
  oreo: 'blue',
  dano: 'blue',
  maggi: 'yellow',
  lipton: 'yellow',
  lays: 'yellow',
  nido: 'yellow',
  blue: 'yellow',
  semovita: 'ochre',
  indomie: 'red',
  dettol: 'green',
  bournvita: 'purple',
  cadbury: 'purple',
  oil: 'amber',
  close: 'crimson',
  coca: 'crimson',
  nescafe: 'crimson',
  kelloggs: 'crimson',
  rooibos: 'tomato',
  gino: 'tomato',
  dangote: 'steel',
  knorr: 'leaf',
  knorrox: 'leaf',
  mirinda: 'leaf',
  milo: 'forest',
  cowbell: 'sky',
  pepsi: 'royal',
  omo: 'royal',
};

const wordsOf = (text: string) => searchable(text).match(/[a-z0-9]+/g) ?? [];

/**
 * The colours of a product's brand. Other brands than the known ones share the colours by a sum over the brand's first word, which stays the same on
 * each device. A product's name begins with its brand, so a line that knows the name alone gets the same colours.
 */
export function tintOf(name: string, brand = ''): Tint {
  const words = [...wordsOf(brand), ...wordsOf(name)];
  const known = words.find((word) => Object.hasOwn(KNOWN, word));
  const tint = known ? TINTS[KNOWN[known] as keyof typeof TINTS] : SHARED_OUT[sumOf(words[0]) % SHARED_OUT.length];
  const variety = wordsOf(name.replace(AMOUNT, ''))
    .slice(1)
    .filter((word) => !GENERIC.has(word))
    .join();
  if (!variety) return tint as Tint;
  // Goods of one brand differ by the colour of their label: twelve of them, so that few drawings are made.
  const hue = `hsl(${(sumOf(variety) % 12) * 30} `;
  return { ...(tint as Tint), label: `${hue}85% 80%)`, sign: `${hue}75% 36%)` };
}

/** FNV-1a, which spreads short words well. */
function sumOf(text = ''): number {
  let sum = 0x811c9dc5;
  for (const letter of text) sum = Math.imul(sum ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return sum;
}

/** "400 g", "1.5L" or "100s" anywhere in a name: what a pack holds. */
const AMOUNT = /(?<![a-z\d.,])(\d+(?:[.,]\d+)?)\s?(kg|gr|g|mg|cl|ml|ltr|lt|l|s|pcs)(?![a-z])/i;

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

/** Words that tell nothing of one product: they join others, praise it, or name the range of a brand. */
const GENERIC = new Set(
  [
    'with and the for of in de au aux le la les et avec sans plein',
    'flavor flavour flavored flavoured original classic natural pure real new plus extra super good best quality premium special single one gold golden star valley',
    'fruit fruits dairy milk lait cereal cereals label yellow corn edible soft cola drink drinks food energy powder pack packs bag bags',
  ]
    .join(' ')
    .split(' '),
);
/** Letters of a word that a small picture has room for. A longer word is not shown: a part of it would mean nothing and would hide the picture. */
const MARK_LENGTH = 6;

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
  const pack = packOf(name);
  const isKind = (word: string) => FINDERS.some(([of, finder]) => of === pack && finder.test(word));
  const end = all.slice(1).findLast((one) => {
    const plain = searchable(one);
    const isBrand = brands.has(plain) || Object.hasOwn(KNOWN, plain);
    return plain.length > 1 && !isBrand && !GENERIC.has(plain) && !isKind(plain);
  });
  const hasRoom = end !== undefined && end.length > 2 && [...end].length <= MARK_LENGTH && !/\d/.test(end);
  return hasRoom ? end.charAt(0).toUpperCase() + end.slice(1) : undefined;
}
