/**
 * Rules 34 and 35 together: a server restored from an older backup has forgotten that the keys of what people gave up are closed. A copy of
 * such a change in another tablet's file would take effect, so the tablet where it was given up has them closed again.
 */

import { cancelledKeys, setCancelledKeys } from '../outbox/cancelledKeys.ts';
import type { Ports, QueueOwner } from '../store/ports.ts';
import { cancelKey } from './cancelKey.ts';

/** So long closing may take of a pass, ms: what waits to be sent stands behind it (rule 20). What is left is closed in the next one. */
export const CANCELLING_MS = 10_000;
/** The same where a person signs out meanwhile. */
export const RECORDING_MS = 4_000;

/** Which of them: those that copies may be of, those that are only to be recorded, or all. */
type Which = 'copies' | 'record' | 'all';

interface Limit {
  /** None is asked for after it, epoch ms. */
  until: number;
  /** Asked before each: something else comes first now. */
  makesWay?: () => Promise<boolean>;
}

/**
 * Of who is signed in, one after the other. Gives how many turned out to have taken effect after all: a copy came first. Those count as sent,
 * for nothing else would be true.
 */
export async function recancelKeys(ports: Ports, owner: QueueOwner, which: Which, limit: Limit): Promise<number> {
  let taken = 0;
  for (const given of await ports.store.read(cancelledKeys)) {
    if (given.user_id !== owner.user_id) continue;
    if (which !== 'all' && (which === 'record') !== (given.record_only === true)) continue;
    if (ports.clock.now() > limit.until || (await limit.makesWay?.())) return taken;
    const { key } = given;
    const was = await ports.store.read((tx) => tx.past(key));
    const told = await cancelKey(ports, given, was?.op.type ?? 'upsert');
    if (told.word === 'later' || told.restored) return taken;
    // Anything else is the server's last word, also a refusal: one that it keeps giving would hold up all that follows.
    taken += await ports.store.change(async (tx) => {
      await setCancelledKeys(
        tx,
        (await cancelledKeys(tx)).filter((one) => one.key !== key),
      );
      const past = await tx.past(key);
      if (!past || past.op.state === 'done' || told.word !== 'taken') return 0;
      const answer = { message: told.message, data: told.data };
      await tx.keepPast({ ...past, op: { ...past.op, state: 'done', last_error: null }, answer });
      return 1;
    });
  }
  return taken;
}

/**
 * Behind all that is sent, what is only to stand on the server's record (rule 40): those keys take effect nowhere. `goOn`: something is to be sent
 * that was not there when it began, saved meanwhile or queued again by a restore; that does not wait for the rest of it.
 */
export async function recordCancelled(
  ports: Ports,
  owner: QueueOwner,
  deadline: number,
): Promise<{ taken: number; goOn: boolean }> {
  const mine = () =>
    ports.store.read(async (tx) => (await tx.ops()).filter((op) => op.user_id === owner.user_id).map((op) => op.key));
  const isAny = (await ports.store.read(cancelledKeys)).some((one) => one.record_only && one.user_id === owner.user_id);
  if (!isAny) return { taken: 0, goOn: false };
  const before = new Set(await mine());
  const makesWay = async () => (await mine()).some((key) => !before.has(key));
  const until = Math.min(deadline, ports.clock.now() + CANCELLING_MS);
  const taken = await recancelKeys(ports, owner, 'record', { until, makesWay });
  return { taken, goOn: await makesWay() };
}
