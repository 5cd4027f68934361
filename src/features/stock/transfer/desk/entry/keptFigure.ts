/**
 * A figure that is typed and not saved yet is kept on this tablet, by person and transfer, so that whoever leaves the desk, or reloads the page, finds it again. It
 * lies where the drafts of forms lie, because it is written at each digit and read before the desk is drawn with it.
 */
import { useEffect, useRef } from 'react';
import { dropDraft, keepDraft, readDraft } from '#client/drafts.ts';
import { movedQuantity } from '#domain/transfer.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { type EntryState, withChoice } from './entryState.ts';

type KeptFigure = Pick<EntryState, 'isCount' | 'quantity' | 'reason' | 'lot' | 'shownIn'> & {
  chosen: Pick<NonNullable<EntryState['chosen']>, 'productId' | 'how' | 'start' | 'before' | 'isMeant'>;
};

/** What is kept of an entry, as text. */
export function keptText({ isCount, chosen, quantity, reason, lot, shownIn }: EntryState): string | null {
  if (chosen === null) return null;
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
  { chosen, quantity, reason, lot, shownIn }: KeptFigure,
  line: LineView | undefined,
  round: number,
): EntryState | null {
  const { productId, how, start, before, isMeant } = chosen;
  const had = start === null ? null : before + start;
  const isAsItWas =
    how === 'add'
      ? !(state.isCount && line)
      : (how === 'count' ? line?.quantity_accepted : line && movedQuantity(line)) === had;
  if (!isAsItWas) return null;
  const choice = { productId, how, start, before, isMeant, expected: 0, caseCount: line?.case_count ?? 1 };
  return { ...withChoice(state, choice, round), quantity, reason, lot, shownIn };
}

/** Where the figures of a person and a transfer lie. */
const placeOf = (transfer: string) => `desk:${transfer}`;
const nowSeconds = () => Math.floor(Date.now() / 1_000);

export const readKept = (user: string, transfer: string): KeptFigure | null =>
  user === '' ? null : keptOf(readDraft(user, placeOf(transfer), nowSeconds())?.values.entry);

/** Keeps this text for the next visit. null: nothing is typed. `isOn` false: what was kept was not shown yet. The answer drops it at once. */
export function useKeepingFigure(user: string, transfer: string, text: string | null, isOn: boolean): () => void {
  const place = placeOf(transfer);
  const hasOne = useRef(true);
  const drop = () => {
    if (hasOne.current) dropDraft(user, place);
    hasOne.current = false;
  };
  useEffect(() => {
    if (!isOn || user === '') return;
    if (text === null) {
      if (hasOne.current) dropDraft(user, place);
      hasOne.current = false;
    } else {
      hasOne.current = true;
      keepDraft(user, place, { at: nowSeconds(), values: { entry: text } });
    }
  }, [user, place, text, isOn]);
  return drop;
}
