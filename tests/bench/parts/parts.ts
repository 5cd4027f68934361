/** Single parts of the product in a bare page, so that they can be measured without screens around them. */
import { exportSheet } from '#crud/export/exportSheet.ts';
import { drain } from '#offline/drain/drain.ts';
import { makeOutbox } from '#offline/outbox/outbox.ts';
import { savedReads } from '#offline/reads/savedReads.ts';
import { dexieStore } from '#offline/store/dexieStore.ts';
import { memoryStore } from '#offline/store/memoryStore.ts';
import type { Net, Ports, Store } from '#offline/store/ports.ts';
import { keepRows } from '../floor/rows.ts';

const owner = { user_id: 'u', user_name: 'U', device_id: 'd', app_version: '1' };

const tabletOver = (store: Store, net: Net) => {
  const ports: Ports = {
    store,
    net,
    clock: { now: () => Date.now() },
    chance: { next: () => 0, uuid: () => crypto.randomUUID() },
  };
  return { ports, outbox: makeOutbox(ports, () => owner) };
};

const line = (at: number) => ({
  line: {
    product_id: `p${at}`,
    quantity: 12,
    quantity_accepted: 12,
    amount: '1200.00',
    reason: null,
    note: '',
    about: { name: `Product ${at}`, case_count: 12 },
  },
  at: { item_id: null, version: null },
});

/** Saves so many lines of one transfer in the tablet's own store, a short pause between them; milliseconds each took. */
async function saveLines(lines: number): Promise<number[]> {
  const store = dexieStore();
  await store.ready();
  const { outbox } = tabletOver(store, { send: async () => ({ verified: false }) });
  const times: number[] = [];
  for (let at = 0; at < lines; at += 1) {
    const started = performance.now();
    await outbox.saveLine('order-1', line(at).line, line(at).at);
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return times;
}

/** Sends so many lines of one transfer to a server that says yes after 100 ms, from the tablet's own disk or from memory; milliseconds. */
async function sendLines(lines: number, place: 'disk' | 'memory'): Promise<number> {
  const disk = place === 'disk' ? dexieStore(`sends-${crypto.randomUUID()}`) : null;
  await disk?.ready();
  const { ports, outbox } = tabletOver(disk ?? memoryStore(), {
    async send({ fields }) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      const results = (fields.op_key as string[]).map((op_key, row) => ({
        op_key,
        code: 200,
        message: 'OK',
        data: { _id: `i${(fields.product_id as string[])[row]}`, version: 1, items_revision: row + 1 },
      }));
      return { verified: true, code: 200, message: 'OK', data: { results }, epoch: 'bench', retryAfter: null };
    },
  });
  await outbox.saveLines(
    'order-1',
    Array.from({ length: lines }, (_, at) => line(at)),
  );
  const started = performance.now();
  const { finished } = await drain(ports, owner);
  if (finished !== lines) throw new Error(`${finished} of ${lines} lines were sent.`);
  return performance.now() - started;
}

export const parts = { exportSheet, saveLines, sendLines, savedReads, keepRows };
(window as unknown as { parts: typeof parts }).parts = parts;
