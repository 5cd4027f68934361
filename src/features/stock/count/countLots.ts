/**
 * The lots of a person's figure in one place: which part of the figure is opened, and the whole figure after a part was typed. Quantities are units.
 */
import { firstExpired, type LotUnits, lotsIn, lotsText, unitsOf } from '#domain/lots.ts';
import { expiryTyped, lotCode, NO_LOT, type TypedLot } from '#domain/lotTyping.ts';
import type { CountLine } from '#offline/outbox/countOverlay.ts';

/** The whole figure of one person for a product, a place and a round. */
export interface OwnFigure {
  quantity: number;
  lots: string;
}

/** A part of a figure: one lot, or, with an empty code, the units that were counted without a lot. */
export type CountPart = Pick<LotUnits, 'code' | 'expires'>;

/** The person's figure in a place, in the current round of the line. Null: there is none. Figures of earlier rounds stay hidden. */
export function ownIn(line: CountLine | undefined, place: string): OwnFigure | null {
  const own = line?.own.find((one) => one.place === place && one.round === line.round);
  return own ? { quantity: own.quantity, lots: own.lots ?? '' } : null;
}

/** The parts of a figure, first expired first. Units without a lot are the last part. That part is left out if it is zero and there are lots. */
export function partsOf(own: OwnFigure | null): LotUnits[] {
  if (!own) return [];
  const lots = firstExpired(lotsIn(own.lots));
  const rest = own.quantity - unitsOf(lots);
  return rest > 0 || lots.length === 0 ? [...lots, { ...NO_LOT, units: rest }] : lots;
}

export const isSamePart = (a: CountPart, b: CountPart): boolean => a.code === b.code && a.expires === b.expires;

/** The units of one part. Null: the person did not count it. */
export const unitsOfPart = (own: OwnFigure | null, part: CountPart): number | null =>
  partsOf(own).find((one) => isSamePart(one, part))?.units ?? null;

/** The part that is typed in the fields. A lot that was counted here before keeps its expiry day if none is typed. An invalid day is left out. */
export function partTyped(own: OwnFigure | null, typed: TypedLot | null): CountPart {
  const [code, expires] = [lotCode(typed?.code ?? ''), expiryTyped(typed?.expires ?? '') ?? ''];
  if (code === '') return NO_LOT;
  const known = expires === '' ? partsOf(own).find((one) => one.code === code) : undefined;
  return { code, expires: known?.expires ?? expires };
}

/**
 * The whole figure after `units` were typed for a part. `opened`: the part that was opened and that the typed part replaces. Null: no part was
 * opened.
 */
export function withPart(own: OwnFigure | null, opened: CountPart | null, typed: CountPart, units: number): OwnFigure {
  const kept = partsOf(own).filter((one) => !isSamePart(one, typed) && !(opened && isSamePart(one, opened)));
  const parts = [...kept, { ...typed, units }].filter((one) => one.units > 0);
  return { quantity: unitsOf(parts), lots: lotsText(parts.filter(({ code }) => code !== '')) };
}
