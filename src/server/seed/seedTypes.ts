/** Types and helpers that the parts of the demo share. */
export interface SeedConfig {
  environment: string;
  scryptCost: number;
  /** Epoch seconds. */
  now: () => number;
  newId: () => string;
  /** Called before the first write, because seeding takes a while. */
  onBegin?: () => void;
}

export interface CatalogueProduct {
  sku: string;
  barcode: string;
  name: string;
  brand: string;
  maker: string;
  category: string;
  case_count: number;
  /** Naira per case. */
  price: number;
}

export const associateId = (index: number) => `da_${String(index + 1).padStart(2, '0')}`;

/** The id of a demo record: `idOf('maker', "Kellogg's")` is `maker_kellogg_s`. */
export const idOf = (kind: string, name: string) =>
  `${kind}_${name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, '_')}`;

/** An invented phone number. */
export const phoneOf = (index: number) => `080${String(31_000_000 + index * 7_919).padStart(8, '0')}`;

/**
 * The smallest part of a case, in units, that costs whole kobo if the case costs whole naira. Goods that go back in such parts are worth the same line by line
 * and together, so that no wallet of the demo differs by a kobo.
 */
export function wholeKoboOf(caseCount: number): number {
  let [divisor, rest] = [100, caseCount];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return caseCount / divisor;
}
