/** The queue as a file: the last resort before a tablet is wiped (rule 41), taken back in with the ORIGINAL keys (SEC-20). */
import { saysWhatItShows } from '#contract/purchasing/changeFields.ts';
import { NotNow } from './notNow.ts';
import { isKnown, type Known, LIVE, type Op } from './op.ts';
import type { Clock, Owner, Store } from './ports.ts';
import { bodyOf, standsOn } from './requests.ts';

export interface UnsentFile {
  /** Epoch ms of this device, information only. */
  exported_at: number;
  device_id: string;
  ops: Op[];
  /** What the ops' references became on the server: without them a half-sent transfer could not go on elsewhere. */
  known: Known[];
}

/**
 * `everyone`: only for an administrator (rule 41); else what the owner saved. From now on a copy may be sent from elsewhere, so none of them
 * counts as "never sent" here: neither replaced nor dropped without the server's word.
 */
export function exportUnsent(store: Store, clock: Clock, owner: Owner, everyone: boolean): Promise<UnsentFile> {
  return store.change(async (tx) => {
    const ops = (await tx.ops()).filter((op) => everyone || op.user_id === owner.user_id);
    for (const op of ops) if (!op.copied) await tx.put({ ...op, copied: true });
    const refs = new Set(ops.flatMap((op) => [op.transfer, op.chain, `op:${standsOn(op) ?? ''}`]));
    const known: Known[] = [];
    for (const ref of refs) {
      const one = await tx.known(ref);
      if (one) known.push(one);
    }
    return { exported_at: clock.now(), device_id: owner.device_id, ops, known };
  });
}

/** Gives how many were new; throws NotNow when the file is not an exported queue. */
export function importUnsent(store: Store, file: unknown): Promise<number> {
  return store.change(async (tx) => {
    const { ops, known } = readFile(file);
    for (const one of known)
      if (!(await tx.known(one.ref))) await tx.learn({ ref: one.ref, id: one.id, version: one.version ?? null });
    const here = new Set((await tx.ops()).map((op) => op.key));
    let taken = 0;
    for (const { seq: _theirs, ...op } of [...ops].sort((a, b) => a.seq - b.seq)) {
      if (here.has(op.key) || (await tx.past(op.key))) continue;
      // The original keys are kept: what was applied already is a replay, never a second time (SEC-20).
      // The tablet it came from may send it too, so nobody can say here that it never was.
      await tx.add({
        ...honest(op),
        copied: true,
        state: op.state === 'sending' || !LIVE.has(op.state) ? 'queued' : op.state,
      });
      taken += 1;
    }
    return taken;
  });
}

/**
 * A body that says something else than its change shows is made anew, and whatever used its key is asked of the server (SEC-20). So is what became
 * of a refusal: the store that gave it may have been restored since.
 */
function honest({ sent_body, ...op }: Omit<Op, 'seq'>): Omit<Op, 'seq'> {
  const shown = sent_body && isKnown(op) && saysWhatItShows(sent_body, bodyOf(op, '', null));
  const last_error = op.last_error && { ...op.last_error, stored: false };
  return { ...op, last_error, ...(shown ? { sent_body } : {}) };
}

/** As the server takes keys (API.md 1.3): with one that no header carries nothing goes out behind it, one of another length can never be discarded (SEC-20). */
const KEY = /^[\w-]{8,128}$/;

/** Also its numbers are looked at: without one an op is due at no time, and waits for ever without a word. */
function readFile(file: unknown): Pick<UnsentFile, 'ops' | 'known'> {
  const { ops, known } = (typeof file === 'object' && file !== null ? file : {}) as Partial<UnsentFile>;
  if (
    !Array.isArray(ops) ||
    ops.some(
      (op) =>
        typeof op?.key !== 'string' ||
        !KEY.test(op.key) ||
        typeof op.type !== 'string' ||
        op.schema !== 1 ||
        typeof op.payload !== 'object' ||
        ![op.seq, op.attempts, op.failures, op.next_try].every(Number.isFinite),
    )
  ) {
    throw new NotNow('This file is not an exported queue of Kasuwa.');
  }
  const ids = Array.isArray(known) ? known : [];
  return { ops, known: ids.filter((one) => typeof one?.ref === 'string' && typeof one.id === 'string') };
}
