/** The drawings of goods. Each product of the demo has a fitting pack, and the same colours on every screen. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { markOf } from '#crud/fields/pack/marks.ts';
import { type SignWord, signOf } from '#crud/fields/pack/signs.ts';
import { tintOf } from '#crud/fields/pack/tints.ts';
import { sizeIn } from '#crud/fields/pack/words.ts';
import { labelSignOf, type PackWord, packOf, proportionsOf } from '#crud/fields/packOf.ts';
import { drawingOf, pictureOf } from '#crud/fields/packPictures.ts';

interface Sold {
  maker: string;
  name: string;
  brand: string;
  category: string;
}
const { products } = JSON.parse(
  readFileSync(new URL('../../src/server/seed/catalogue.json', import.meta.url), 'utf8'),
) as { products: Sold[] };

/** The possible packs of a category. */
const COMES_IN: Record<string, readonly PackWord[]> = {
  biscuit: ['packet', 'roll', 'box'],
  'canned food': ['tin'],
  cereal: ['box', 'sachet'],
  chocolate: ['bar', 'box'],
  coffee: ['jar', 'tin', 'sachet', 'carton'],
  'drink powder': ['tin', 'pot', 'sachet'],
  juice: ['gable', 'bottle'],
  milk: ['tin', 'pot', 'gable'],
  seasoning: ['carton', 'box', 'sachet', 'pot', 'bottle'],
  snack: ['sachet', 'pot'],
  'soft drink': ['bottle', 'can'],
  spread: ['jar', 'tin'],
  tea: ['box', 'carton', 'pot', 'can', 'bottle'],
};

/** The sign on the label of each kind of goods. */
const SIGN: Record<string, readonly SignWord[]> = {
  biscuit: ['biscuit'],
  'canned food': ['fish'],
  cereal: ['flakes', 'noodles'],
  chocolate: ['squares'],
  coffee: ['mug'],
  'drink powder': ['cocoa'],
  juice: ['citrus'],
  milk: ['milk'],
  seasoning: ['cube'],
  snack: ['crisps'],
  'soft drink': ['soda'],
  spread: ['bread'],
  tea: ['leaf'],
};
const file = readFileSync(new URL('../../public/packs.svg', import.meta.url), 'utf8');
const drawn = new Map(
  [...file.matchAll(/<symbol id="([\w-]+)"[^>]*>([\s\S]*?)<\/symbol>/g)].map(([, id = '', body = '']) => [id, body]),
);

describe('drawn goods', () => {
  test('each product of the demo has the sign of its kind of goods, by the words of its name alone', () => {
    const wrong = products.filter(({ name, category }) => !SIGN[category]?.includes(signOf(name) as SignWord));
    expect(wrong.map(({ name, category }) => `${name} (${category}): ${signOf(name)}`)).toEqual([]);
  });

  test.each([
    ['Indomie Chicken 70 g', 'noodles'],
    ['Golden Penny Spaghetti 500 g', 'pasta'],
    ['Mama Gold Rice 50 kg', 'rice'],
    ['Dangote Sugar 1 kg', 'sugar'],
    ['Dangote Salt 1 kg', 'salt'],
    ['Honeywell Flour 50 kg', 'wheat'],
    ['Golden Penny Semovita 1 kg', 'swallow'],
    ['Power Oil 75 cl', 'drop'],
    ['Gino Tomato Paste 70 g', 'tomato'],
    ['Omo Detergent 1 kg', 'bubbles'],
    ['Molfix Diapers 40s', 'baby'],
    ['Household Candles', 'candle'],
    ['Tiger Head Battery', 'cell'],
    ['Lux Soap', 'soap'],
    ['Close-Up Toothpaste', 'tooth'],
    ['Buttermint Sweets', 'sweet'],
    ['Golden Choice', undefined],
    ['', undefined],
  ])('%s has the sign %s', (name, sign) => {
    expect(signOf(name)).toBe(sign);
  });

  test('the words of the name decide before those of the category', () => {
    expect(signOf('Okin Biscuits', 'Snacks')).toBe('biscuit');
    expect(signOf('Golden Choice', 'Dairy')).toBe('milk');
    expect(packOf('Golden Choice', 'Dairy')).toBe('gable');
  });

  test('the categories and the makers of the demo have a drawing each', () => {
    const CATEGORIES = ['Beverages', 'Breakfast', 'Canned food', 'Cooking', 'Dairy', 'Snacks'];
    const drawings = CATEGORIES.map((name) => [packOf(name, name), signOf(name, name)].join());
    expect(new Set(drawings).size).toBe(CATEGORIES.length);
    const makers = [...new Set(products.map(({ maker }) => maker))];
    expect(makers.filter((name) => signOf(name) === undefined)).toEqual([]);
  });

  test('each sign of a rule is in the file, stands in the place of the own sign of each pack, and keeps to its colours', () => {
    const rules = readFileSync(new URL('../../src/crud/fields/pack/signs.ts', import.meta.url), 'utf8');
    const table = rules.slice(rules.indexOf('const SIGNS'), rules.indexOf('] as const;', rules.indexOf('const SIGNS')));
    const signs = new Set([...table.matchAll(/\['([a-z]+)', '/g)].map(([, sign = '']) => sign));
    expect(signs.size).toBeGreaterThan(30);
    for (const id of drawn.keys())
      for (const sign of id.startsWith('pack-') ? signs : []) {
        const text = drawingOf(drawn, id.slice('pack-'.length) as PackWord, sign);
        expect(text, `${id} ${sign}`).toContain(drawn.get(`sign-${sign}`));
        expect(text, id).not.toContain('data-at');
      }
    expect(drawingOf(drawn, 'tin', '')).toBe(drawn.get('pack-tin'));
  });

  test('each product of the demo gets a pack of its category, by the words of its name alone', () => {
    expect(products.length).toBeGreaterThan(100);
    const wrong = products.filter(({ name, category }) => !COMES_IN[category]?.includes(packOf(name)));
    expect(wrong.map(({ name, category }) => `${name} (${category}): ${packOf(name)}`)).toEqual([]);
  });

  test.each([
    ['Peak Milk Tin 400 g', 'tin'],
    ['Maggi Chicken Cubes 100s', 'carton'],
    ['Golden Penny Semovita 1 kg', 'sack'],
    ['Indomie Chicken 70 g', 'sachet'],
    ['Dettol Soap 65 g', 'bar'],
    ['Bournvita 500 g', 'jar'],
    ['Power Oil 75 cl', 'bottle'],
    ['Close-Up Toothpaste 140 g', 'tube'],
    ['Gino Tomato Tin 210 g', 'tin'],
    ['Dangote Sugar 1 kg', 'sack'],
    ['Cowbell Milk 12 g', 'sachet'],
    ['Dettol Antiseptic Liquid', 'bottle'],
    ['Mama Gold Rice 50 kg', 'sack'],
    ['Hypo Bleach', 'bottle'],
  ] as const)('%s is drawn as a %s', (name, pack) => {
    expect(packOf(name)).toBe(pack);
  });

  test.each([
    ['Indomie Chicken 70 g', '70g'],
    ['Indomie Onion Chicken Noodles 120g', '120g'],
    ['Coca-Cola 1.5L', '1.5L'],
    ['Maggi Chicken Cubes 100s', '100s'],
    ['Bakers Ginger Nut Biscuits 200 GR', '200g'],
    ['Bakers Lemon Cream Biscuits 200G', '200g'],
    ['Ceres Tropical Juice 01LTR', '1L'],
    // A count of pieces is said as the trade says it.
    ['Lipton Yellow Label Black Tea 100 Tea Bags', '100s'],
    ['Knorr Beef Flavored Buillon Cubes - 8 Cubes', '8s'],
    ['60 Tablettes Cube Maggi Poulet Ci Halal', '60s'],
    ['7Up Bottle', undefined],
    ['Golden Choice', undefined],
    ['Omo 3in1 Powder', undefined],
  ])('the picture of %s says %s', (name, size) => {
    expect(sizeIn(name)).toBe(size);
  });

  test.each([
    ['Bakers Tennis Biscuits', 'Bakers', 'Tennis'],
    // A word that would be cut is left out.
    ['Bakers Provita Wholewheat Crispbread', 'Bakers', undefined],
    // A word of the middle or a generic one is no end of a name.
    ['Nescafé Gold Cappuccino', 'Nescafé', undefined],
    ['Bakers Good Morning Chocola Biscuit', 'Bakers', undefined],
    ['Lipton Yellow Label', 'Lipton', undefined],
    ['Blue Band Original', 'Blue Band', undefined],
    ['Ceres Medley Of Fruits Juice', 'Ceres', 'Medley'],
    ['Ceres Pear 100% Fruit Juice', 'Ceres', 'Pear'],
    ["Ceres Jus D'orange", 'Ceres', 'Orange'],
    // The kind of a sack is the variety of a sachet.
    ["Lay's Edible Salt", "Lay's", 'Salt'],
    ["Kellogg's Corn Flakes With Real Honey", "Kellogg's", 'Honey'],
    ['Cadbury Dairy Milk Rum&Raisin', 'Cadbury', 'Raisin'],
    ["Lay's With Cheese And Onion Flavor", "Lay's", 'Onion'],
    ['Coca-Cola Diet Coke', 'Coca-Cola', 'Diet'],
    // A line that knows only the name gives the same word.
    ['Bakers Tennis Biscuits', '', 'Tennis'],
    // Letters keep their accents.
    ['Ọṣẹ Adúláwọ̀ Dúdú', '', 'Dúdú'],
    ['Ọṣẹ Dúdú Adúláwọ̀', '', undefined],
    ['Bakers Ginger Nut Biscuits 200 GR', 'Bakers', '200g'],
    ['7Up Bottle', '7Up', undefined],
    ['Milo', 'Milo', undefined],
    ['', '', undefined],
  ])('the picture of %s by %s is told apart by %s', (name, brand, mark) => {
    expect(markOf(name, brand)).toBe(mark);
  });

  test('the labels of the demo are sizes, counts and varieties, and never a generic word', () => {
    const words = products.flatMap(({ name, brand }) => {
      const mark = markOf(name, brand);
      return mark === undefined || /^[\d.,]+[a-zA-Z]+$/.test(mark) ? [] : [mark];
    });
    expect(words.toSorted((a, b) => (a < b ? -1 : 1)).join(' ')).toBe(
      'Apple Beef Cheese Cherry Chili Citron Crem Diet Entier Fish Grape Honey Kebab Lemon Lemon MAX Maize Mango Medley Onion Orange Orange Peach Pear Pomme Poulet Raisin Salt Tennis Touute Yuzu Écrémé',
    );
  });

  test('a line that knows the name alone has the same label', () => {
    const others = products.filter(({ name, brand }) => markOf(name) !== markOf(name, brand));
    expect(others.map(({ name }) => name)).toEqual([]);
  });

  test('the category decides if the name says nothing, and unknown goods come in cartons', () => {
    expect(packOf('Golden Choice', 'Soft drink')).toBe('bottle');
    expect(packOf('Golden Choice')).toBe('carton');
    expect(packOf('')).toBe('carton');
  });

  test('a word inside another word does not decide', () => {
    // The words "oil", "tin", "tea" and "bar" lie inside other words.
    expect(packOf('Foil Platinum Steak Barley 12')).toBe('carton');
  });

  test('known brands keep their colours, with and without the brand beside the name', () => {
    expect(tintOf('Peak Milk', 'Peak').body).toBe('#1b55a6');
    expect(tintOf('Bournvita 500 g', 'Cadbury').body).toBe('#5b2a86');
    for (const { name, brand } of products.filter((one) => one.name.startsWith(one.brand)))
      expect(tintOf(name), name).toEqual(tintOf(name, brand));
  });

  test('goods of one brand have one colour, and unknown brands share some colours', () => {
    expect(tintOf('Nasco Corn Flakes', 'Nasco').body).toBe(tintOf('Wafers by Nasco', 'Nasco').body);
    expect(tintOf('Òkìn Biscuits').body).toBe(tintOf('okin crackers').body);
    const bodies = [
      'Nasco',
      'Okin',
      'Viju',
      'Bigi',
      'Honeywell',
      'Sunti',
      'Tasty',
      'Laziz',
      'Hypo',
      'Molfix',
      'Ariel',
      'Gala',
    ];
    expect(new Set(bodies.map((brand) => tintOf('', brand).body)).size).toBeGreaterThan(5);
    expect(tintOf('', '')).toBeDefined();
  });

  test('goods of one brand differ by the colour of their label, whatever their size is', () => {
    const labelOf = (name: string) => tintOf(name).label;
    expect(labelOf('Indomie Onion Chicken Noodles 120g')).toBe(labelOf('Indomie Onion Chicken Noodles 70 g'));
    expect(labelOf('Oreo Original')).toBe(tintOf('Oreo').label);
  });

  /** What is seen of a product at the first look. */
  const traitsOf = ({ name, brand, category }: Sold) => {
    const pack = packOf(name, category);
    const { body, label } = tintOf(name, brand);
    return [pack, proportionsOf(name, pack).join(), labelSignOf(name, category), body, label];
  };

  test('neighbours of the list of products look different', () => {
    const listed = products.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const pairs = listed.slice(1).map((one, at) => {
      const traits = traitsOf(listed[at] as Sold);
      const others = traitsOf(one).filter((trait, of) => trait !== traits[of]).length;
      return { names: `${listed[at]?.name} | ${one.name}`, others };
    });
    // Names that say the same goods twice, or in more words.
    expect(pairs.filter(({ others }) => others === 0).map(({ names }) => names)).toEqual([
      'Arome Maggi | Arôme Maggi',
      'Bakers Good Morning Milk & Cereals | Bakers Good Morning Milk &cereal',
      'Nestle Milo | Nestle Milo The Energy Food Drink',
      'Rooibos Tea | Rooibos Tea Pure And Natural',
    ]);
    // One trait tells two sizes of one flavour apart; all others have two or more.
    expect(pairs.filter(({ others }) => others === 1).length).toBeLessThanOrEqual(6);
  });

  test('at most three goods of the demo share a drawing', () => {
    const times = new Map<string, number>();
    for (const one of products) {
      const drawing = traitsOf(one).join();
      times.set(drawing, (times.get(drawing) ?? 0) + 1);
    }
    expect(Math.max(...times.values())).toBeLessThanOrEqual(3);
  });

  test('a pack is larger the more it holds, and a bottle is never low', () => {
    const area = (name: string) => proportionsOf(name, packOf(name)).reduce((all, part) => all * part);
    expect(area('Peak Milk Tin 900 g')).toBeGreaterThan(area('Peak Milk Tin 170 g'));
    expect(area('Golden Penny Semovita 1 kg')).toBeGreaterThan(area('Golden Penny Semovita 200 g'));
    for (const { name } of products.filter((one) => packOf(one.name) === 'bottle')) {
      const [width, height] = proportionsOf(name, 'bottle');
      expect(height, name).toBeGreaterThanOrEqual(width);
    }
  });

  test.each([
    ['Ceres Pinapple', 'pineapple'],
    ['Ceres Juice Grapefruit', 'grapefruit'],
    ['Mirinda Pomme', 'apple'],
    ['Knorr Chicken Cubes', 'chicken'],
    ["Lay's With Cheese And Onion Flavor", 'onion'],
    ['Bakers Ginger Nut Biscuits 200 GR', 'ginger'],
    ['Oreo Dairy Milk', 'milk'],
    // Milk says nothing of a milk.
    ['Peak Milk', 'milk'],
    ['Coca-Cola Diet Coke', 'soda'],
    ['Bakers Tennis Biscuits', 'biscuit'],
    ['Golden Choice', undefined],
  ])('the label of %s shows %s', (name, sign) => {
    expect(labelSignOf(name)).toBe(sign);
    if (sign) expect(drawn.has(`sign-${sign}`)).toBe(true);
  });

  test('each flavour has its sign in the file', () => {
    const rules = readFileSync(new URL('../../src/crud/fields/pack/flavours.ts', import.meta.url), 'utf8');
    const signs = [...rules.matchAll(/^ {2}\['([a-z]+)', '#/gm)].map(([, sign]) => sign);
    expect(signs.length).toBeGreaterThan(25);
    expect(signs.filter((sign) => !drawn.has(`sign-${sign}`))).toEqual([]);
  });

  test('each drawing that a rule may choose is in the file', () => {
    const plain: PackWord[] = ['tin', 'sachet', 'bottle', 'carton', 'sack', 'bar', 'jar', 'tube'];
    const packs: PackWord[] = [...plain, 'gable', 'box', 'packet', 'jug', 'roll', 'can', 'pot'];
    for (const pack of packs) expect(drawn.get(`pack-${pack}`), pack).toContain('data-at');
  });

  test('a drawing contains the colours of the brand, and no variable is left', () => {
    const tin = drawn.get('pack-tin') ?? '';
    expect(tin).toContain('var(--pa');
    const text = decodeURIComponent(pictureOf(tin, { body: '#111111', sign: '#222222', label: '#333333' }));
    expect(text).not.toContain('var(');
    for (const colour of ['#111111', '#222222', '#333333']) expect(text).toContain(`fill="${colour}"`);
    expect(text).toMatch(/^url\("data:image\/svg\+xml,<svg [\s\S]*<\/svg>"\)$/);
  });
});
