/** The drawings of goods. Each product of the demo has a fitting pack, and the same colours on every screen. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { markOf, type PackWord, packOf, sizeIn, tintOf } from '#crud/fields/packOf.ts';
import { pictureOf } from '#crud/fields/packPictures.ts';

interface Sold {
  name: string;
  brand: string;
  category: string;
}
const { products } = JSON.parse(
  readFileSync(new URL('../../src/server/seed/catalogue.json', import.meta.url), 'utf8'),
) as { products: Sold[] };

/** The possible packs of a category. */
const COMES_IN: Record<string, readonly PackWord[]> = {
  biscuit: ['sachet'],
  'canned food': ['tin'],
  cereal: ['carton', 'sachet'],
  chocolate: ['bar'],
  coffee: ['jar', 'carton'],
  'drink powder': ['tin', 'sachet'],
  juice: ['carton'],
  milk: ['tin'],
  seasoning: ['carton', 'bottle'],
  snack: ['sachet'],
  'soft drink': ['bottle'],
  spread: ['jar'],
  tea: ['carton'],
};

describe('drawn goods', () => {
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
    // The most that share a drawing, of all goods of the demo. Before the labels it was eleven.
    const drawings = new Map<string, string[]>();
    for (const { name, brand, category } of products) {
      const { body, sign, label } = tintOf(name, brand);
      const key = [packOf(name, category), body, sign, label].join();
      drawings.set(key, [...(drawings.get(key) ?? []), name]);
    }
    expect(Math.max(...[...drawings.values()].map((names) => names.length))).toBeLessThanOrEqual(4);
  });

  test('each drawing that a rule may choose is in the file', () => {
    const drawn = readFileSync(new URL('../../public/packs.svg', import.meta.url), 'utf8');
    const packs: PackWord[] = ['tin', 'sachet', 'bottle', 'carton', 'sack', 'bar', 'jar', 'tube'];
    for (const pack of packs) expect(drawn).toContain(`id="pack-${pack}"`);
  });

  test('a drawing contains the colours of the brand, and no variable is left', () => {
    const drawn = readFileSync(new URL('../../public/packs.svg', import.meta.url), 'utf8');
    const tin = /<symbol id="pack-tin"[^>]*>([\s\S]*?)<\/symbol>/.exec(drawn)?.[1] ?? '';
    expect(tin).toContain('var(--pa');
    const text = decodeURIComponent(pictureOf(tin, { body: '#111111', sign: '#222222', label: '#333333' }));
    expect(text).not.toContain('var(');
    for (const colour of ['#111111', '#222222', '#333333']) expect(text).toContain(`fill="${colour}"`);
    expect(text).toMatch(/^url\("data:image\/svg\+xml,<svg [\s\S]*<\/svg>"\)$/);
  });
});
