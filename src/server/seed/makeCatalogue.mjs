// Makes catalogue.json from an Open Food Facts extract (ODbL 1.0): node src/server/seed/makeCatalogue.mjs <barcodes.csv> > src/server/seed/catalogue.json
// Names and barcodes come from the source, brand and maker from the table below. The source has no units per case and no naira prices: units per case
// follow the kind of product, and prices follow a fixed rule of kind and barcode, so that a rerun makes the same file.
import { readFileSync } from 'node:fs';
import Papa from 'papaparse';

/** brand -> [pattern, maker, kind] */
const BRANDS = {
  Milo: [/\bmilo\b/i, 'Nestlé', 'drink powder'],
  'Golden Morn': [/golden morn/i, 'Nestlé', 'cereal'],
  Maggi: [/maggi/i, 'Nestlé', 'seasoning'],
  Nescafé: [/nesca(f|s)/i, 'Nestlé', 'coffee'],
  Nido: [/\bnido\b/i, 'Nestlé', 'milk'],
  Cerelac: [/cerelac/i, 'Nestlé', 'cereal'],
  Peak: [/peak milk/i, 'FrieslandCampina', 'milk'],
  Dano: [/\bdano\b/i, 'Arla', 'milk'],
  'Blue Band': [/blue ?band/i, 'Upfield', 'spread'],
  Knorr: [/knorr/i, 'Unilever', 'seasoning'],
  Lipton: [/lipton/i, 'Unilever', 'tea'],
  Royco: [/royco/i, 'Unilever', 'seasoning'],
  'Coca-Cola': [/coca|\bcoke\b/i, 'Coca-Cola', 'soft drink'],
  Fanta: [/\bfanta\b/i, 'Coca-Cola', 'soft drink'],
  Sprite: [/\bsprite\b/i, 'Coca-Cola', 'soft drink'],
  Schweppes: [/schweppes/i, 'Coca-Cola', 'soft drink'],
  Pepsi: [/pepsi/i, 'PepsiCo', 'soft drink'],
  Mirinda: [/mirinda/i, 'PepsiCo', 'soft drink'],
  "Lay's": [/\blay'?s\b/i, 'PepsiCo', 'snack'],
  Quaker: [/quaker/i, 'PepsiCo', 'cereal'],
  "Kellogg's": [/kellog/i, "Kellogg's", 'cereal'],
  Pringles: [/pringles/i, "Kellogg's", 'snack'],
  Weetabix: [/weetabix/i, 'Weetabix', 'cereal'],
  Oreo: [/oreo/i, 'Mondelēz', 'biscuit'],
  Cadbury: [/cadbury|dairy milk/i, 'Mondelēz', 'chocolate'],
  Bakers: [/bakers/i, 'Bakers', 'biscuit'],
  Heinz: [/heinz/i, 'Kraft Heinz', 'sauce'],
  'All Gold': [/all gold/i, 'Tiger Brands', 'sauce'],
  Tastic: [/tastic/i, 'Tiger Brands', 'rice'],
  Jungle: [/jungle/i, 'Tiger Brands', 'cereal'],
  Koo: [/\bkoo\b/i, 'Tiger Brands', 'canned food'],
  Ceres: [/\bceres\b/i, 'Pioneer Foods', 'juice'],
  'Liqui Fruit': [/liqui[- ]?fruit/i, 'Pioneer Foods', 'juice'],
  Clover: [/clover/i, 'Clover', 'milk'],
  Parmalat: [/parmalat/i, 'Lactalis', 'milk'],
  'Lucky Star': [/lucky star/i, 'Oceana', 'canned food'],
  Nutella: [/nutella/i, 'Ferrero', 'spread'],
  Rooibos: [/rooibos/i, 'Rooibos', 'tea'],
};

/** kind -> [units per case, lowest and highest naira of one unit] */
const KINDS = {
  'drink powder': [24, 450, 3_900],
  cereal: [12, 900, 4_500],
  seasoning: [48, 150, 1_200],
  coffee: [24, 700, 5_200],
  milk: [24, 500, 4_800],
  spread: [12, 900, 5_500],
  tea: [24, 600, 2_800],
  'soft drink': [12, 350, 900],
  snack: [14, 700, 2_600],
  biscuit: [24, 250, 1_500],
  chocolate: [24, 400, 2_200],
  sauce: [12, 900, 3_200],
  rice: [10, 1_800, 4_200],
  'canned food': [12, 800, 2_900],
  juice: [10, 900, 2_400],
};

const { data } = Papa.parse(readFileSync(process.argv[2], 'utf8'), { header: true, skipEmptyLines: true });
const seen = new Set();
const products = [];
for (const { barcode, product_name, check_digit_ok } of data) {
  if (check_digit_ok !== 'yes') continue;
  const name = tidy(product_name);
  if (name.length < 6 || name.length > 60 || /[\u0600-\u06ff]|#|\?{2}/.test(name)) continue;
  const found = Object.entries(BRANDS).find(([, [pattern]]) => pattern.test(name));
  if (!found) continue;
  const [brand, [, maker, kind]] = found;
  const full = name.toLowerCase().includes(brand.toLowerCase().slice(0, 4)) ? name : `${brand} ${name}`;
  const key = full.toLowerCase().replace(/\W/g, '');
  if (seen.has(key) || key === brand.toLowerCase().replace(/\W/g, '')) continue;
  seen.add(key);
  const [caseCount, low, high] = KINDS[kind];
  const unit = low + (Number(barcode.slice(-6)) % (high - low));
  products.push({
    sku: `OFF-${barcode.slice(-8)}`,
    barcode,
    name: full,
    brand,
    maker,
    category: kind,
    case_count: caseCount,
    price: Math.round((unit * caseCount) / 50) * 50,
  });
}
const brands = new Map();
const kept = products.filter(({ brand }) => {
  const count = (brands.get(brand) ?? 0) + 1;
  brands.set(brand, count);
  return count <= 14;
});
const header = {
  source: 'Open Food Facts (openfoodfacts.org), barcodes of African GS1 prefixes, extract of June 2019',
  license: 'Open Database License (ODbL) 1.0; this file is a derived database under the same licence',
  added: 'units per case and naira prices are made up by rule for the demo',
};
process.stdout.write(
  `{\n"about": ${JSON.stringify(header)},\n"products": [\n${kept.map((product) => `  ${JSON.stringify(product)}`).join(',\n')}\n]\n}\n`,
);

function tidy(raw) {
  const text = raw
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[.,;:-]+$/, '')
    .trim();
  const shouting = text === text.toUpperCase();
  const calm = shouting ? text.toLowerCase() : text;
  return calm.replace(/(^|[\s(])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase());
}
