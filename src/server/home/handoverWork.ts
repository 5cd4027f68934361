/** Handovers that need a person, for the home: one half is missing for half a day, the two halves differ, or no goods moved. */
import { WORK_ROWS, type Work } from '#contract/home/workCalls.ts';
import { ALONE_SECONDS } from '#domain/handover/rules.ts';
import { deviceRef } from '#domain/transfer.ts';
import type { Ctx } from '../calls/handler.ts';
import { openHandoversOf } from '../purchasing/handover/handoverRow.ts';
import { workRow } from './workRow.ts';

export async function waitingHandovers(ctx: Ctx): Promise<Work> {
  const needy = (await openHandoversOf(ctx)).filter(
    ({ handover, seen }) => handover.state !== 'waits' || ctx.now - seen > ALONE_SECONDS,
  );
  return {
    kind: 'handovers',
    total: needy.length,
    rows: needy.slice(0, WORK_ROWS).map(({ seen, handover }) => {
      const { _id, order, transfer, giver, taker, missing, state, source_name, lines } = handover;
      const named = order
        ? { model: 'purchase_order', _id: order._id, title: order.ref }
        : { model: 'handover', _id, title: deviceRef(transfer) };
      const who = missing === 'giver' ? giver.name : (taker?.name ?? handover.destination_name);
      return workRow({ ...named, note: missing ?? state }, { who, hub: source_name, lines: lines.length, since: seen });
    }),
  };
}
