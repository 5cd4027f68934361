/** The figures of a card if the server's row lacks changes of this tablet. */
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RowOf } from '#contract/model.ts';
import type { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { acceptedValue } from '#domain/receiving.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { casesAndUnits } from '#domain/units.ts';
import type { FinishedOp, Op } from '#offline/outbox/op.ts';
import { overlay } from '#offline/outbox/overlay.ts';
import { settledFor } from '#offline/outbox/revisions.ts';
import { onlyOpensLine } from '../../parts/queue/transferCount.ts';
import { linesQuery } from '../../parts/ready/expectedList.ts';
import { toSnapshot } from '../useTransfer.ts';
import type { Expected } from './expected.ts';

/** The changes of this tablet. `ops`: the person's waiting changes. `past`: the finished changes of all persons. */
interface Changes {
  ops: readonly Op[];
  past: readonly FinishedOp[];
  me: string;
}

/**
 * The card with figures from `row`, the last read of the transfer, and from the changes of this tablet. They agree with the figures of the opened
 * transfer.
 */
export function withTabletChanges(
  card: Expected,
  row: RowOf<typeof purchaseOrder>,
  { ops, past, me }: Changes,
): Expected {
  const mine = ops.filter((op) => op.transfer === card.transfer && !onlyOpensLine(op));
  const done = past.filter(({ op }) => op.transfer === card.transfer);
  const { lines } = overlay(card.transfer, toSnapshot(row), mine, row._id, settledFor(done, true, me));
  const sizes = lines.map((line) => casesAndUnits(movedQuantity(line), line.case_count));
  return {
    ...card,
    lines: lines.length,
    cases: sizes.reduce((sum, size) => sum + size.cases, 0),
    units: sizes.reduce((sum, size) => sum + size.units, 0),
    // Goods that nobody expected count 0 if this tablet does not know their price.
    value: lines.reduce((sum, line) => sum + acceptedValue(line, () => 0), 0),
    names: lines
      .toSorted((a, b) => b.amount - a.amount)
      .slice(0, 3)
      .map(({ name }) => name),
  };
}

/**
 * The cards, each with the changes of this tablet since the list. If the lines of a transfer are not on this tablet, its card shows the server's
 * figures.
 */
export function useTabletChanges(cards: Expected[] | null, { ops, past, me }: Changes): Expected[] | null {
  const rows = useQueries({
    queries: (cards ?? []).filter((one) => one.isBehind).map(({ id }) => linesQuery(id)),
    combine: (found) => found.map(({ data }) => data?.data[0]),
  });
  return useMemo(
    () =>
      cards?.map((card) => {
        const row = card.isBehind && rows.find((one) => one?._id === card.id);
        return row ? withTabletChanges(card, row, { ops, past, me }) : card;
      }) ?? null,
    [cards, rows, ops, past, me],
  );
}
