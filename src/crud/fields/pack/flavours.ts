/** Flavours that a name says: what is drawn on the label of the pack, and in which colours (docs/decisions/1380). */
import { signOf } from './signs.ts';
import { finderOf, foundIn } from './words.ts';

/** A sign that is `sign-` and this word in public/packs.svg; undefined: the flavour has a colour alone. The first flavour whose words a name has decides. */
const FLAVOURS = [
  ['lemon', '#fff6bf', '#7d6a00', 'lemon citron lime yuzu'],
  ['ginger', '#fbe3bd', '#7a4a12', 'ginger gingembre'],
  ['chili', '#ffd9cf', '#a81d1d', 'chili chilli pepper piment'],
  ['onion', '#f3e0ee', '#8a2b66', 'onion oignon'],
  ['garlic', '#e9edd8', '#5d5a78', 'garlic ail'],
  ['cheese', '#fff0b8', '#8a5a00', 'cheese fromage'],
  ['kebab', '#f7d9c0', '#7a2f12', 'kebab barbecue bbq suya'],
  ['chicken', '#ffe3b3', '#a64700', 'chicken poulet'],
  ['beef', '#f6d5cd', '#7c2418', 'beef boeuf oxtail mutton'],
  ['shrimp', '#ffdccf', '#c23a12', 'crevette shrimp prawn crayfish'],
  ['fish', '#cfe6fa', '#15569c', 'fish poisson'],
  ['squares', '#ead2bb', '#55280f', 'chocolate chocolat chocola choc'],
  ['pineapple', '#fff2b0', '#7d5f00', 'pineapple pinapple ananas tropical'],
  ['grapefruit', '#ffd8d2', '#b3362b', 'grapefruit pamplemousse'],
  ['grape', '#e6d9f7', '#5a2a9c', 'grape raisin'],
  ['orange', '#ffe6c4', '#b04e00', 'orange clementine tangerine'],
  ['apple', '#e0f3cf', '#a81d1d', 'apple pomme'],
  ['pear', '#eef3c0', '#536b0a', 'pear poire guava'],
  ['mango', '#ffe2a8', '#a64700', 'mango mangue papaya papaye'],
  ['peach', '#ffe3d3', '#b3492b', 'peach peche apricot'],
  ['berry', '#ffd9e6', '#a3195b', 'framboise raspberry strawberry fraise berry berries'],
  ['cherry', '#f9d3da', '#8d0f1c', 'cherry cerise'],
  ['medley', '#ffffff', '#b04e00', 'medley tutti cocktail multivitamin'],
  ['honey', '#ffe9b0', '#8a5a00', 'honey miel'],
  ['coconut', '#eee6dc', '#5b3a20', 'coconut'],
  ['leaf', '#d5f2e3', '#0f6b4a', 'mint menthe menthol'],
  ['wheat', '#f1e3c0', '#7a4a12', 'multigrain wholewheat wholegrain bran'],
  ['salt', '#dbeaf7', '#1d4f86', 'salted salticrax salt'],
  ['milk', '#e6f3ff', '#1b55a6', 'milk lait'],
  ['bowl', '#fbe0c8', '#a02f14', 'soup chorba'],
  [undefined, '#d5f0d0', '#176b39', 'green vert'],
  [undefined, '#f1d68a', '#6b4a00', 'gold'],
  [undefined, '#dfe3ea', '#c4161c', 'diet light'],
  [undefined, '#454b66', '#ffffff', 'zero max'],
] as const;
export type FlavourSign = NonNullable<(typeof FLAVOURS)[number][0]>;

interface Flavour {
  readonly sign: FlavourSign | undefined;
  readonly label: string;
  readonly ink: string;
}
const FINDERS: readonly (readonly [Flavour, RegExp])[] = FLAVOURS.map(([sign, label, ink, words]) => [
  { sign, label, ink },
  finderOf(words),
]);

/** The flavour that a name says; milk tells nothing of a milk. */
export function flavourOf(name: string): Flavour | undefined {
  const found = foundIn(FINDERS, name, '');
  return found?.sign === 'milk' && signOf(name) === 'milk' ? undefined : found;
}
