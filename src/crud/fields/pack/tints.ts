/** The colours of a drawn pack (docs/decisions/0209, 1380). */
import { flavourOf } from './flavours.ts';
import { sumOf, varietyOf, wordsOf } from './words.ts';

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

export const isKnownBrand = (word: string) => Object.hasOwn(KNOWN, word);

/** The colours of a label and of the sign on it, for varieties whose names say no flavour. */
const LABELS = [
  ['#f4e0bd', '#7a4a12'],
  ['#ffe680', '#7d5f00'],
  ['#ffcf99', '#a64700'],
  ['#ffc4b8', '#a81d1d'],
  ['#ffcfe2', '#a3195b'],
  ['#e2d3ff', '#5a2a9c'],
  ['#c6dfff', '#15569c'],
  ['#bdeaea', '#0b636b'],
  ['#c9efc8', '#176b39'],
  ['#e4f0a0', '#536b0a'],
  ['#ffffff', '#1d2350'],
  ['#d8dce6', '#2c3050'],
] as const;

/**
 * The colours of a product: the body has those of its brand, the label those of its flavour or variety. Other brands than the known ones share the colours by a
 * sum over the brand's first word, which stays the same on each device. A product's name begins with its brand, so a line that knows the name alone gets
 * the same colours.
 */
export function tintOf(name: string, brand = ''): Tint {
  const words = [...wordsOf(brand), ...wordsOf(name)];
  const known = words.find(isKnownBrand);
  const tint = known ? TINTS[KNOWN[known] as keyof typeof TINTS] : SHARED_OUT[sumOf(words[0]) % SHARED_OUT.length];
  const flavour = flavourOf(name);
  if (flavour) return { ...(tint as Tint), label: flavour.label, sign: flavour.ink };
  const variety = varietyOf(name);
  if (!variety) return tint as Tint;
  const [label, sign] = LABELS[sumOf(variety) % LABELS.length] as (typeof LABELS)[number];
  return { ...(tint as Tint), label, sign };
}
