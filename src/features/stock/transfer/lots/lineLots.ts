/** Computes the lots with which a line is saved. All quantities are units. */

import { lotsIn, lotsText, lotsUpTo, lotsWithin, unitsOf } from '#domain/lots.ts';
import { chosenOut, expiryTyped, firstOut, lotCode, type StockLot, type TypedLot } from '#domain/lotTyping.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import type { TransferLine } from '#offline/outbox/op.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import type { Pickables } from '../../parts/parties.ts';

type Before = Pick<TransferLine, 'lots' | 'quantity' | 'quantity_accepted'> | null;

/**
 * The line with those lots of `before` that fit its new figures. A line never names more units than it moves. `held`: the lots at the source, if the
 * goods leave one of our warehouses. The line then takes what expires first, unless somebody chose another lot.
 */
export function withLots(line: TransferLine, before: Before, held?: readonly StockLot[]): TransferLine {
  const [was, units] = [before ? movedQuantity(before) : 0, movedQuantity(line)];
  const isFirst = !before?.lots || (held && before.lots === firstOut(held, was));
  if (held && isFirst) {
    const lots = firstOut(held, units);
    return lots === '' && !before?.lots ? line : { ...line, lots };
  }
  return before?.lots ? { ...line, lots: lotsWithin(before.lots, was, units) } : line;
}

/** The line with scanned units of a lot added to the lots of `before`. */
export function withScannedLot(
  line: TransferLine,
  before: Before,
  { code, expires, units }: { code: string; expires: string; units: number },
): TransferLine {
  const lots = [...lotsIn(before?.lots), { code: lotCode(code), expires, units }];
  return lotCode(code) === '' ? withLots(line, before) : { ...line, lots: lotsText(lots) };
}

/** The typed fields of a lot, and their figure. */
interface Named {
  lot: TypedLot;
  /** The typed units. */
  units: number;
}

/** The whole line in the lot that a person typed or chose. An invalid day is left out, because saving the goods must not wait for it. */
export function withTypedLot(
  line: TransferLine,
  before: Before,
  named: Named,
  held?: readonly StockLot[],
): TransferLine {
  const { lot, units } = named;
  const [code, expires] = [lotCode(lot.code), expiryTyped(lot.expires) ?? ''];
  const total = movedQuantity(line);
  if (held) {
    const there = held.find((one) => one[0] === code && one[1] === expires);
    return there ? { ...line, lots: chosenOut(held, there, total, lot.why) } : withLots(line, null, held);
  }
  const lots = lotsText(code === '' || units === 0 ? [] : [{ code, expires, units: total }]);
  return lots === '' && !before?.lots ? line : { ...line, lots };
}

/**
 * The line with units added to it. They are of the lot that a person or a code named, and otherwise of none: they join no lot unseen. `under`: the lots of the
 * line without these units. `units`: what was added.
 */
export function withNamedLots(
  line: TransferLine,
  before: Before,
  under: string | undefined,
  lot: TypedLot | null,
  units: number,
): TransferLine {
  const [code, expires] = lot ? [lotCode(lot.code), expiryTyped(lot.expires) ?? ''] : ['', ''];
  const own = code === '' || units <= 0 ? [] : [{ code, expires, units }];
  // A line never names more units than it moves.
  const old = lotsUpTo(lotsIn(under), movedQuantity(line) - unitsOf(own));
  const lots = lotsText([...old, ...own]);
  return lots === '' && !before?.lots ? line : { ...line, lots };
}

/** Whether goods are added to a line that was there before: by a figure, or by a scan. `before`: the units of the line before the scan. */
export const isOnTop = (chosen: { how: string; before: number } | null): boolean =>
  chosen?.how === 'add' || (chosen?.before ?? 0) > 0;

/** The lot of a line that has exactly one. Undefined: it has none or several. */
export function onlyLot(line: Pick<TransferLine, 'lots'> | undefined): TypedLot | undefined {
  const lots = lotsIn(line?.lots);
  const [only] = lots;
  return only && lots.length === 1 ? { code: only.code, expires: only.expires } : undefined;
}

/**
 * The fields of a lot after another name was typed. A day belongs to its lot: the day of `known` does not stay with another name, and comes back with its own.
 * `known`: the lot that the fields showed at first. Undefined: none.
 */
export function withLotName(lot: TypedLot, code: string, known: TypedLot | undefined): TypedLot {
  const isKnown = (name: string) => known !== undefined && lotCode(name) === lotCode(known.code);
  if (isKnown(lot.code) && !isKnown(code) && lot.expires === known?.expires) return { ...lot, code, expires: '' };
  return isKnown(code) && lot.expires === '' ? { ...lot, code, expires: known?.expires ?? '' } : { ...lot, code };
}

/** The units of a line that are in no lot. */
const unitsWithoutLot = (line: NonNullable<Before>): number => movedQuantity(line) - unitsOf(lotsIn(line.lots));

type LotLine = Pick<LineView, 'product_id' | 'name' | 'case_count' | 'lots' | 'quantity' | 'quantity_accepted'>;

/** A line of the confirmation dialog whose goods are tracked by lot and move without one. */
export interface LotlessLine {
  product_id: string;
  name: string;
  /** "Without a lot", or "7 units without a lot" of a line whose other units have one. */
  words: string;
}

export function lotlessLines(lines: readonly LotLine[], { of }: Pick<Pickables, 'of'>): LotlessLine[] {
  return lines.flatMap((line) => {
    const { product_id, name, case_count } = line;
    const pick = of(product_id);
    const rest = unitsWithoutLot(line);
    // Goods that leave one of our warehouses take the lot that expires first, so they need no name.
    if (rest <= 0 || !pick?.product.tracks_lots || pick.lots) return [];
    return [{ product_id, name, words: line.lots ? `${casesText(rest, case_count)} without a lot` : 'Without a lot' }];
  });
}
