/** Which pack is drawn for a product, in which proportions and with which sign (docs/decisions/0209, 1380). All follow from words, so a product looks the same everywhere. */
import { type FlavourSign, flavourOf } from './pack/flavours.ts';
import { type SignWord, signOf } from './pack/signs.ts';
import { finderOf, foundIn, sizeIn, sumOf, varietyOf } from './pack/words.ts';

/** The symbols of public/packs.svg, each `pack-` and one of these words. */
export type PackWord =
  | 'tin'
  | 'sachet'
  | 'bottle'
  | 'carton'
  | 'sack'
  | 'bar'
  | 'jar'
  | 'tube'
  | 'gable'
  | 'box'
  | 'packet'
  | 'jug'
  | 'roll'
  | 'can'
  | 'pot';

/**
 * The first rule that finds a word of the product decides: names of packs, then brands of one pack, then kinds of goods. Where goods of a kind come in several
 * packs, the first is that of the plain product and the variety chooses one of them, so that the varieties of a brand differ. A long word may be the
 * beginning of a longer one: "biscuit" finds "biscuits". French words stand here as well, because goods from the neighbours carry them.
 */
const RULES: readonly (readonly [packs: string, words: string])[] = [
  ['sachet', 'sachet pouch refill satchet soup'],
  ['tube', 'tube toothpaste dentifrice'],
  ['tin', 'tin canned'],
  ['bottle', 'bottle liquid arome'],
  ['pot', 'aromat'],
  ['jar', 'jar pot tub'],
  ['sack', 'sack'],
  ['jug', 'jerrycan jerry keg gallon'],
  ['carton', 'box carton'],
  ['packet roll box', 'oreo bakers'],
  ['sachet pot', 'lay'],
  ['sachet', 'indomie cowbell gala noodle spaghetti macaroni pasta'],
  ['sack', 'honeywell'],
  ['bar box', 'cadbury chocolate chocolat snickers'],
  ['bar', 'soap savon bar'],
  ['jar tin sachet', 'nescafe coffee cafe'],
  ['jar', 'bournvita nutella'],
  ['carton box', 'cube tablette'],
  ['carton sachet pot', 'maggi knorr bouillon stock seasoning'],
  ['can bottle', 'iced? ice still'],
  ['box pot carton', 'rooibos'],
  ['box carton', 'lipton tea'],
  ['tube', 'closeup close oral colgate pepsodent'],
  ['box sachet', 'cereal flakes kellogg oat jungle morn cerelac crunch'],
  ['box', 'candle match battery batterie'],
  ['gable bottle', 'juice jus ceres chivita'],
  ['gable', 'hollandia parmalat clover'],
  ['tin pot', 'milo ovaltine'],
  ['bottle can', 'pepsi coca coke fanta sprite mirinda malt soda drink'],
  ['bottle', 'water oil huile vinegar bleach shampoo lotion'],
  ['packet roll box', 'biscuit crispbread cracker cookie wafer'],
  ['packet', 'tissue'],
  ['sachet', 'snack crisps chips chin sweet candy gum washing diaper pampers molfix huggies'],
  ['sachet box', 'detergent omo ariel klin'],
  ['tin pot', 'milk lait peak dano nido cocoa custard'],
  ['tin', 'lucky tomato gino tuna sardine mackerel corned beans insecticide'],
  ['jar tin', 'mayonnaise mayo spread butter margarine band honey jam'],
  ['sack', 'semo semovita semolina sugar sucre rice riz flour garri gari salt wheat poundo yam maize cement'],
  ['bar', 'dettol septol lux imperial tetmosol'],
  // Words of categories and makers.
  ['bottle', 'beverage'],
  ['box', 'breakfast pioneer tiger unilever'],
  ['gable', 'dairy friesland lactalis arla'],
  ['packet', 'mondelez'],
  ['jar', 'nestle upfield'],
  ['tin', 'oceana'],
  ['sack', 'grain bakery'],
];
const FINDERS = RULES.map(([packs, words]) => [packs.split(' ') as readonly PackWord[], finderOf(words)] as const);
const CARTON: readonly PackWord[] = ['carton'];

const packsOf = (name: string, category = '') => foundIn(FINDERS, name, category) ?? CARTON;

/** The pack of a product by words of its name, else of its category where that is known. Goods that no rule knows come in cartons. */
export function packOf(name: string, category = ''): PackWord {
  const packs = packsOf(name, category);
  const variety = varietyOf(name);
  return packs[variety ? sumOf(variety) % packs.length : 0] as PackWord;
}

/** Whether a word names the kind of goods that come in the pack of this product. */
export function isKindOf(name: string): (word: string) => boolean {
  const [first] = packsOf(name);
  return (word) => FINDERS.some(([packs, finder]) => packs[0] === first && finder.test(word));
}

/** Width and height of a pack as parts of its drawing. */
export type Proportions = readonly [width: number, height: number];

/** Grams or millilitres of a unit that a size has. */
const UNITS: Readonly<Record<string, number>> = { kg: 1000, L: 1000, cl: 10, mg: 0.001, s: 8, pcs: 8 };
const BUILDS: readonly Proportions[] = [
  [1, 1],
  [0.8, 1],
  [1, 0.8],
];
/** A low bottle would be another thing. */
const UPRIGHT: ReadonlySet<PackWord> = new Set(['bottle', 'can', 'gable', 'tube']);
/** A smaller one has no room for its sign. */
const LEAST = 0.7;

/** What holds more is larger, and varieties of one brand are narrow, low or neither. */
export function proportionsOf(name: string, pack: PackWord): Proportions {
  const [, figure = '', unit = ''] = /^([\d.,]+)(\D+)$/.exec(sizeIn(name) ?? '') ?? [];
  const amount = Number(figure.replace(',', '.')) * (UNITS[unit] ?? 1);
  const size = amount > 0 ? Math.min(1, Math.max(0.76, 0.55 + Math.log10(amount) * 0.15)) : 1;
  const variety = varietyOf(name);
  const builds = UPRIGHT.has(pack) ? 2 : BUILDS.length;
  const [width, height] = BUILDS[variety ? (sumOf(variety) >>> 8) % builds : 0] as Proportions;
  const part = (figure: number) => Math.max(LEAST, Math.round(figure * 100) / 100);
  return [part(width * size), part(height * size)];
}

/** The sign on the label: the flavour that the name says, else the kind of goods. */
export const labelSignOf = (name: string, category = ''): SignWord | FlavourSign | undefined =>
  flavourOf(name)?.sign ?? signOf(name, category);
