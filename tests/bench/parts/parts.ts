/** Single parts of the product in a bare page, so that they can be measured without screens around them. */
import { exportSheet } from '#crud/exportSheet.ts';
import { dexieStore } from '#offline/dexieStore.ts';
import { makeOutbox } from '#offline/outbox.ts';
import { savedReads } from '#offline/savedReads.ts';
import { keepRows } from '../floor/rows.ts';

/** Saves so many lines of one transfer in the tablet's own store, a short pause between them; milliseconds each took. */
async function saveLines(lines: number): Promise<number[]> {
  const store = dexieStore();
  await store.ready();
  const owner = { user_id: 'u', user_name: 'U', device_id: 'd', app_version: '1' };
  const outbox = makeOutbox(
    {
      store,
      clock: { now: () => Date.now() },
      chance: { next: () => 0, uuid: () => crypto.randomUUID() },
      net: { send: async () => ({ verified: false }) },
    },
    () => owner,
  );
  const times: number[] = [];
  for (let at = 0; at < lines; at += 1) {
    const started = performance.now();
    await outbox.saveLine(
      'order-1',
      {
        product_id: `p${at}`,
        quantity: 12,
        quantity_accepted: 12,
        amount: '1200.00',
        reason: null,
        note: '',
        about: { name: `Product ${at}`, case_count: 12 },
      },
      { item_id: null, version: null },
    );
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return times;
}

export const parts = { exportSheet, saveLines, savedReads, keepRows };
(window as unknown as { parts: typeof parts }).parts = parts;
