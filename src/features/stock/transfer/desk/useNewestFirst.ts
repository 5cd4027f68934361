import { useEffect, useMemo, useRef } from 'react';
import type { LineView } from '#offline/outbox/overlay.ts';

interface Order {
  /** The ids of the products. */
  order: string[];
  /** By product id: its figures. */
  figures: Map<string, string>;
}

/** The order of the last desk, so that a person who leaves a transfer and comes back finds its list as it was. A reload forgets it. */
let left: { transfer: string; known: Order } | null = null;

/**
 * The lines in the order of their last change, the newest first. A line that was added or whose quantity changed moves to the top. At the start, the
 * order follows the last desk of this transfer, otherwise the changes of this tablet, then the ids of the server's rows, which grow with time.
 * `transfer`: the id of the transfer on this tablet.
 */
export function useNewestFirst(lines: readonly LineView[], transfer: string): readonly LineView[] {
  const known = useRef<Order | null>(left?.transfer === transfer ? left.known : null);
  const next = useMemo(() => ordered(known.current, lines), [lines]);
  useEffect(() => {
    known.current = next;
    // The lines are read after the desk is drawn, so an empty list says nothing.
    if (next.order.length > 0) left = { transfer, known: next };
  }, [next, transfer]);
  return useMemo(() => {
    const place = new Map(next.order.map((id, at) => [id, at]));
    return [...lines].sort((a, b) => (place.get(a.product_id) ?? 0) - (place.get(b.product_id) ?? 0));
  }, [next, lines]);
}

const figureOf = (line: LineView) => `${line.quantity}/${line.quantity_accepted}`;

export function ordered(before: Order | null, lines: readonly LineView[]): Order {
  const figures = new Map(lines.map((line) => [line.product_id, figureOf(line)]));
  if (!before) {
    const first = [...lines].sort(
      (a, b) => (b.op?.seq ?? -1) - (a.op?.seq ?? -1) || ((b.item_id ?? '') > (a.item_id ?? '') ? 1 : -1),
    );
    return { order: first.map((line) => line.product_id), figures };
  }
  const touched = [...figures].filter(([id, figure]) => before.figures.get(id) !== figure).map(([id]) => id);
  const rest = before.order.filter((id) => figures.has(id) && !touched.includes(id));
  return { order: [...touched.reverse(), ...rest], figures };
}
