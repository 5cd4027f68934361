/** The dialog if every product was counted with 0. The server completes no transfer without goods (B3.12), so the transfer stays open. */
import { useState } from 'react';
import { useGo } from '#crud/address.ts';
import { comesBack, type KindFacts, movedQuantity } from '#domain/transfer.ts';
import { isLocal } from '#offline/outbox/op.ts';
import { atOf, type LineView, type TransferView } from '#offline/outbox/overlay.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { COUNT_WORDS } from '../countWords.ts';
import { countedLine } from '../desk/deskLines.ts';
import type { TransferWrites } from '../writes.ts';

/** Whether there are lines and none of them moves units. */
export const movesNothing = (lines: readonly Pick<LineView, 'quantity' | 'quantity_accepted'>[]): boolean =>
  lines.length > 0 && lines.every((line) => movedQuantity(line) === 0);

interface Props {
  kind: KindFacts;
  view: TransferView;
  writes: Pick<TransferWrites, 'saveAll' | 'removeLine'>;
  onClose: () => void;
}

/** "Nothing came": clears the count. The transfer stays, with or without a server, because the officer may not delete it (B3.24). */
export function NothingMoves({ kind, view, writes, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const go = useGo();
  const words = COUNT_WORDS[kind.direction];
  const state = words.expected.toLowerCase();
  const isOwn = isLocal(view.transfer);
  const keep = async () => {
    setBusy(true);
    const isKept = await clearCount(view.lines, writes, comesBack(kind.kind));
    onClose();
    if (isKept && !isOwn) await go(`/inventory/${kind.type}/${kind.direction}`);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.nothing}
      actions={
        <>
          <Button onClick={onClose}>Back to the count</Button>
          <Button look="primary" busy={busy} onClick={() => void keep()}>
            {isOwn ? 'Clear the count' : `Keep it ${state}`}
          </Button>
        </>
      }
    >
      <p>Every product was counted with 0, so there is nothing to complete.</p>
      <p className="text-ink-soft">
        {isOwn
          ? 'The products stay in the list, and nobody counted them.'
          : `It stays ${state}, and its count starts again when you open it. If nobody needs it any more, the office deletes the purchase order.`}
      </p>
    </Dialog>
  );
}

/** Makes the lines uncounted. A line that was neither expected nor there is removed. */
async function clearCount(lines: readonly LineView[], writes: Props['writes'], isBack: boolean): Promise<boolean> {
  const kept = lines.filter((line) => line.quantity > 0);
  for (const line of lines) if (line.quantity === 0 && !(await writes.removeLine(line))) return false;
  return writes.saveAll(kept.map((line) => ({ line: countedLine(line, null, null, isBack), at: atOf(line) })));
}
