/** Lots of a line: which lot, until which day, how many units (decision 0540). */

/** `code` '': unknown. `expires`: a day as `2027-03-01`, '' where nobody said one. `units`: above 0. */
export interface LotUnits {
  code: string;
  expires: string;
  units: number;
}

/** The most lots of one line. */
const MOST_LOTS = 20;
/** The most characters of a lot: as in GS1 (AI 10). */
const LOT_LENGTH = 20;

const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

/** The text that a line stores, one text for the same lots; '' for none. Lots that are named twice add up. */
export function lotsText(lots: readonly LotUnits[]): string {
  const sums = new Map<string, LotUnits>();
  for (const lot of lots) {
    const key = `${lot.expires} ${lot.code}`;
    sums.set(key, { ...lot, units: lot.units + (sums.get(key)?.units ?? 0) });
  }
  if (sums.size === 0) return '';
  const sorted = [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(sorted.map(([, { code, expires, units }]) => [code, expires, units]));
}

/** Reads what was sent, JSON `[["A12","2027-03-01",24], ...]`, or the words that say what is wrong. '' is no lot. */
export function readLots(text: string): LotUnits[] | string {
  if (text.trim() === '') return [];
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    return 'Lots must be a list of lot, day and units.';
  }
  if (!Array.isArray(told)) return 'Lots must be a list of lot, day and units.';
  if (told.length > MOST_LOTS) return `A line has at most ${MOST_LOTS} lots.`;
  const lots: LotUnits[] = [];
  for (const one of told) {
    const [code, expires, units] = Array.isArray(one) && one.length === 3 ? one : [];
    if (typeof code !== 'string' || typeof expires !== 'string' || typeof units !== 'number')
      return 'Lots must be a list of lot, day and units.';
    const name = code.trim().toUpperCase();
    if (name === '') return 'Lot field is required.';
    if (name.length > LOT_LENGTH || !/^[\x20-\x7e]+$/.test(name))
      return `Lot must be at most ${LOT_LENGTH} plain characters.`;
    if (expires !== '' && !isDay(expires)) return 'Expiry day must be a day like 2027-03-01.';
    if (!Number.isSafeInteger(units) || units < 1 || units > 1_000_000) return 'Units of a lot must be 1 to 1,000,000.';
    lots.push({ code: name, expires, units });
  }
  return lots;
}

/** The units of all lots. */
export const unitsOf = (lots: readonly LotUnits[]): number => lots.reduce((sum, lot) => sum + lot.units, 0);
