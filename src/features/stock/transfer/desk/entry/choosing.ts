import { MAX_QUANTITY } from '#domain/limits.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import type { Pickables } from '../../../parts/parties.ts';
import { isTapAlone, nextOpen } from './entryState.ts';
import { type Entry, isTyped } from './useEntry.ts';

/** The ways to choose another product. The typed figure is saved first, even if the same product is chosen again. */
export function choosing(
  entry: Entry,
  isCount: boolean,
  settle: () => Promise<boolean>,
  lines: readonly LineView[],
  { of, promisedOf }: Pick<Pickables, 'of' | 'promisedOf'>,
) {
  // Runs `work` at once, so that the next digit belongs to the new figure. A figure that could not be saved is restored later.
  const afterTyped = (work: () => void) => {
    void settle();
    work();
  };
  /** The typed units of a product that are being saved. Undefined: nothing is typed for it. */
  const typedOf = (productId: string): number | null | undefined =>
    !isTyped(entry) || entry.refusal || entry.chosen?.productId !== productId
      ? undefined
      : entry.quantity === null
        ? null
        : entry.base + entry.quantity;
  /** Whether the source has one case of a product, besides what waits on this tablet, as far as the tablet knows. */
  const hasCase = (productId: string): boolean => {
    const pick = of(productId);
    return !pick || pick.quantity === null || pick.quantity - promisedOf(productId) >= pick.product.case_count;
  };
  const open = (line: LineView, isAfresh = false): void => {
    const figure = typedOf(line.product_id);
    // The typed figure 0 removes the line, so there is nothing to open.
    if (figure === 0 && !isCount) void settle();
    else afterTyped(() => entry.open(line, isAfresh ? null : figure === null && !isCount ? undefined : figure));
  };
  return {
    /** Whether everything is counted and the chosen line is unchanged. The next step is then to complete the transfer. */
    isCountComplete: entry.chosen?.how === 'count' && !isTyped(entry) && nextOpen(lines, []) === undefined,
    /** Opens a line of the list for another figure. `isAfresh`: the field is empty, because the line is counted again. */
    open,
    /**
     * Chooses a product by its name. Goods without a line get one case, which counts if the source has it, so that choosing the next product saves it,
     * as after a tap. For goods with a line, or whose figure was just saved, the field is empty, and the next figure is added to the line.
     */
    choose(productId: string): void {
      const figure = typedOf(productId);
      const { line, chosen, quantity } = entry;
      const isThere = typeof figure === 'number' || lines.some((one) => one.product_id === productId);
      if (productId === '') entry.clear();
      // The same product is chosen again before a digit, so it is still one case.
      else if (chosen?.productId === productId && isTapAlone(entry)) entry.choose(productId, quantity, true);
      else if (line && figure !== undefined && isCount) afterTyped(() => entry.open(line, figure));
      else afterTyped(() => entry.choose(productId, isThere ? null : undefined, hasCase(productId)));
    },
    /** Closes the keys of a phone in a count. The typed figure is saved. */
    leave(): void {
      void settle();
      entry.goOn([]);
    },
    /**
     * Handles a tap on offered goods. A tap chooses one case, or `first` units, and counts, so that choosing the next product saves it. Without
     * `first`, another tap before a digit adds one case. Goods with a line stay among the offered goods: a figure that is typed after a tap is added
     * to the line, as after a scan and after a search. In a count, or with `first`, a tap on goods with a line opens the line.
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
