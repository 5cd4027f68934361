/** What the keys of the desk do with the typed figure: save it, continue with the next product, and undo the last change. */

import { useRef } from 'react';
import { afterPaint } from '#client/afterPaint.ts';
import { plural } from '#domain/plural.ts';
import { keptReason } from '#domain/receiving.ts';
import { goesBack } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import type { TransferLine } from '#offline/outbox/op.ts';
import { atOf, type LineView, type TransferView } from '#offline/outbox/overlay.ts';
import type { LineRevision } from '#offline/outbox/revisions.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import type { Pickables } from '../../parts/parties.ts';
import { signal } from '../../parts/signals.ts';
import { useCountWords } from '../countWords.ts';
import type { Goods } from '../likely/useNamedGoods.ts';
import { lineOf } from '../lines.ts';
import { useDayless } from '../lots/dayless.ts';
import { isOnTop, withNamedLots, withTypedLot } from '../lots/lineLots.ts';
import { tellRefused } from '../tell.ts';
import type { QuickWrites } from '../usePendingLines.ts';
import type { Scanner } from '../useScans.ts';
import {
  allOf,
  asExpected,
  countedLine,
  lineWithQuantity,
  newLine,
  removedText,
  restOf,
  restored,
  uncounted,
} from './deskLines.ts';
import { choosing } from './entry/choosing.ts';
import type { Typed } from './entry/entryState.ts';
import { baseOf, type Entry, isTyped, useEntry } from './entry/useEntry.ts';
import { useTapped } from './entry/useTapped.ts';
import { useLastChange } from './useLastChange.ts';

export type DeskState = ReturnType<typeof useDesk>;

/** `writes`: writes without messages, because the list shows what was saved. */
export function useDesk(view: TransferView, pickables: Pickables, scanner: Scanner, writes: QuickWrites) {
  const { lines } = view;
  const { right, expected } = useCountWords();
  const isBack = view.header !== null && goesBack(view.header);
  const entry = useEntry(view, pickables, scanner);
  const { tapped, wrote, addedAll } = useTapped(entry.dropKept);
  const { dayless, note } = useDayless(view.transfer);
  /** The number of the choice that was added last. It must not be added twice if a scanner's characters restore the fields. */
  const added = useRef(0);

  const restore = useEvent((productId: string, before: TransferLine | null) =>
    restored(lines, writes, productId, before),
  );
  const { last, changed, undo, forget } = useLastChange(lines, scanner.last, restore);
  /**
   * Puts a figure that could not be saved back into the fields. If something else is typed by now, the line stays in the list and says that it is not
   * saved.
   */
  const returnToFields = useEvent((typed: Typed, line: TransferLine | null) => {
    added.current = 0;
    forget();
    signal('bad');
    if (!isTyped(entry)) entry.putBack(typed);
    else if (line) writes.keepUnsaved(line);
  });
  /**
   * Saves a typed figure. The entry is free at once, and the list shows the line. Resolves with true when the line is on the disk. Null: there is
   * nothing to save. An added figure is added to the current line, once for each choice. `isEnter`: the line is painted before the fields are
   * cleared, because the focus has left them. A count keeps its field, so it continues at once.
   */
  const commit = (typed: Typed, isEnter = false): Promise<boolean> | null => {
    const { chosen, quantity } = typed;
    if (!chosen || quantity === null) return null;
    if (chosen.choice === added.current) {
      entry.goOn([chosen.productId], chosen.round);
      return Promise.resolve(true);
    }
    const line = lines.find((one) => one.product_id === chosen.productId);
    const before = line && line.state !== 'unsaved' ? lineOf(line) : null;
    const total = baseOf(chosen, line) + quantity;
    const change = changeOf({ view, pickables, scanner, isBack }, line, typed, total);
    if (!change) return null;
    added.current = chosen.choice;
    wrote(typed);
    note(chosen.productId, typed.lot);
    // A removed line has no row that could show its undo.
    const shown = change.line ? chosen.productId : null;
    const words = wordsOf(change, line, chosen.before > 0 ? total : quantity);
    changed(shown, words, () => restore(chosen.productId, before), { sides: [before, change.line] });
    whenShown(isEnter && chosen.how !== 'count', () => entry.goOn([chosen.productId], chosen.round));
    const saved = change.line ? writes.saveLine(change.line, change.at) : line && writes.removeLine(line);
    return Promise.resolve(saved ?? false).then((isSaved) => {
      if (isSaved) afterPaint(() => signal('tick'));
      else returnToFields(typed, change.line);
      return isSaved;
    });
  };
  /**
   * What Enter and the large key do. In a count, an empty figure accepts the expected quantity. `lot`: the typed lot. Returns true if the next
   * product can follow.
   */
  const enter = (lot = entry.lot): boolean => {
    const { chosen, line, quantity, refusal } = entry;
    const typed = { ...entry, lot };
    if (chosen?.how === 'count' && chosen.before === 0 && line && quantity === null && !refusal) {
      // A reason was pressed or a lot was named, so the expected quantity counts as typed.
      if ((isBack && entry.reason !== null) || lot) return commit({ ...typed, quantity: line.quantity }) !== null;
      void acceptAll([line]);
      return true;
    }
    if (chosen && !isTyped(typed) && chosen.how !== 'add' && line?.state !== 'unsaved') {
      entry.goOn([chosen.productId]);
      return true;
    }
    return commit(typed, true) !== null;
  };
  /** Saves a typed figure before another act. A product whose figure does not count is not saved. Resolves with false if saving failed. */
  const settle = async (typed: Typed = entry): Promise<boolean> => {
    if (!isToSave(typed, entry.name)) return true;
    if (typed.quantity !== null) return (await commit(typed)) ?? false;
    const line = lines.find((one) => one.product_id === typed.chosen?.productId);
    return line && isUncounted(typed, line, isBack)
      ? writes.saveLine(countedLine(line, null, typed.reason, isBack), atOf(line))
      : true;
  };
  const { now, uncount, takeOut } = useUndoOfSeveral(lines, writes);
  /** Accepts the expected quantity of these lines. `counted`: the products whose figure was saved just before. */
  const acceptAll = async (open: readonly LineView[], counted: readonly string[] = []): Promise<boolean> => {
    if (open.length === 0) return true;
    const ids = new Set(open.map((line) => line.product_id));
    const [one = null] = open.length === 1 ? open : [];
    const words = one ? `${one.name}, ${right.toLowerCase()}` : `${open.length} accepted as ${expected.toLowerCase()}`;
    const sides = one ? { sides: [one, asExpected(one, isBack)] } : { rest: open.length };
    const tell = () => changed(one?.product_id ?? null, words, () => uncount(ids), sides);
    if (one) tell();
    entry.goOn([...counted, ...ids]);
    const isSaved = await writes.saveAll(open.map((line) => ({ line: asExpected(line, isBack), at: atOf(line) })));
    // The undo of several lines is offered when they are on the disk. A single line has the undo in its own row.
    if (isSaved && !one) tell();
    if (isSaved) afterPaint(() => signal('tick'));
    else forget();
    return isSaved;
  };
  return {
    entry,
    enter,
    settle,
    dayless,
    /** What is typed at this moment, before a scanner's characters arrive. */
    typedNow: useEvent(() => typedIn(entry)),
    /** Saves the typed figure, then accepts the expected quantity of every other uncounted line. */
    async acceptRest(): Promise<void> {
      const typed = isTyped(entry) && entry.quantity !== null ? entry.chosen?.productId : undefined;
      if (await settle()) await acceptAll(restOf(now(), typed ?? null), typed === undefined ? [] : [typed]);
    },
    ...choosing(entry, scanner.counting, settle, lines, pickables),
    /** Adds a line for all available units of each product. The typed figure is saved first. `isEach`: each line has its own undo. */
    async addAll(rows: readonly Goods[], isEach = false): Promise<void> {
      const typed = isTyped(entry) ? entry.chosen?.productId : undefined;
      if (!(await settle())) return;
      const added = rows.filter(({ product }) => product._id !== typed);
      if (!(await writes.saveAll(allOf(added, view.revision)))) return signal('bad');
      afterPaint(() => signal('tick'));
      entry.goOn([]);
      const ids = addedAll(added, isEach);
      changed(null, `${plural(added.length, '# product', '# products')} added`, () => takeOut(ids));
    },
    forget,
    /** The ids of products whose lines were added by a tap only. */
    tapped,
    /** The last change, while it can be undone. */
    last,
    ...useUndoOfLast(entry, last !== null && !last.isGoing, undo, added),
    /** Removes a line and offers the undo. */
    remove: useEvent(async (line: LineView) => {
      if (!(await writes.removeLine(line))) return;
      if (entry.chosen?.productId === line.product_id) entry.clear();
      changed(null, removedText(line), () => restore(line.product_id, lineOf(line)));
    }),
  };
}

/** The undo of a change of several lines. `lines`: as drawn last. */
function useUndoOfSeveral(lines: readonly LineView[], writes: QuickWrites) {
  const now = useEvent(() => lines);
  const uncount = useEvent(async (ids: ReadonlySet<string>) => {
    await writes.saveAll(uncounted(lines.filter(({ product_id }) => ids.has(product_id))));
  });
  const takeOut = useEvent(async (ids: ReadonlySet<string>) => {
    // All lines leave the list at once, and are then removed from the disk.
    await Promise.all(now().flatMap((line) => (ids.has(line.product_id) ? [writes.removeLine(line)] : [])));
  });
  return { now, uncount, takeOut };
}

/** Whether a line becomes uncounted: its counted figure was deleted, or only a reason was pressed. */
const isUncounted = ({ chosen, reason }: Typed, { quantity_accepted }: LineView, isBack: boolean): boolean =>
  chosen?.how === 'count' && chosen.before === 0 && (quantity_accepted !== null || (isBack && reason !== null));

/** The undo of the last change and the test whether it can be used. `added`: the number of the choice that was added last. */
function useUndoOfLast(entry: Entry, isAny: boolean, undo: () => Promise<void>, added: { readonly current: number }) {
  return {
    undo: useEvent(() => {
      entry.goOn([]);
      return undo();
    }),
    /**
     * Whether Ctrl+Z undoes the last change. While a person types a figure or a search (`searched`), the key belongs to the field. A figure that
     * Enter saved does not count as being typed, although its field and the search show it until the line is painted.
     */
    canUndo: useEvent((searched: string) => {
      const isSaved = entry.chosen !== null && entry.chosen.choice === added.current;
      return isAny && (isSaved ? searched === '' || searched === entry.name : !isTyped(entry) && searched === '');
    }),
  };
}

const typedIn = ({ chosen, quantity, reason, lot = null, refusal = null }: Entry): Typed => ({
  ...{ chosen, quantity, reason, lot, refusal },
});

/** Whether a figure must be saved. An invalid figure is reported and changes nothing, so that the next act does not wait for it. */
function isToSave(typed: Typed, name: string): boolean {
  if (typed.refusal) tellRefused(name, typed.refusal);
  return isTyped(typed) && !typed.refusal;
}

/** Runs `work` when the line is painted, or at once. */
const whenShown = (isLater: boolean, work: () => void) => (isLater ? afterPaint(work) : work());

interface Change {
  /** Null: the line is removed. */
  line: TransferLine | null;
  at: LineRevision;
  /** The verb of the change, in one word. */
  done: string;
}

/** The text for screen readers. `typed`: the typed figure in units. */
function wordsOf({ line: next, done }: Change, before: LineView | undefined, typed: number): string {
  const { name = '', case_count = 1 } = next?.about ?? before ?? {};
  return next ? `${name}, ${casesText(typed, case_count)}, ${done}` : `${name}, ${done}`;
}

/** The lots of the line without the units of the choice: after a scan those from before it. */
function lotsUnder(line: LineView, chosen: Typed['chosen'], last: Scanner['last']): string | undefined {
  const isScanned = chosen !== null && chosen.before > 0 && last?.line.product_id === chosen.productId;
  return isScanned ? last.before?.lots : line.lots;
}

/** The change that gives the line this total. Null: there is nothing to save. */
function changeOf(
  { view, pickables, scanner, isBack }: { view: TransferView; pickables: Pickables; scanner: Scanner; isBack: boolean },
  line: LineView | undefined,
  { chosen, quantity, reason, lot = null }: Typed,
  total: number,
): Change | null {
  const pick = pickables.of(chosen?.productId ?? '');
  // Only goods that go back have a reason without a difference. '' clears it.
  const why = isBack ? (reason ?? keptReason(line?.reason ?? null)) : null;
  const held = pick?.lots;
  const units = quantity ?? 0;
  const named = (next: TransferLine): TransferLine => {
    if (line && !held && isOnTop(chosen))
      return withNamedLots(next, line, lotsUnder(line, chosen, scanner.last), lot ?? chosen?.scannedLot ?? null, units);
    return lot === null ? next : withTypedLot(next, line ?? null, { lot, units }, held);
  };
  if (line) {
    const at = atOf(line);
    if (scanner.counting) return { line: named(countedLine(line, total, reason, isBack, held)), at, done: 'counted' };
    if (total === 0) return { line: null, at, done: 'removed' };
    return { line: named(lineWithQuantity(line, total, pick?.rate, why, held)), at, done: 'saved' };
  }
  if (!pick || total === 0) return null;
  const at = { item_id: null, version: null, revision: view.revision };
  return { line: named(newLine(pick, total, scanner.counting, why)), at, done: 'added' };
}
