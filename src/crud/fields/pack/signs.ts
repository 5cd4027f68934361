/** The signs of the kinds of goods on the labels of packs. */
import { finderOf, foundIn } from './words.ts';

/**
 * The signs of public/packs.svg by kinds of goods, `sign-` and the first word of each: what is drawn on the label of a pack (decision 1352). Brands of one
 * kind stand beside the kind, and first those whose names hold words of another kind.
 */
const SIGNS = [
  ['crisps', 'lay crisps chips chin pringles gala popcorn plantain'],
  ['sweet', 'sweet candy gum'],
  ['biscuit', 'oreo bakers biscuit cracker crispbread cookie wafer cabin digestive'],
  ['squares', 'cadbury chocolate chocolat snickers'],
  ['cube', 'maggi knorr bouillon stock seasoning curry thyme spice'],
  ['noodles', 'noodle indomie'],
  ['pasta', 'spaghetti spagetti macaroni pasta'],
  ['mug', 'nescafe coffee cafe'],
  ['cocoa', 'milo bournvita ovaltine cocoa'],
  ['leaf', 'lipton tea rooibos'],
  ['flakes', 'cereal flakes kellogg oat jungle morn cerelac crunch custard'],
  ['tooth', 'toothpaste toothbrush dentifrice closeup close oral colgate pepsodent'],
  ['baby', 'diaper nappies pampers molfix huggies baby'],
  ['roll', 'tissue toilet serviette'],
  ['candle', 'candle match'],
  ['cell', 'battery batterie'],
  ['coil', 'insecticide mosquito coil raid mortein baygon'],
  ['bubbles', 'detergent omo ariel klin washing sunlight bleach hypo jik'],
  ['soap', 'soap savon lux imperial tetmosol'],
  ['flower', 'cream lotion shampoo perfume pomade vaseline'],
  ['citrus', 'juice jus ceres chivita'],
  ['soda', 'pepsi coca coke fanta sprite mirinda malt soda drink'],
  ['tomato', 'tomato tomate gino'],
  ['fish', 'lucky tuna sardine mackerel titus geisha fish'],
  ['bean', 'beans ewa'],
  ['milk', 'milk lait peak dano nido clover parmalat cowbell yoghurt hollandia'],
  ['bread', 'butter margarine band mayonnaise mayo spread jam nutella bread'],
  ['rice', 'rice riz'],
  ['sugar', 'sugar sucre'],
  ['salt', 'salt'],
  ['swallow', 'semo semovita semolina garri gari poundo yam'],
  ['wheat', 'flour wheat'],
  ['brick', 'cement'],
  ['cross', 'paracetamol panadol plaster antiseptic dettol septol'],
  ['drop', 'oil huile water vinegar'],
  // Words of categories and makers.
  ['soda', 'beverage'],
  ['flakes', 'breakfast pioneer tiger'],
  ['fish', 'canned oceana'],
  ['cube', 'cooking'],
  ['milk', 'dairy friesland lactalis arla'],
  ['crisps', 'snack'],
  ['squares', 'mondelez'],
  ['mug', 'nestle'],
  ['bread', 'upfield bakery'],
  ['leaf', 'unilever'],
  ['rice', 'grain'],
  ['bubbles', 'household cleaning laundry'],
  ['soap', 'toiletries'],
  ['flower', 'beauty cosmetic'],
] as const;
export type SignWord = (typeof SIGNS)[number][0];
const SIGN_FINDERS = SIGNS.map(([sign, words]) => [sign, finderOf(words)] as const);

/** The sign of a product's kind of goods, by the same words; undefined: the pack's own. */
export const signOf = (name: string, category = ''): SignWord | undefined => foundIn(SIGN_FINDERS, name, category);
