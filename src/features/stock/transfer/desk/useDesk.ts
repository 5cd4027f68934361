/** What the keys of the desk do with the typed figure: save it, go on, take the last change back. */
import { useState } from 'react';
import { movedQuantity } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import type { TransferLine } from '#offline/outbox/op.ts';
import { atOf, type LineView, type TransferView } from '#offline/outbox/overlay.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import type { Pickables } from '../../parts/parties.ts';
import { lineOf } from '../lines.ts';
import type { Scanner } from '../useScans.ts';
import type { TransferWrites } from '../writes.ts';
import { asExpected, countedLine, lineWithQuantity, newLine, restOf } from './deskLines.ts';
import { isTyped, type Typed, useEntry } from './useEntry.ts';
import { useLastChange } from './useLastChange.ts';

export type Desk = ReturnType<typeof useDesk>;

/** `writes`: quiet ones, because the list shows what was saved. */
export function useDesk(view: TransferView, pickables: Pickables, scanner: Scanner, writes: TransferWrites) {
  const { lines } = view;
  const entry = useEntry(lines, pickables, scanner);
  const { last, lit, changed, undo, forget } = useLastChange();
  const [busy, setBusy] = useState(false);

  /** Sets a product back to the line that it had, or to none. The line as it is now gives the revision. */
  const restore = useEvent(async (productId: string, before: TransferLine | null) => {
    const now = lines.find((line) => line.product_id === productId);
    if (before) await writes.saveLine(before, now ? atOf(now) : { item_id: null, version: null });
    else if (now) await writes.removeLine(now);
  });
  /** Saves a typed figure. True when it is saved; the entry is free then. The total is absolute, so saving it twice is saving it once. */
  const commit = async (typed: Typed): Promise<boolean> => {
    const { chosen, quantity } = typed;
    if (!chosen || quantity === null || busy) return false;
    const line = lines.find((one) => one.product_id === chosen.productId);
    const about = line ?? pickables.of(chosen.productId)?.product;
    const before = line ? lineOf(line) : null;
    setBusy(true);
    const done = await written({ view, pickables, scanner, writes }, line, typed, chosen.base + quantity).finally(() =>
      setBusy(false),
    );
    if (done === null) return false;
    const name = about?.name ?? '';
    // A removed line has no row that could offer to take it back.
    const place = done === 'removed' ? null : chosen.productId;
    const words =
      done === 'removed' ? `${name}, removed` : `${name}, ${casesText(quantity, about?.case_count ?? 1)}, ${done}`;
    changed(place, words, () => restore(chosen.productId, before));
    entry.goOn([chosen.productId], chosen.round);
    return true;
  };
  /** Enter and the large key. In a count an empty figure takes the expected one. True when the next product can follow. */
  const enter = async (): Promise<boolean> => {
    const { chosen, line, quantity } = entry;
    if (chosen?.how === 'count' && line && quantity === null) return acceptAll([line]);
    if (chosen && !isTyped(entry) && chosen.how !== 'add') {
      entry.goOn([chosen.productId]);
      return true;
    }
    return commit(entry);
  };
  /** Before something else happens a typed figure is saved; a product that was only chosen is not. False when saving failed. */
  const settle = async (typed: Typed = entry): Promise<boolean> => {
    if (!isTyped(typed)) return true;
    if (typed.quantity !== null) return commit(typed);
    // A figure of a count that was deleted: nobody counted that line.
    const line = lines.find((one) => one.product_id === typed.chosen?.productId);
    if (typed.chosen?.how !== 'count' || !line || line.quantity_accepted === null) return true;
    return writes.saveLine(countedLine(line, null, null), atOf(line));
  };
  // At once, so that the next digit finds the new figure. A figure that could not be saved comes back.
  const afterTyped = (work: () => void) => {
    const typed = { chosen: entry.chosen, quantity: entry.quantity, reason: entry.reason };
    if (isTyped(typed) && !busy) void settle(typed).then((isSaved) => isSaved || entry.putBack(typed));
    work();
  };
  const now = useEvent(() => lines);
  const uncount = useEvent(async (ids: ReadonlySet<string>) => {
    const open = lines.filter((line) => ids.has(line.product_id));
    await writes.saveAll(open.map((line) => ({ line: { ...lineOf(line), quantity_accepted: null }, at: atOf(line) })));
  });
  /** `counted`: a product whose figure was saved just before. */
  const acceptAll = async (open: readonly LineView[], counted: readonly string[] = []): Promise<boolean> => {
    if (open.length === 0) return true;
    if (!(await writes.saveAll(open.map((line) => ({ line: asExpected(line), at: atOf(line) }))))) return false;
    const ids = new Set(open.map((line) => line.product_id));
    const [first] = open;
    const one = open.length === 1 && first ? first : null;
    changed(one?.product_id ?? null, one ? `${one.name}, all there` : `${open.length} accepted as expected`, () =>
      uncount(ids),
    );
    entry.goOn([...counted, ...ids]);
    return true;
  };
  return {
    entry,
    busy,
    enter,
    settle,
    /** What is typed now, for the moment before a scanner's characters come. */
    typedNow: useEvent((): Typed => ({ chosen: entry.chosen, quantity: entry.quantity, reason: entry.reason })),
    /** Saves the typed figure, then accepts the expected quantity of every other line that is not counted. */
    async acceptRest(): Promise<void> {
      const typed = isTyped(entry) && entry.quantity !== null ? entry.chosen?.productId : undefined;
      if (await settle()) await acceptAll(restOf(now(), typed ?? null), typed === undefined ? [] : [typed]);
    },
    /** Opens a line of the list for another figure. What is typed for another product is saved first. */
    open: (line: LineView) => afterTyped(() => entry.open(line)),
    /** Chooses a product; what is typed for another one is saved first. */
    choose: (productId: string) => (productId === '' ? entry.clear() : afterTyped(() => entry.choose(productId))),
    forget,
    /** The product that was changed last, for a second. */
    lit,
    /** The last change, while it can be taken back. */
    last,
    undo: useEvent(async () => {
      entry.goOn([]);
      await undo();
    }),
    /** Removes a line and offers to take that back. */
    remove: useEvent(async (line: LineView) => {
      if (!(await writes.removeLine(line))) return;
      if (entry.chosen?.productId === line.product_id) entry.clear();
      changed(null, `${line.name}, ${casesText(movedQuantity(line), line.case_count)}, removed`, () =>
        restore(line.product_id, lineOf(line)),
      );
    }),
  };
}

/** Writes a line with this total. What was done, in a word; null: nothing was saved. */
async function written(
  {
    view,
    pickables,
    scanner,
    writes,
  }: { view: TransferView; pickables: Pickables; scanner: Scanner; writes: TransferWrites },
  line: LineView | undefined,
  { chosen, reason }: Typed,
  total: number,
): Promise<string | null> {
  const pick = pickables.of(chosen?.productId ?? '');
  if (chosen?.how === 'count' && line)
    return (await writes.saveLine(countedLine(line, total, reason), atOf(line))) ? 'counted' : null;
  if (line && total === 0) return (await writes.removeLine(line)) ? 'removed' : null;
  if (line) return (await writes.saveLine(lineWithQuantity(line, total, pick?.rate), atOf(line))) ? 'saved' : null;
  if (!pick || total === 0) return null;
  const at = { item_id: null, version: null, revision: view.revision };
  return (await writes.saveLine(newLine(pick, total, scanner.counting), at)) ? 'added' : null;
}
