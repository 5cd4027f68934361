/** What the keys of the desk do with the typed figure: save it, go on, take the last change back. */

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
import { lotToWrite, withTypedLot } from '../lots/lineLots.ts';
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

/** `writes`: quiet ones, because the list shows what was saved. */
export function useDesk(view: TransferView, pickables: Pickables, scanner: Scanner, writes: QuickWrites) {
  const { lines } = view;
  const { right, expected } = useCountWords();
  const isBack = view.header !== null && goesBack(view.header);
  const entry = useEntry(view, pickables, scanner);
  const { tapped, wrote, tookAll } = useTapped(entry.dropKept);
  /** The choice that was added last. A scanner's characters may bring back a figure that the person added meanwhile. */
  const added = useRef(0);

  const restore = useEvent((productId: string, before: TransferLine | null) =>
    restored(lines, writes, productId, before),
  );
  const { last, changed, undo, forget } = useLastChange(lines, scanner.last, restore);
  /** A figure that could not be saved goes back into the fields. Where something else is typed by now, its line stays in the list and says so. */
  const returnToFields = useEvent((typed: Typed, line: TransferLine | null) => {
    added.current = 0;
    forget();
    signal('bad');
    if (!isTyped(entry)) entry.putBack(typed);
    else if (line) writes.keepUnsaved(line);
  });
  /**
   * Saves a typed figure. The entry is free at once, and the list shows the line. Resolves with true when the disk has it; null: there is nothing to save.
   * What is added goes on top of the line as it is now, once for each choice. `isEnter`: the line is painted before the fields are emptied, because the focus
   * has left them. A count stays in its field, so it goes on at once.
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
    // A removed line has no row that could offer to take it back.
    const shown = change.line ? chosen.productId : null;
    const words = wordsOf(change, line, chosen.before > 0 ? total : quantity);
    changed(shown, words, () => restore(chosen.productId, before), { sides: [before, change.line] });
    const when = isEnter && chosen.how !== 'count' ? afterPaint : atOnce;
    when(() => entry.goOn([chosen.productId], chosen.round));
    const saved = change.line ? writes.saveLine(change.line, change.at) : line && writes.removeLine(line);
    return Promise.resolve(saved ?? false).then((isSaved) => {
      if (isSaved) afterPaint(() => signal('tick'));
      else returnToFields(typed, change.line);
      return isSaved;
    });
  };
  /** Enter and the large key. In a count an empty figure takes the expected one. `lot`: what is typed of it. True when the next product can follow. */
  const enter = (lot = entry.lot): boolean => {
    const { chosen, line, quantity, refusal } = entry;
    const typed = { ...entry, lot };
    if (chosen?.how === 'count' && chosen.before === 0 && line && quantity === null && !refusal) {
      // Why it goes back was pressed, or a lot was named: then the expected figure is as good as typed.
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
  /** Before something else happens a typed figure is saved; a product that was only chosen is not. False when saving failed. */
  const settle = async (typed: Typed = entry): Promise<boolean> => {
    if (!isToSave(typed, entry.name)) return true;
    if (typed.quantity !== null) return (await commit(typed)) ?? false;
    const line = lines.find((one) => one.product_id === typed.chosen?.productId);
    return line && isUncounted(typed, line, isBack)
      ? writes.saveLine(countedLine(line, null, typed.reason, isBack), atOf(line))
      : true;
  };
  const { now, uncount, takeOut } = useWaysBack(lines, writes);
  /** `counted`: a product whose figure was saved just before. */
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
    // Several are offered to be taken back when the disk has them; of one its line says that itself.
    if (isSaved && !one) tell();
    if (isSaved) afterPaint(() => signal('tick'));
    else forget();
    return isSaved;
  };
  return {
    entry,
    enter,
    settle,
    /** What is typed now, for the moment before a scanner's characters come. */
    typedNow: useEvent(() => typedIn(entry)),
    /** Saves the typed figure, then accepts the expected quantity of every other line that is not counted. */
    async acceptRest(): Promise<void> {
      const typed = isTyped(entry) && entry.quantity !== null ? entry.chosen?.productId : undefined;
      if (await settle()) await acceptAll(restOf(now(), typed ?? null), typed === undefined ? [] : [typed]);
    },
    ...choosing(entry, scanner.counting, settle, lines),
    /** Adds a line for all that is there of each product. What is typed is saved first. `isEach`: each line has its way back. */
    async addAll(rows: readonly Goods[], isEach = false): Promise<void> {
      const typed = isTyped(entry) ? entry.chosen?.productId : undefined;
      if (!(await settle())) return;
      const added = rows.filter(({ product }) => product._id !== typed);
      if (!(await writes.saveAll(allOf(added, view.revision)))) return signal('bad');
      afterPaint(() => signal('tick'));
      entry.goOn([]);
      const ids = tookAll(added, isEach);
      changed(null, `${plural(added.length, '# product', '# products')} added`, () => takeOut(ids));
    },
    forget,
    /** The products whose lines came by a tap alone. */
    tapped,
    /** The last change, while it can be taken back. */
    last,
    ...useTakingBack(entry, last !== null && !last.isGoing, undo, added),
    /** Removes a line and offers to take that back. */
    remove: useEvent(async (line: LineView) => {
      if (!(await writes.removeLine(line))) return;
      if (entry.chosen?.productId === line.product_id) entry.clear();
      changed(null, removedText(line), () => restore(line.product_id, lineOf(line)));
    }),
  };
}

/** What takes several lines back. `now`: the lines of the last drawing. */
function useWaysBack(lines: readonly LineView[], writes: QuickWrites) {
  const now = useEvent(() => lines);
  const uncount = useEvent(async (ids: ReadonlySet<string>) => {
    await writes.saveAll(uncounted(lines.filter(({ product_id }) => ids.has(product_id))));
  });
  const takeOut = useEvent(async (ids: ReadonlySet<string>) => {
    // All of them leave the list at once, and the disk follows.
    await Promise.all(now().flatMap((line) => (ids.has(line.product_id) ? [writes.removeLine(line)] : [])));
  });
  return { now, uncount, takeOut };
}

/** A figure of a count that was deleted, or only why it goes back was pressed: nobody counted that line. */
const isUncounted = ({ chosen, reason }: Typed, { quantity_accepted }: LineView, isBack: boolean): boolean =>
  chosen?.how === 'count' && chosen.before === 0 && (quantity_accepted !== null || (isBack && reason !== null));

/** `added`: the choice that was added last. */
function useTakingBack(entry: Entry, isAny: boolean, undo: () => Promise<void>, added: { readonly current: number }) {
  return {
    undo: useEvent(() => {
      entry.goOn([]);
      return undo();
    }),
    /**
     * Whether Ctrl+Z takes the last change back. What is being typed, also into the search (`searched`), keeps the key. A figure that Enter saved is typed no more,
     * although it is in its field, and its name in the search, until the line is painted.
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

/** A figure that cannot be is said, and changes nothing: what comes next does not wait for it. */
function isToSave(typed: Typed, name: string): boolean {
  if (typed.refusal) tellRefused(name, typed.refusal);
  return isTyped(typed) && !typed.refusal;
}

const atOnce = (work: () => void) => work();

interface Change {
  /** null: the line is taken out. */
  line: TransferLine | null;
  at: LineRevision;
  /** The act in one word. */
  done: string;
}

/** What a screen reader hears. `typed`: the figure of the person, in units. */
function wordsOf({ line: next, done }: Change, before: LineView | undefined, typed: number): string {
  const { name = '', case_count = 1 } = next?.about ?? before ?? {};
  return next ? `${name}, ${casesText(typed, case_count)}, ${done}` : `${name}, ${done}`;
}

/** The line with this total. null: there is nothing to save. */
function changeOf(
  { view, pickables, scanner, isBack }: { view: TransferView; pickables: Pickables; scanner: Scanner; isBack: boolean },
  line: LineView | undefined,
  { chosen, quantity, reason, lot = null }: Typed,
  total: number,
): Change | null {
  const pick = pickables.of(chosen?.productId ?? '');
  // Only goods that go back have a reason where nothing differs. '' takes it away.
  const why = isBack ? (reason ?? keptReason(line?.reason ?? null)) : null;
  const held = pick?.lots;
  const isAdded = chosen?.how === 'add' || ((chosen?.before ?? 0) > 0 && !line?.lots);
  const into = lotToWrite(lot, isAdded, line, held);
  const named = (next: TransferLine): TransferLine =>
    into === undefined ? next : withTypedLot(next, line ?? null, { lot: into, isAdded, units: quantity ?? 0 }, held);
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
