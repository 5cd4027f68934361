/**
 * Rules 34 and 35 together: a server restored from an older backup has forgotten that the keys of what people gave up are closed. A copy of
 * such a change in another tablet's file would take effect, so the tablet where it was given up has them closed again.
 */
import { knownEpoch, noticeEpoch } from './epoch.ts';
import { givenUp, setGivenUp } from './givenUp.ts';
import type { Owner, Ports } from './ports.ts';
import { meaningOf } from './queueRules.ts';
import { cancelRequest } from './requests.ts';

/** Why the server could not say now; the rest waits for the next pass. */
const LATER: ReadonlySet<string> = new Set(['retry', 'server_failed', 'sign_in', 'update']);

/**
 * Of who is signed in, one after the other. Gives how many turned out to have taken effect after all: a copy came first. Those count as sent,
 * for nothing else would be true.
 */
export async function closeAgain(ports: Ports, owner: Owner): Promise<number> {
  let taken = 0;
  for (const given of await ports.store.read(givenUp)) {
    if (given.user_id !== owner.user_id) continue;
    const { key } = given;
    const epoch = await ports.store.read(knownEpoch);
    const reply = await ports.net.send(cancelRequest(given, ports.chance.uuid(), epoch));
    if (!reply.verified) return taken;
    if (await noticeEpoch(ports, reply.epoch)) return taken;
    if (LATER.has(meaningOf(reply, 'upsert'))) return taken;
    // Anything else is the server's last word, also that the key is somebody else's.
    taken += await ports.store.change(async (tx) => {
      await setGivenUp(
        tx,
        (await givenUp(tx)).filter((one) => one.key !== key),
      );
      const past = await tx.past(key);
      const said = reply.data as { state?: string; code?: number; message?: string; data?: unknown } | null;
      if (!past || past.op.state === 'done' || said?.state !== 'done') return 0;
      const answer = { message: said.message ?? '', data: said.data ?? null };
      const heard = { ...reply, ...answer, code: said.code ?? 0 };
      if (meaningOf(heard, past.op.type) !== 'done') return 0;
      await tx.keepPast({ ...past, op: { ...past.op, state: 'done', last_error: null }, answer });
      return 1;
    });
  }
  return taken;
}
