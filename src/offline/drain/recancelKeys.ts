/**
 * Closes the keys of discarded ops on the server again after a restore (rules 34, 35). A server restored from an older backup no longer knows that
 * these keys are closed, so a copy of such an op in another tablet's file would take effect.
 */

import { cancelledKeys, setCancelledKeys } from '../outbox/cancelledKeys.ts';
import type { Ports, QueueOwner } from '../store/ports.ts';
import { cancelKey } from './cancelKey.ts';

/**
 * The longest time for closing keys in one pass, in ms, because ops to be sent wait behind it (rule 20). The remaining keys are closed in the next
 * pass.
 */
export const CANCELLING_MS = 10_000;
/** The longest time for it during sign-out, in ms. */
export const RECORDING_MS = 4_000;

/** The kind of keys: `copies` are keys whose ops may have copies, `record` are keys that are only to be recorded, `all` are both. */
type Which = 'copies' | 'record' | 'all';

interface Limit {
  /** No request starts after this time, epoch ms. */
  until: number;
  /** Called before each key; true: stop, because other work comes first. */
  makesWay?: () => Promise<boolean>;
}

/**
 * Closes the signed-in user's keys one after the other. Returns how many ops had taken effect after all, because a copy came first. Those count as
 * sent, because they were.
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
    // Any other answer is final, also a refusal: a key that is refused every time would block all keys behind it.
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
 * Records the remaining discarded keys (rule 40) after everything else is sent, because these keys cannot take effect. `goOn` is true when new ops
 * to send appeared meanwhile, saved by the user or queued again by a restore; they do not wait for the rest of the list.
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
