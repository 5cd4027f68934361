/** Lots of a line: which lot, until which day, how many units (decision 0540). */

/** `code` '': unknown. `expires`: a day as `2027-03-01`, '' where nobody said one. `units`: above 0. */
export interface LotUnits {
  code: string;
  expires: string;
  units: number;
  /** Why it leaves before a lot that expires first. Absent: it does not, or nobody was asked. */
  why?: LotWhy;
}

/** Why a lot leaves although another one expires first. */
const LOT_WHYS = ['reach', 'held', 'asked', 'other'] as const;
export type LotWhy = (typeof LOT_WHYS)[number];
export const LOT_WHY_LABEL: Readonly<Record<LotWhy, string>> = {
  reach: 'The earlier lot is out of reach',
  held: 'The earlier lot is held back',
  asked: 'The receiver asked for this lot',
  other: 'Another reason',
};

/** The most lots of one line. */
export const MOST_LOTS = 20;
/** The most characters of a lot: as in GS1 (AI 10). */
export const LOT_LENGTH = 20;

const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

/** The text that a line stores, one text for the same lots; '' for none. Lots that are named twice add up. */
export function lotsText(lots: readonly LotUnits[]): string {
  const sums = new Map<string, LotUnits>();
  for (const lot of lots) {
    const key = `${lot.expires} ${lot.code}`;
    const before = sums.get(key);
    sums.set(key, { ...lot, ...before, units: lot.units + (before?.units ?? 0) });
  }
  if (sums.size === 0) return '';
  const sorted = [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(
    sorted.map(([, { code, expires, units, why }]) => [code, expires, units, ...(why === undefined ? [] : [why])]),
  );
}

/**
 * Reads what was sent, JSON `[["A12","2027-03-01",24], ...]`, with why behind the units where a lot leaves before its turn; or the words that say what is
 * wrong. '' is no lot.
 */
export function readLots(text: string): LotUnits[] | string {
  if (text.trim() === '') return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return 'Lots must be a list of lot, day and units.';
  }
  if (!Array.isArray(parsed)) return 'Lots must be a list of lot, day and units.';
  if (parsed.length > MOST_LOTS) return `A line has at most ${MOST_LOTS} lots.`;
  const lots: LotUnits[] = [];
  for (const one of parsed) {
    const [code, expires, units, reason] = Array.isArray(one) && (one.length === 3 || one.length === 4) ? one : [];
    const why = LOT_WHYS.find((known) => known === reason);
    if (typeof code !== 'string' || typeof expires !== 'string' || typeof units !== 'number')
      return 'Lots must be a list of lot, day and units.';
    const name = code.trim().toUpperCase();
    if (name === '') return 'Lot field is required.';
    if (name.length > LOT_LENGTH || !/^[\x20-\x7e]+$/.test(name))
      return `Lot must be at most ${LOT_LENGTH} plain characters.`;
    if (expires !== '' && !isDay(expires)) return 'Expiry day must be a day like 2027-03-01.';
    if (!Number.isSafeInteger(units) || units < 1 || units > 1_000_000) return 'Units of a lot must be 1 to 1,000,000.';
    if (reason !== undefined && why === undefined) return 'Choose the reason for the lot from the list.';
    lots.push({ code: name, expires, units, ...(why === undefined ? {} : { why }) });
  }
  return lots;
}

/** The units of all lots. */
export const unitsOf = (lots: readonly LotUnits[]): number => lots.reduce((sum, lot) => sum + lot.units, 0);

/** The lots of a line as it is stored; none where the text is none or cannot be read. */
export function lotsIn(text: string | null | undefined): LotUnits[] {
  const lots = readLots(text ?? '');
  return typeof lots === 'string' ? [] : lots;
}

/** The lots that expire first before the others, those without a day last. */
export const firstExpired = <Lot extends Pick<LotUnits, 'code' | 'expires'>>(lots: readonly Lot[]): Lot[] =>
  [...lots].sort((a, b) => {
    const [x, y] = [a, b].map(({ expires, code }) => `${expires === '' ? '9' : '0'} ${expires} ${code}`) as [
      string,
      string,
    ];
    return x < y ? -1 : x > y ? 1 : 0;
  });

/** The first `units` units of the lots, in their order. */
export function lotsUpTo(lots: readonly LotUnits[], units: number): LotUnits[] {
  let left = units;
  return lots.flatMap((lot) => {
    const part = Math.min(lot.units, left);
    left -= part;
    return part > 0 ? [{ ...lot, units: part }] : [];
  });
}

/**
 * The lots of a line whose units change from `before` to `units`: one lot that was the whole line stays the whole line; of other lots those stay that fit,
 * first expired first. A line never names more than it moves.
 */
export function lotsWithin(text: string | null | undefined, before: number, units: number): string {
  const lots = lotsIn(text);
  const [only] = lots;
  if (only && lots.length === 1 && only.units === before && units > 0) return lotsText([{ ...only, units }]);
  return lotsText(lotsUpTo(firstExpired(lots), units));
}

/**
 * The text whose SHA-256 hex is the digest of the confirmed lots: `product_id:lots` of each line that names lots, sorted by product_id, joined by line feeds.
 * The digest of the lines (B3.21) stays what it was, so that a tablet of an earlier release, which sends none of lots, is not refused.
 */
export function lotsDigestText(lines: readonly { product_id: string; lots?: string | null | undefined }[]): string {
  return lines
    .flatMap(({ product_id, lots }) => (lots ? [`${product_id}:${lots}`] : []))
    .sort((a, b) => (a < b ? -1 : 1))
    .join('\n');
}
