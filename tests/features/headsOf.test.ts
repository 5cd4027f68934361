/** The transfer of a change (B11.1), as the list of changes names it beside a product or a completion. */
import { expect, test } from 'vitest';
import { headsOf } from '#features/session/sync/OfTransfer.tsx';
import type { FinishedOp, Op } from '#offline/outbox/op.ts';

const op = (type: Op['type'], source_name: string, transfer = 't', state: Op['state'] = 'queued') =>
  ({ type, schema: 1, transfer, state, payload: { source_name, destination_name: 'Hub' } }) as unknown as Op;
const past = (one: Op) => ({ key: 'k', at: 0, op: one }) as unknown as FinishedOp;

test('a transfer is described by its last header, waiting or sent, and not by a discarded one', {
  tags: ['B11.1', 'SYNC-section-11'],
}, () => {
  const sourceName = (ops: Op[], gone: Op[]) => headsOf(ops, gone.map(past)).get('t')?.source_name;
  expect(sourceName([op('upsert', 'a line')], [])).toBeUndefined();
  expect(sourceName([op('create', 'Other', 'u')], [])).toBeUndefined();
  // The newest finished op comes first.
  const sent = [op('header', 'Newest', 't', 'done'), op('create', 'First', 't', 'done')];
  expect(sourceName([], sent)).toBe('Newest');
  expect(sourceName([op('header', 'Waiting'), op('upsert', 'a line')], sent)).toBe('Waiting');
  // A change that was discarded for the server's values says nothing, so the server is asked.
  expect(sourceName([], [op('header', 'Discarded', 't', 'discarded'), ...sent])).toBeUndefined();
});
