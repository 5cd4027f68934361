/** The goods that a transfer moved or will move, and the stock of its hub before and after. */
import { useMemo } from 'react';
import type { Executed } from '#contract/purchasing/purchasingCalls.ts';
import { useContact } from '#crud/query/useSession.ts';
import { differenceKind } from '#domain/receiving.ts';
import { type Direction, type KindFacts, movedQuantity } from '#domain/transfer.ts';
import { casesText, sumOf } from '#domain/units.ts';
import type { LineView, TransferView } from '#offline/outbox/overlay.ts';
import { foretold, stockAtTurn } from '../../parts/foretold.ts';
import { backText } from '../../parts/lines/reasons.ts';
import { useNewestOf } from '../../parts/parties.ts';
import { useWaiting } from '../../parts/queue/expectedRefusals.ts';
import { stockIn } from '../../parts/stockHere.ts';
import { hubSideOf } from '../begin/remembered.ts';
import { COUNT_WORDS, differenceLabel } from '../countWords.ts';

/** Full cases and single units of all lines, by the case size of each product. */
export const movedOf = (lines: readonly LineView[]) =>
  sumOf(lines.map((line) => ({ moved: movedQuantity(line), case_count: line.case_count })));

export interface HubStock {
  /** The units of a product before and after the transfer. Null: unknown on this tablet. */
  of(productId: string): { before: number; after: number } | null;
  /** The time of reading the stock for an unfinished transfer, epoch ms. Null: the server reported the stock when it moved the goods. */
  at: number | null;
}

/**
 * The hub's stock before and after the transfer. For a completed transfer it comes from the server's answer to this tablet. For a waiting one this
 * tablet predicts it (`foretold.ts`).
 */
export function useHubStock(view: TransferView, kind: KindFacts, final: boolean): HubStock {
  const queue = useWaiting();
  const side = hubSideOf(kind);
  const hub = view.header?.[side] ?? '';
  const { online } = useContact();
  // With a connection the server reports the stock in a moment, so the long list is not read.
  const { found } = useNewestOf('seller', hub, !final && !online && hub !== '');
  return useMemo((): HubStock => {
    const sign = side === 'source' ? -1 : 1;
    if (final) {
      const answer = queue.past.find(
        ({ op }) => op.type === 'execute' && op.state === 'done' && op.transfer === view.transfer,
      )?.answer;
      const lines = (answer as { data?: Partial<Executed> } | undefined)?.data?.lines ?? [];
      const after = new Map(
        lines.map((line) => [
          line.product_id,
          [side === 'source' ? line.source_after : line.destination_after, line.moved],
        ]),
      );
      return {
        at: null,
        of(productId) {
          const [now, moved] = after.get(productId) ?? [];
          return now === undefined || moved === undefined ? null : { before: now - sign * moved, after: now };
        },
      };
    }
    const there = stockIn(found?.data.products);
    const turn = { party: hub, since: found?.at ?? 0, before: view.completing?.seq, transfer: view.transfer };
    const changes = foretold(queue, turn);
    const moves = new Map(view.lines.map((line) => [line.product_id, movedQuantity(line)]));
    return {
      at: found ? Math.max(found.at, changes.at ?? 0) : null,
      of(productId) {
        const read = found ? there(productId) : null;
        const before = read === null ? null : stockAtTurn(changes, productId, read);
        return before === null ? null : { before, after: before + sign * (moves.get(productId) ?? 0) };
      },
    };
  }, [final, queue, hub, view.transfer, view.completing, view.lines, side, found]);
}

/** "2 cases short, damaged". Null: the line came as expected, or was not counted. */
export function differsText(line: LineView, direction: Direction): string | null {
  const kind = differenceKind(line);
  if (kind === null || line.quantity_accepted === null) return null;
  const many = casesText(Math.abs(line.quantity_accepted - line.quantity), line.case_count);
  const why = backText(line.reason);
  const differs = `${many} ${differenceLabel(kind, COUNT_WORDS[direction]).toLowerCase()}`;
  return why ? `${differs}, ${why.toLowerCase()}` : differs;
}
