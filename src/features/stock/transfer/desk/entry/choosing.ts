import { MAX_QUANTITY } from '#domain/limits.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { nextOpen } from './entryState.ts';
import { type Entry, isTyped } from './useEntry.ts';

/** Ways to another product. What is typed is saved first; for the same product too. */
export function choosing(entry: Entry, isCount: boolean, settle: () => Promise<boolean>, lines: readonly LineView[]) {
  // Runs at once, so that the next digit belongs to the new figure. A figure that could not be saved is restored.
  const afterTyped = (work: () => void) => {
    void settle();
    work();
  };
  /** The units of a product after what is typed for it was saved; undefined: nothing is typed for it. */
  const typedOf = (productId: string): number | null | undefined =>
    !isTyped(entry) || entry.refusal || entry.chosen?.productId !== productId
      ? undefined
      : entry.quantity === null
        ? null
        : entry.base + entry.quantity;
  const open = (line: LineView, isAfresh = false): void => {
    const figure = typedOf(line.product_id);
    // The figure was the line's last: it is taken out.
    if (figure === 0 && !isCount) void settle();
    else afterTyped(() => entry.open(line, isAfresh ? null : figure === null && !isCount ? undefined : figure));
  };
  return {
    /** Everything is counted, and the chosen line has the figure that it had: the next step is to complete. */
    isLookedAt: entry.chosen?.how === 'count' && !isTyped(entry) && nextOpen(lines, []) === undefined,
    /** Opens a line of the list for another figure. `isAfresh`: its field is empty, because the line is counted again. */
    open,
    /** Chooses a product. If its figure was saved just now, the field begins empty, and the next figure is added to the line. */
    choose(productId: string, first?: number): void {
      const figure = typedOf(productId);
      const { line } = entry;
      if (productId === '') entry.clear();
      else if (line && figure !== undefined && isCount) afterTyped(() => entry.open(line, figure));
      else afterTyped(() => entry.choose(productId, typeof figure === 'number' ? null : first));
    },
    /** Puts the keys of a phone away in a count. What is typed is saved. */
    leave(): void {
      void settle();
      entry.goOn([]);
    },
    /**
     * A tap on goods that are offered for adding: one case, or `first` units. It counts, so the next product saves it. Another tap before a digit is one case
     * more, where `first` does not say how many there are. Goods that have a line keep their place among those that are offered: what is typed after a tap goes on
     * top of the line, as after a scan and after the search. In a count, and where the tap took all that is there, it opens the
     * line.
     */
    tap(productId: string, first?: number): void {
      const { chosen, quantity } = entry;
      const line = lines.find((one) => one.product_id === productId);
      const isAgain = chosen?.productId === productId && chosen.isMeant && quantity === chosen.start;
      if (line && (isCount || first !== undefined)) open(line);
      else if (line) afterTyped(() => entry.choose(productId, null));
      else if (!isAgain || quantity === null) {
        const figure = typedOf(productId);
        afterTyped(() => entry.choose(productId, typeof figure === 'number' ? null : first, true));
      } else if (first === undefined) entry.setStart(Math.min(MAX_QUANTITY, quantity + entry.caseCount));
    },
  };
}
