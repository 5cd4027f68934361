/**
 * Sends changes directly when this tablet cannot store them, because storage is full or the browser offers none (rules 48, 49). The queue's own
 * engine runs over a store in memory. The key is held in memory, and the form keeps its input, until the verdict. Such a change is never reported
 * as saved on this tablet.
 */
import { positionOf } from '#domain/lanePositions.ts';
import { laneOf } from '../outbox/lanes.ts';
import { LIVE, type Op } from '../outbox/op.ts';
import { makeOutbox, type Outbox } from '../outbox/outbox.ts';
import { TransferLocked } from '../outbox/transferLocked.ts';
import { memoryStore } from '../store/memoryStore.ts';
import type { Ports, QueueOwner, Tx } from '../store/ports.ts';
import { memoryOps } from './memoryOps.ts';
import { orderId } from './requests.ts';

export interface Direct {
  /**
   * Sends the ops that `work` writes for `transfer` (null: a new transfer).
   * Resolves with the server's id of the transfer once the server took all of them. Resolves with null when no answer came, or when changes on disk
   * must be sent first. A repeated call with the same change sends the same keys. Throws TransferLocked with the server's message when the change
   * was refused.
   */
  send(transfer: string | null, work: (outbox: Outbox) => Promise<unknown>): Promise<string | null>;
  /** true: memory holds a new transfer or stocktake whose first op may have reached the server. */
  holdsNew(): Promise<boolean>;
  /**
   * Called when the user's change could be saved on disk again. Ops held in memory without an answer are not sent again; the server cancels their keys. false:
   * the server did not answer, and the ops stay in memory.
   */
  giveUp(): Promise<boolean>;
}

/** `isAbsent`: true for an error which says that the browser has no storage. `onTaken` is called when a cancelled op turns out to have taken effect. */
export function makeDirect(
  ports: Ports,
  owner: () => QueueOwner,
  isAbsent: (error: unknown) => boolean,
  onTaken: () => void = () => undefined,
): Direct {
  const look = async <T>(work: (tx: Tx) => Promise<T>, none: T): Promise<T> => {
    try {
      return await ports.store.read(work);
    } catch (error) {
      if (isAbsent(error)) return none;
      throw error;
    }
  };
  const memory = memoryStore({
    known: (ref) => look((tx) => tx.known(ref), undefined),
    meta: (name) => look((tx) => tx.meta(name), undefined),
  });
  const here: Ports = { ...ports, store: memory };
  const outbox = makeOutbox(here, owner);
  const held = memoryOps(here, owner, onTaken);
  let turn: Promise<unknown> = Promise.resolve();

  /** Computes the ops that `work` would write, without storing them. */
  const sketch = async (work: (outbox: Outbox) => Promise<unknown>): Promise<Op[]> => {
    const paper = memoryStore({
      known: (ref) => memory.read((tx) => tx.known(ref)),
      meta: (name) => memory.read((tx) => tx.meta(name)),
    });
    await work(makeOutbox({ ...ports, store: paper }, owner));
    return paper.read((tx) => tx.ops());
  };

  const idOf = (transfer: string) => memory.read((tx) => orderId(tx, transfer));

  /** Sends the ops held in memory. Resolves with the server's id of `transfer`, or with null without a verdict. Throws TransferLocked. */
  const settled = async (transfer: string): Promise<string | null> => {
    const outcome = await held.settle();
    if (outcome === null) return null;
    if (outcome.refused !== null) throw new TransferLocked(outcome.refused);
    return idOf(transfer);
  };

  const send = async (transfer: string | null, work: (outbox: Outbox) => Promise<unknown>): Promise<string | null> => {
    const { user_id } = owner();
    const waiting =
      transfer === null ? [] : await look(async (tx) => tx.opsOf(await laneOf(tx, transfer, user_id)), [] as Op[]);
    if (waiting.some((op) => LIVE.has(op.state) && op.user_id === user_id)) return null;
    const sketched = await sketch(work);
    const before = await held.all();
    const begun = before.find((op) => op.type === 'create');
    if (before.length > 0 && sameChange(before, sketched)) return settled(before[0]?.transfer ?? '');
    // The user has another change by now. An op without an answer must not be sent again unseen, so its key is cancelled first.
    if (!(await held.close())) return null;
    const header = sketched.find((op): op is Op<'create'> => op.type === 'create')?.payload;
    // The create had taken effect with its first details. The header is therefore updated; a second create would duplicate the transfer.
    const known = begun && header ? await idOf(begun.transfer) : null;
    const others = new Set((await held.all()).map((op) => op.key));
    if (begun && header && known !== null) await outbox.saveHeader(begun.transfer, header, null);
    else await work(outbox);
    const first = (await held.all()).find((op) => !others.has(op.key));
    if (!first) return transfer === null ? null : idOf(transfer);
    return settled(first.transfer);
  };

  /** Calls run one after the other. Two taps change the same store, and no op may be cancelled while its answer is under way. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work);
    turn = next.catch(() => undefined);
    return next;
  };

  return {
    send: (transfer, work) => inTurn(() => send(transfer, work)),
    holdsNew: async () => (await held.all()).some((op) => positionOf(op) === 'begins'),
    giveUp: () => inTurn(held.close),
  };
}

/** true: both lists are the same change. Keys, times and the local id of a new transfer may differ. */
function sameChange(before: readonly Op[], after: readonly Op[]): boolean {
  const words = (ops: readonly Op[]) =>
    JSON.stringify(ops.map((op) => [op.type, positionOf(op) === 'begins' ? '' : op.chain, op.payload]));
  return words(before) === words(after);
}
