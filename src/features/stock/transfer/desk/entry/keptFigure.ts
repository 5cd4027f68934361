/** Stores the typed and unsaved figure of a transfer on this tablet (keptTyping.ts), by person and transfer. */
import { movedQuantity } from '#domain/transfer.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { keepTyping, readTyping, useKeepingTyping } from '../../typing/keptTyping.ts';
import { type EntryState, isTapAlone, withChoice } from './entryState.ts';

type KeptFigure = Pick<EntryState, 'isCount' | 'quantity' | 'reason' | 'lot' | 'shownIn'> & {
  chosen: Pick<NonNullable<EntryState['chosen']>, 'productId' | 'how' | 'start' | 'before' | 'isMeant'>;
  /** The name of goods that were chosen before their transfer was open. */
  name?: string;
  /** The figure in cases, instead of `quantity`. Used if the case size was unknown when the figure was given. */
  cases?: number;
};

/** Goods that were chosen before their transfer was open, for example in the command bar. `figure` null: none. */
export interface NamedGoods {
  productId: string;
  name: string;
  figure: number | null;
  isUnits: boolean;
}

/** Stores these goods, so that the transfer opens with them in its fields. */
export function keepNamedGoods(user: string, transfer: string, { productId, name, figure, isUnits }: NamedGoods): void {
  const kept: KeptFigure = {
    name,
    isCount: false,
    chosen: { productId, how: 'add', start: null, before: 0, isMeant: false },
    ...{ quantity: isUnits ? figure : null, reason: null, lot: null, shownIn: isUnits ? 'unit' : 'case' },
    ...(isUnits || figure === null ? {} : { cases: figure }),
  };
  keepTyping(user, placeOf(transfer), JSON.stringify(kept));
}

/** Says why the transfer opened without the named goods. */
export const absentText = (name: string): string =>
  `There is no ${name} here to move. Choose other goods, or begin a transfer of another hub.`;

/** The text to store for an entry. Null: no product is chosen, nobody typed a figure for it, or the figure is invalid. */
export function keptText(state: EntryState): string | null {
  const { isCount, chosen, quantity, reason, lot, shownIn, refusal } = state;
  // A product that was only tapped before the person left would be received later by somebody who does not remember it.
  if (isTapAlone(state)) return null;
  // An invalid figure is not stored, because without a figure it would look like a deleted quantity.
  if (chosen === null || refusal !== null) return null;
  const { productId, how, start, before, isMeant } = chosen;
  const kept: KeptFigure = {
    isCount,
    chosen: { productId, how, start, before, isMeant },
    ...{ quantity, reason, lot, shownIn },
  };
  return JSON.stringify(kept);
}

/** Parses a stored text, which an older release may have written. Null: the text cannot be used. */
export function keptOf(text: string | undefined): KeptFigure | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<KeptFigure> | null;
    return typeof kept?.chosen?.productId === 'string' ? (kept as KeptFigure) : null;
  } catch {
    return null;
  }
}

/** The entry with the stored figure. Null: the line has changed since, so the figure may mean something else now. `line`: the line of its product. */
export function withKept(
  state: EntryState,
  { chosen, quantity, reason, lot, shownIn, cases }: KeptFigure,
  line: LineView | undefined,
  round: number,
  caseCountOf: (productId: string) => number = () => 1,
): EntryState | null {
  const { productId, how, start, before, isMeant } = chosen;
  const had = start === null ? null : before + start;
  const isAsItWas =
    how === 'add'
      ? !(state.isCount && line)
      : (how === 'count' ? line?.quantity_accepted : line && movedQuantity(line)) === had;
  if (!isAsItWas) return null;
  const choice = { productId, how, start, before, isMeant, expected: 0, caseCount: line?.case_count ?? 1 };
  const units = cases === undefined ? quantity : cases * caseCountOf(productId);
  return { ...withChoice(state, choice, round), quantity: units, reason, lot, shownIn };
}

/** The storage key of a transfer's figure. */
const placeOf = (transfer: string) => `desk:${transfer}`;

export const readKept = (user: string, transfer: string): KeptFigure | null =>
  keptOf(readTyping(user, placeOf(transfer)));

/** Stores this text for the next visit ({@link useKeepingTyping}). */
export const useKeepingFigure = (user: string, transfer: string, text: string | null, isOn: boolean): (() => void) =>
  useKeepingTyping(user, placeOf(transfer), text, isOn);
