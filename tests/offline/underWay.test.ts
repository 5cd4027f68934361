/**
 * What a person does while answers are under way, over a server that leaves rows out of its answers, doubles them or names rows that nobody sent, and
 * a disk that refuses or is asked twice. In the end the server holds what was said last, each key took effect once at most, and nothing waits.
 */
import { expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import { makeOutbox } from '#offline/outbox/outbox.ts';
import { atOf, overlay } from '#offline/outbox/overlay.ts';
import { memoryStore } from '#offline/store/memoryStore.ts';
import type { Ports, QueueOwner, Reply, Request, Store } from '#offline/store/ports.ts';
import { ModelServer } from '#tests/support/modelServer.ts';
import { line, SILENCE, say } from '#tests/support/scripted.ts';
import { chanceOf } from '#tests/support/simulation.ts';
import { HEADER } from '#tests/support/simulationPlace.ts';

const SCHEDULES = 300;
const FULL = 'QuotaExceededError';

/** A disk that refuses now and then, before or after the work, or undoes it and asks again, as one does that makes room. */
function poorDisk(disk: Store, dice: () => number): Store {
  return {
    read: disk.read,
    async change(work) {
      const luck = dice();
      if (luck < 0.03) throw new DOMException('', FULL);
      if (luck < 0.08)
        await disk
          .change(async (tx) => {
            await work(tx);
            throw new DOMException('', FULL);
          })
          .catch((error: unknown) => {
            if (luck < 0.05) throw error;
          });
      return disk.change(work);
    },
  };
}

/** The rows of a batch's answer, as no server should tell them. */
function mangled(reply: Reply, luck: number): Reply {
  const data = reply.verified ? (reply.data as { results?: { op_key: string }[] } | null) : null;
  if (!reply.verified || !data?.results) return reply;
  const foreign = (row: { op_key: string }) => ({ ...row, op_key: 'foreign-key-1' });
  const kinds = [
    data.results.slice(1),
    [...data.results, ...data.results].reverse(),
    [...data.results, ...data.results.slice(0, 1).map(foreign)],
    data.results.map((row, at) => (at === 0 ? foreign(row) : row)),
  ];
  return { ...reply, data: { ...data, results: kinds[Math.floor(luck * 8)] ?? data.results } };
}

async function schedule(seed: number): Promise<string[]> {
  const dice = chanceOf(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(dice() * from.length)] as T;
  const server = new ModelServer(null);
  const disk = memoryStore();
  const world = { now: 1_800_000_000_000, wild: true, busy: false, ids: 0 };
  const owner: QueueOwner = { user_id: 'ada', user_name: 'Ada', device_id: 't1', app_version: '1' };
  const want = new Map<string, number | null>();
  /** What was given up: the server may have had it or not. */
  const loose = new Set<string>();
  let transfer = '';

  const act = async () => {
    const [ops, past] = await disk.read(async (tx) => [await tx.ops(), await tx.pastSince(0)] as const);
    const product = pick(['p1', 'p2', 'p3', 'p4']);
    const view = overlay(transfer, null, ops, null, past);
    const there = view.lines.find((one) => one.product_id === product);
    const at = there ? atOf(there) : { item_id: null, version: null, revision: 0 };
    const luck = dice();
    const some = pick(ops.filter((op) => op.type === 'upsert' || op.type === 'remove'));
    if (luck < 0.6) {
      const one = line(product, 1 + Math.floor(dice() * 90));
      await outbox.saveLine(transfer, one, at);
      want.set(product, one.quantity);
    } else if (luck < 0.8 && there) {
      await outbox.removeLine(transfer, line(product, 1), at);
      want.set(product, null);
    } else if (luck < 0.9 && some) {
      loose.add(some.chain.split(':').at(-1) ?? '');
      await outbox.discard(some.seq);
    } else if (some?.state === 'attention') await outbox.retry(some.seq);
  };
  const acts = async () => {
    if (!world.wild || world.busy) return;
    world.busy = true;
    for (let n = Math.floor(dice() * 3); n > 0; n -= 1) await act().catch(known);
    world.busy = false;
  };
  const answer = async (request: Request): Promise<Reply> => {
    world.now += 50;
    await acts();
    const luck = world.wild ? dice() : 1;
    if (luck < 0.05) return SILENCE;
    const codes = [401, 403, 429, 500, 503] as const;
    const code = codes[Math.floor((luck - 0.05) * 50)];
    if (code) return { ...say(code, { error: 'no' }), epoch: server.epoch } as Reply;
    const modelAnswer = server.handle(request, owner.user_id) as { code: number; message: string; data: unknown };
    const reply = { ...say(modelAnswer.code, modelAnswer.data, modelAnswer.message), epoch: server.epoch } as Reply;
    await acts();
    if (luck < 0.25) return SILENCE;
    return world.wild ? mangled(reply, dice()) : reply;
  };
  const store = poorDisk(disk, () => (world.wild ? dice() : 1));
  const chance = { next: dice, uuid: () => `k${seed}-${world.ids++}-xxxxxxxx` };
  const ports: Ports = { store, clock: { now: () => world.now }, chance, net: { send: answer } };
  const outbox = makeOutbox(ports, () => owner);
  const flush = async (forced: boolean) => {
    await outbox.supersede(forced);
    await drain(ports, owner, { forced });
  };

  transfer = await makeOutbox({ ...ports, store: disk }, () => owner).createTransfer(HEADER);
  for (let step = 0; step < 25; step += 1) {
    await acts();
    world.now += 20_000;
    await flush(dice() < 0.5).catch(known);
  }
  world.wild = false;
  for (let round = 0; round < 12; round += 1) {
    world.now += 400_000;
    await flush(true);
    for (const op of await disk.read((tx) => tx.ops())) if (op.state === 'attention') await outbox.retry(op.seq);
  }

  const found = (await disk.read((tx) => tx.ops()))
    .filter((op) => !loose.has(op.chain.split(':').at(-1) ?? ''))
    .map((op) => `waits: ${op.type} ${op.chain} ${op.state} ${op.last_error?.message}`);
  for (const { key, op } of await disk.read((tx) => tx.pastSince(0)))
    if (op.state !== 'done' && server.applied.has(key)) found.push(`${key} is ${op.state}, and took effect`);
  for (const [key, times] of server.applied) if (times > 1) found.push(`${key} took effect ${times} times`);
  const [order] = [...server.state.orders.values()];
  const lines = [...(order?.lines.values() ?? [])].filter((row) => row.live);
  for (const [product, quantity] of want) {
    const is = lines.find((row) => row.product_id === product)?.quantity ?? null;
    if (!loose.has(product) && is !== quantity) found.push(`${product}: said ${quantity}, there is ${is}`);
  }
  return found.map((what) => `${seed}: ${what}`);
}

/** A full disk is said to the person, who tries again. */
function known(error: unknown): void {
  if ((error as Error).name !== FULL) throw error;
}

test(`${SCHEDULES} schedules of changes made while answers are under way`, {
  tags: ['SYNC-21', 'SYNC-22', 'SYNC-34', 'P1', 'P2'],
  timeout: 120_000,
}, async () => {
  const found: string[] = [];
  for (let seed = 1; seed <= SCHEDULES; seed += 1) found.push(...(await schedule(seed)));
  expect(found).toEqual([]);
});
