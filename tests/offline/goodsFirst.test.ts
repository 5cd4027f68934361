/** A confirmation waits for the one that brings its goods: two lanes at once would ask for them before they are there (rules 17, 18). */
import { describe, expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import { confirmationOf } from '#offline/outbox/confirmed.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import { overlay } from '#offline/outbox/overlay.ts';
import type { Reply, Request } from '#offline/store/ports.ts';
import { kind, line, NOWHERE, SILENCE, say } from '#tests/support/scripted.ts';
import { scriptedTablet } from '#tests/support/scriptedTablet.ts';

const party = (type: TransferHeader['source_type'], id: string) => ({ type, id });
const DISTRIBUTOR = party('distributor', 'd1');
const HUB = party('seller', 's1');
const ASSOCIATE = party('sales_officer', 'a1');
const SOMEBODY_ELSE = party('sales_officer', 'a2');
type Party = typeof HUB;

const headerOf = (from: Party, to: Party): TransferHeader => ({
  ...{ timestamp: 1_795_000_000, meta: '{}', source_name: from.id, destination_name: to.id },
  ...{ source_type: from.type, source: from.id, destination_type: to.type, destination: to.id },
});

/**
 * A tablet with one confirmed transfer for each way, in this order. `told` gets "d1 to s1" as the server begins with a confirmation. `slow`: the lines of
 * the first transfer take their time. `answer`: what the server says instead, to whichever requests.
 */
async function tablet(
  ways: readonly (readonly [Party, Party])[],
  answer: (request: Request, way: string) => Reply | null = () => null,
) {
  const paths: string[] = [];
  const t = scriptedTablet(async (request) => {
    const { fields, path } = request;
    if (path === 'purchase_order/create') return say(200, `${fields.source} to ${fields.destination}`);
    const way = String([fields.purchase_order_id ?? fields._id].flat()[0]);
    const reply = answer(request, way);
    if (path.endsWith('execute')) paths.push(way);
    // The line of the first one is slow, so that the other lane is always ahead.
    if (way === `${ways[0]?.[0].id} to ${ways[0]?.[1].id}`)
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return reply ?? kind(request);
  });
  for (const [from, to] of ways) {
    const transfer = await t.outbox.createTransfer(headerOf(from, to));
    await t.outbox.saveLine(transfer, line('p1', 60), NOWHERE);
    const ops = (await t.ops()).filter((op) => op.transfer === transfer);
    await t.outbox.complete(transfer, confirmationOf(overlay(transfer, null, ops, null, [])));
  }
  const pass = () => drain(t.ports, t.owner, { forced: true });
  return { ...t, paths, pass };
}

describe('goods come before they go', { tags: ['SYNC-17', 'SYNC-18'] }, () => {
  test.each([
    ['an issue waits for the receipt of its hub', [DISTRIBUTOR, HUB] as const, [HUB, ASSOCIATE] as const],
    ['a return waits for the issue to the associate', [HUB, ASSOCIATE] as const, [ASSOCIATE, HUB] as const],
  ])('%s, and both go out in one pass', async (_name, first, second) => {
    const t = await tablet([first, second]);
    await t.pass();
    expect(t.paths).toEqual([first, second].map(([from, to]) => `${from.id} to ${to.id}`));
    expect(await t.ops()).toEqual([]);
  });

  test('a refused one is waited for by nobody', async () => {
    const refusal = say(200, { errors: [{ code: 'short_stock', message: '', requested: 60, available: 4 }] });
    const t = await tablet(
      [
        [HUB, ASSOCIATE],
        [ASSOCIATE, HUB],
      ],
      ({ path }, way) => (path.endsWith('execute') && way === 's1 to a1' ? refusal : null),
    );
    await t.pass();
    expect(t.paths).toEqual(['s1 to a1', 'a1 to s1']);
    expect((await t.ops()).map((op) => [op.type, op.state])).toEqual([['execute', 'attention']]);
  });

  test('a server that was away answers in the order of the person, whichever transfers met its silence', async () => {
    let isAway = true;
    const ways = [
      [DISTRIBUTOR, HUB],
      [HUB, ASSOCIATE],
      [ASSOCIATE, HUB],
      [HUB, SOMEBODY_ELSE],
    ] as const;
    const t = await tablet(ways, () => (isAway ? SILENCE : null));
    // The create of a transfer has no order yet, so the script answers it at once: the lines meet the silence.
    for (let pass = 0; pass < 6; pass += 1) await t.pass();
    expect(t.paths).toEqual([]);
    isAway = false;
    await t.pass();
    expect(t.paths).toEqual(ways.map(([from, to]) => `${from.id} to ${to.id}`));
    expect(await t.ops()).toEqual([]);
  });

  test('the server is still at work on the first one: the second waits for its verdict', async () => {
    let isAtWork = true;
    const t = await tablet(
      [
        [DISTRIBUTOR, HUB],
        [HUB, ASSOCIATE],
      ],
      ({ path }, way) =>
        isAtWork && path.endsWith('execute') && way === 'd1 to s1' ? say(409, { error: 'in_progress' }) : null,
    );
    await t.pass();
    expect(new Set(t.paths)).toEqual(new Set(['d1 to s1']));
    isAtWork = false;
    await t.pass();
    expect(t.paths.at(-1)).toBe('s1 to a1');
    expect(await t.ops()).toEqual([]);
  });

  test('one that the server alone leaves without an answer holds up nobody for longer than two tries', async () => {
    const t = await tablet(
      [
        [HUB, ASSOCIATE],
        [ASSOCIATE, HUB],
      ],
      // The server answers whoever asks whether it is there.
      (_request, way) => (way === 's1 to a1' ? { verified: false, late: true } : null),
    );
    for (let pass = 0; pass < 4; pass += 1) await t.pass();
    expect(t.paths).toContain('a1 to s1');
  });

  test('one that the server fails at holds up nobody for longer than two tries', async () => {
    const t = await tablet(
      [
        [HUB, ASSOCIATE],
        [ASSOCIATE, HUB],
        [DISTRIBUTOR, HUB],
      ],
      (_request, way) => (way === 's1 to a1' ? say(500, null) : null),
    );
    for (let pass = 0; pass < 4; pass += 1) await t.pass();
    expect(t.paths).toContain('a1 to s1');
  });

  test('what brings nothing to the source, or was confirmed later, is not waited for', async () => {
    const t = await tablet([
      [HUB, SOMEBODY_ELSE],
      [ASSOCIATE, HUB],
      [HUB, ASSOCIATE],
    ]);
    await t.pass();
    // The third gives to the associate after the return was confirmed; it takes from the hub, which the return brings to.
    expect(t.paths).toEqual(['a1 to s1', 's1 to a1', 's1 to a2']);
  });
});
