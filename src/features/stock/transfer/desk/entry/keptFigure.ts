/** The figure of a transfer that is typed and not saved yet, as this tablet keeps it (keptTyping.ts), by person and transfer. */
import { movedQuantity } from '#domain/transfer.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { keepTyping, readTyping, useKeepingTyping } from '../../typing/keptTyping.ts';
import { type EntryState, withChoice } from './entryState.ts';

type KeptFigure = Pick<EntryState, 'isCount' | 'quantity' | 'reason' | 'lot' | 'shownIn'> & {
  chosen: Pick<NonNullable<EntryState['chosen']>, 'productId' | 'how' | 'start' | 'before' | 'isMeant'>;
  /** The name of goods that were named before their transfer was open. */
  name?: string;
  /** The figure in cases, of goods whose case was not known where it was said; in place of `quantity`. */
  cases?: number;
};

/** Goods that were named before their transfer was open. `figure` null: none. */
export interface MeantGoods {
  productId: string;
  name: string;
  figure: number | null;
  isUnits: boolean;
}

/** The desk of this transfer opens with these goods in its fields. */
export function keepMeant(user: string, transfer: string, { productId, name, figure, isUnits }: MeantGoods): void {
  const kept: KeptFigure = {
    name,
    isCount: false,
    chosen: { productId, how: 'add', start: null, before: 0, isMeant: false },
    ...{ quantity: isUnits ? figure : null, reason: null, lot: null, shownIn: isUnits ? 'unit' : 'case' },
    ...(isUnits || figure === null ? {} : { cases: figure }),
  };
  keepTyping(user, placeOf(transfer), JSON.stringify(kept));
}

/** Why the desk opened without the goods that were named. */
export const absentText = (name: string): string =>
  `There is no ${name} here to move. Choose other goods, or begin a transfer of another hub.`;

/** What is kept of an entry, as text. */
export function keptText({ isCount, chosen, quantity, reason, lot, shownIn, refusal }: EntryState): string | null {
  // Digits that are no quantity are not kept: a quantity that is deleted is another thing.
  if (chosen === null || refusal !== null) return null;
  const { productId, how, start, before, isMeant } = chosen;
  const kept: KeptFigure = {
    isCount,
    chosen: { productId, how, start, before, isMeant },
    ...{ quantity, reason, lot, shownIn },
  };
  return JSON.stringify(kept);
}

/** The text was written by this app, perhaps by an older one; null: it is of no use. */
export function keptOf(text: string | undefined): KeptFigure | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<KeptFigure> | null;
    return typeof kept?.chosen?.productId === 'string' ? (kept as KeptFigure) : null;
  } catch {
    return null;
  }
}

/**
 * The entry with the figure that was kept. null: it belongs to a line that has changed since, so nobody knows what it would mean now. `line`: of its product.
 */
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

/** Where the figures of a person and a transfer lie. */
const placeOf = (transfer: string) => `desk:${transfer}`;

export const readKept = (user: string, transfer: string): KeptFigure | null =>
  keptOf(readTyping(user, placeOf(transfer)));

/** Keeps this text for the next visit ({@link useKeepingTyping}). */
export const useKeepingFigure = (user: string, transfer: string, text: string | null, isOn: boolean): (() => void) =>
  useKeepingTyping(user, placeOf(transfer), text, isOn);
