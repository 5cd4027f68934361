/** The transfer as the list shows it, including lines that are not on the disk yet, and the writes that show their lines at once. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { TransferLine } from '#offline/outbox/op.ts';
import { atOf, type TransferView } from '#offline/outbox/overlay.ts';
import { theQueue } from '#offline/queue.ts';
import { useUnsaved } from '#ui/dialogs/unsaved.ts';
import { lineOf } from './lines.ts';
import { keptPending, makePendingLines, type Pending, type PendingLines, withPending } from './pendingLines.ts';
import type { TransferWrites } from './writes.ts';

const NONE: Pending = new Map();
const readStore = () => theQueue().store.read((tx) => tx.meta('generation'));

export interface QuickWrites extends TransferWrites {
  /** Keeps a line in the list that the disk refused, because its figure is stored nowhere else. */
  keepUnsaved(line: TransferLine): void;
}

/** `own`: the writes of `view`, which resolve when the change is on the disk. */
export function usePendingLines(view: TransferView, own: TransferWrites): { shown: TransferView; writes: QuickWrites } {
  const [pending, setPending] = useState(NONE);
  const [lines] = useState(() => makePendingLines((next) => setPending((now) => keptPending(now, next)), readStore));
  const latest = useRef(own);
  useLayoutEffect(() => {
    latest.current = own;
  });
  useEffect(() => lines.saw(view.lines), [lines, view.lines]);
  // While rendering, so that the list is drawn once with what the disk has.
  const left = lines.left(view.lines, pending);
  if (left !== pending) setPending(left);
  useUnsaved(left.size > 0);
  const shown = useMemo(() => withPending(view, left), [view, left]);
  const [writes] = useState(() => quickWrites(lines, () => latest.current));
  return { shown, writes };
}

/** `own` returns the writes of the newest read of the transfer. */
function quickWrites(lines: PendingLines, own: () => TransferWrites): QuickWrites {
  return {
    saveHeader: (header, version) => own().saveHeader(header, version),
    saveLine: (line, at) =>
      lines.write([{ productId: line.product_id, line, at }], ([one]) => own().saveLine(line, one?.at ?? at)),
    saveAll: (all) =>
      lines.write(
        all.map(({ line, at }) => ({ productId: line.product_id, line, at })),
        (changes) => own().saveAll(changes.flatMap(({ line, at }) => (line ? [{ line, at }] : []))),
      ),
    async removeLine(line) {
      const productId = line.product_id;
      if (line.state === 'unsaved' && lines.forget(productId)) return true;
      return lines.write([{ productId, line: null, at: atOf(line) }], ([one]) =>
        own().removeLine({ ...line, ...one?.at }),
      );
    },
    async changeLine(productId, make) {
      const now = lines.shown(productId);
      const before = now === undefined ? null : 'product_id' in now ? lineOf(now) : now.line;
      const at = now !== undefined && 'product_id' in now ? atOf(now) : { item_id: null, version: null };
      return lines.write([{ productId, line: make(before), at }], () => own().changeLine(productId, make));
    },
    keepUnsaved: lines.keep,
    async complete(reasons) {
      if (await lines.settled()) await own().complete(reasons);
    },
    release: () => own().release(),
    review: () => own().review(),
  };
}
