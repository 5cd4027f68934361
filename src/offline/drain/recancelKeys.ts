/**
 * A server that was restored from an older backup has forgotten which keys were cancelled (rules 34 and 35). A copy of such a change in another tablet's
 * file would take effect. So the tablet where a person discarded the change cancels its key again.
 */

import { cancelledKeys, setCancelledKeys } from '../resolve/cancelledKeys.ts';
import type { Ports, QueueOwner } from '../store/ports.ts';
import { cancelKey } from './cancelKey.ts';

/** The part of one pass that cancelling keys may take, ms. Changes wait meanwhile (rule 20). The next pass cancels the rest. */
export const CANCELLING_MS = 10_000;
/** The same limit while a person signs out, ms. */
export const RECORDING_MS = 4_000;

/** Which keys to cancel: those of changes that may have copies elsewhere, those that are only reported to the server's record, or all. */
type Which = 'copies' | 'record' | 'all';

interface Limit {
  /** No request starts after this time, epoch ms. */
  until: number;
  /** Runs before each key. true: stop, other work comes first now. */
  makesWay?: () => Promise<boolean>;
}

/**
 * Cancels the keys of the signed-in person, one after the other. Returns how many had taken effect after all, because a copy arrived first. Those changes count
 * as sent.
 */
export async function recancelKeys(ports: Ports, owner: QueueOwner, which: Which, limit: Limit): Promise<number> {
  let taken = 0;
  for (const given of await ports.store.read(cancelledKeys)) {
    if (given.user_id !== owner.user_id) continue;
    if (which !== 'all' && (which === 'record') !== (given.record_only === true)) continue;
    if (ports.clock.now() > limit.until || (await limit.makesWay?.())) return taken;
    const { key } = given;
    const was = await ports.store.read((tx) => tx.past(key));
    const result = await cancelKey(ports, given, was?.op.type ?? 'upsert');
    if (result.word === 'later' || result.restored) return taken;
    // Any other result is final, also a refusal: repeating it would hold up all keys after it.
    taken += await ports.store.change(async (tx) => {
      await setCancelledKeys(
        tx,
        (await cancelledKeys(tx)).filter((one) => one.key !== key),
      );
      const past = await tx.past(key);
      if (!past || past.op.state === 'done' || result.word !== 'taken') return 0;
      const answer = { message: result.message, data: result.data };
      await tx.keepPast({ ...past, op: { ...past.op, state: 'done', last_error: null }, answer });
      return 1;
    });
  }
  return taken;
}

/**
 * Reports discarded changes to the server's record after everything else is sent (rule 40). Their keys can take effect nowhere. `goOn` returns false when the
 * queue has a new change (saved by a person, or queued again after a restore), which must not wait for the remaining reports.
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
