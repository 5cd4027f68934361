/** The queue as a file: the last resort before a tablet is wiped (rule 41), taken back in with the ORIGINAL keys (SEC-20). */
import { aimsAtItsTransfer, lineAimedAt, NOT_AS_SHOWN, saysWhatItShows } from '#contract/purchasing/changeFields.ts';
import { bodyOf, dependsOn } from '../drain/requests.ts';
import { isKnown, isLocal, type Known, LIVE, type Op, type SentBody } from '../outbox/op.ts';
import { stepName } from '../outbox/queueRules.ts';
import { TransferLocked } from '../outbox/transferLocked.ts';
import type { Clock, QueueOwner, Store } from '../store/ports.ts';
import { isChange } from './fileShape.ts';

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
export function exportUnsent(store: Store, clock: Clock, owner: QueueOwner, everyone: boolean): Promise<UnsentFile> {
  return store.change(async (tx) => {
    const ops = (await tx.ops()).filter((op) => everyone || op.user_id === owner.user_id);
    for (const op of ops) if (!op.copied) await tx.put({ ...op, copied: true });
    const refs = new Set(ops.flatMap((op) => [op.transfer, op.chain, `op:${dependsOn(op) ?? ''}`]));
    const known: Known[] = [];
    for (const ref of refs) {
      const one = await tx.known(ref);
      if (one) known.push(one);
    }
    return { exported_at: clock.now(), device_id: owner.device_id, ops, known };
  });
}

/** Gives how many were new; throws TransferLocked when the file is not an exported queue, or a change in it was sent as another one. */
export function importUnsent(store: Store, file: unknown): Promise<number> {
  return store.change(async (tx) => {
    const { ops, known } = readFile(file);
    const said = new Map(known.map((one) => [one.ref, one.id]));
    await tx.prefetch([...said.keys()]);
    const heard = new Map<string, string>();
    for (const one of known) {
      const here = await tx.known(one.ref);
      if (here) heard.set(one.ref, here.id);
      else await tx.rememberId({ ref: one.ref, id: one.id, version: one.version ?? null });
    }
    const here = new Set((await tx.ops()).map((op) => op.key));
    let taken = 0;
    const inOrder = [...ops].sort((a, b) => a.seq - b.seq);
    for (const [at, change] of inOrder.entries()) {
      const { seq: _theirs, ...op } = change;
      if (here.has(op.key) || (await tx.past(op.key))) continue;
      // The original keys are kept: what was applied already is a replay, never a second time (SEC-20).
      // The tablet it came from may send it too, so nobody can say here that it never was.
      const state = op.state === 'sending' || !LIVE.has(op.state) ? 'queued' : op.state;
      const body = bodyAsSent(op, said, heard);
      if (body === 'elsewhere')
        throw new TransferLocked(`${NOT_AS_SHOWN} Change ${at + 1} of ${inOrder.length}: ${stepName(change)}.`);
      await tx.add({ ...honest(op), ...(body ? { sent_body: body } : {}), copied: true, state });
      taken += 1;
    }
    return taken;
  });
}

/**
 * What became of a refusal is asked of the server: the store that gave it may have been restored since. So is whatever used the key of a change
 * whose body is made anew (SEC-20). Who was silent to another tablet says nothing of this one's line.
 */
function honest({ sent_body: _, silence: _theirs, ...op }: Omit<Op, 'seq'>): Omit<Op, 'seq'> {
  return { ...op, last_error: op.last_error && { ...op.last_error, stored: false } };
}

/** By ref, what it is on the server: `said` by the file, `heard` on this tablet before. */
type Ids = ReadonlyMap<string, string>;

/**
 * undefined: it says something else than its change shows, or is of a store that this tablet knows is gone, and is made anew. 'elsewhere': it aims
 * at another transfer or line than the change: made anew under a key that was tried, it would be another change than the one that was sent (rule 12).
 * Whether an id of the file is right, only the server can say.
 */
function bodyAsSent(op: Omit<Op, 'seq'>, said: Ids, heard: Ids): SentBody | 'elsewhere' | undefined {
  const { sent_body: sent } = op;
  if (!sent || op.attempts === 0 || !isKnown(op) || !saysWhatItShows(sent, bodyOf(op, '', null))) return undefined;
  const { type, transfer, item } = op;
  const order = isLocal(transfer) ? said.get(transfer) : transfer;
  const line = lineAimedAt(type, sent);
  const isItsLine = line === null || (item !== null && !item.fresh && (item.id === null || item.id === line));
  if (!aimsAtItsTransfer(type, sent, transfer, order) || !isItsLine) return 'elsewhere';
  return order === (heard.get(transfer) ?? order) ? sent : undefined;
}

const NO_QUEUE = 'This file is not an exported queue of Kasuwa.';

/** The changes of an exported queue in their order; throws TransferLocked for anything else. Nothing is taken in. */
export function changesIn(file: unknown): Op[] {
  return [...readFile(file).ops].sort((a, b) => a.seq - b.seq);
}

function readFile(file: unknown): Pick<UnsentFile, 'ops' | 'known'> {
  const { ops, known } = (typeof file === 'object' && file !== null ? file : {}) as Partial<UnsentFile>;
  if (!Array.isArray(ops)) throw new TransferLocked(NO_QUEUE);
  const wrong = ops.findIndex((op) => !isChange(op));
  if (wrong >= 0)
    throw new TransferLocked(`${NO_QUEUE} Change ${wrong + 1} of ${ops.length} is not one that a tablet saves.`);
  const ids = Array.isArray(known) ? known : [];
  return { ops, known: ids.filter((one) => typeof one?.ref === 'string' && typeof one.id === 'string') };
}
