/**
 * Rules 48 and 49: this tablet can keep nothing (storage is full, or the browser gives none). Where the server answers, a change is sent at
 * once, by the queue's own engine over a store in memory: its key is held until the verdict, and the form keeps what was typed until then.
 * Nothing is ever called saved on this tablet.
 */
import { syncWords } from '#domain/syncWords.ts';
import { isSettledHere, LIVE, type Op, refusalOfOp } from '../outbox/op.ts';
import { makeOutbox, type Outbox } from '../outbox/outbox.ts';
import { TransferLocked } from '../outbox/transferLocked.ts';
import { memoryStore } from '../store/memoryStore.ts';
import type { Ports, QueueOwner, Tx } from '../store/ports.ts';
import { cancelKey } from './cancelKey.ts';
import { drain } from './drain.ts';
import { orderId } from './requests.ts';
import { finish } from './verdict.ts';

export interface Direct {
  /**
   * Sends what `work` writes, which belongs to `transfer` (null: it begins one). Resolves with the server's id of the transfer once all of it
   * is taken, and with null when that cannot be said: no answer came, or changes wait on the disk that have to go first. Asked again with the
   * same change it sends the same keys. Throws TransferLocked with the server's words when it was refused.
   */
  send(transfer: string | null, work: (outbox: Outbox) => Promise<unknown>): Promise<string | null>;
  /** Whether a transfer is held that may have been begun. */
  holdsNew(): Promise<boolean>;
  /**
   * There is room again and the person's word is on disk: what is still held without an answer is not sent again, its keys are closed. false:
   * the server did not say, they are held on.
   */
  giveUp(): Promise<boolean>;
}

/**
 * `isAbsent`: whether an error of the disk says that there is none, so that nothing is known and nothing waits. `onTaken`: told when something
 * turns out to have been taken that nobody asks for any more.
 */
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
  let turn: Promise<unknown> = Promise.resolve();

  const held = async () => {
    const { user_id } = owner();
    return (await memory.read((tx) => tx.ops())).filter((op) => op.user_id === user_id);
  };

  /** Closes a key: what is held under it was taken after all, or never will be. null: the server did not say, it is held on. */
  const letGo = async (op: Op): Promise<'taken' | 'closed' | null> => {
    const told = await cancelKey(here, op, op.type);
    if (told.word === 'later' || told.word === 'refused') return null;
    const isTaken = told.word === 'taken';
    await memory.change((tx) => (isTaken ? finish(tx, op, told, ports.clock.now()) : tx.remove(op.seq)));
    if (isTaken) onTaken();
    return told.word;
  };

  /** Sends what is held. null: some of it still has no verdict. What was refused is let go: it changed nothing. */
  const settle = async (): Promise<{ refused: string | null } | null> => {
    await drain(here, owner(), { forced: true });
    const refused: Op[] = [];
    for (const op of await held()) {
      if (op.state !== 'attention' && op.state !== 'conflict') continue;
      // Sent before without an answer, a copy may still be under way: the refusal is no word about that one (rule 34).
      const told = op.attempts > 1 && !isSettledHere(op) ? await letGo(op) : 'closed';
      if (told === null) return null;
      if (told === 'closed') refused.push(op);
    }
    const left = await held();
    // What waits for a refused one was never sent and goes with it.
    const blocked = refused.length > 0 ? left.filter((op) => op.attempts === 0) : [];
    const gone = new Set([...refused, ...blocked].map((op) => op.seq));
    await memory.change(async (tx) => {
      for (const seq of gone) await tx.remove(seq);
    });
    if (left.some((op) => !gone.has(op.seq))) return null;
    const [first] = refused;
    return { refused: first ? (refusalOfOp(first)?.message ?? syncWords.refused) : null };
  };

  /** What `work` would write, without writing it. */
  const sketch = async (work: (outbox: Outbox) => Promise<unknown>): Promise<Op[]> => {
    const paper = memoryStore({
      known: (ref) => memory.read((tx) => tx.known(ref)),
      meta: (name) => memory.read((tx) => tx.meta(name)),
    });
    await work(makeOutbox({ ...ports, store: paper }, owner));
    return paper.read((tx) => tx.ops());
  };

  /** Closes the keys of what is held: taken after all, or never to be. false: the server did not say. */
  const close = async (): Promise<boolean> => {
    for (const op of await held()) {
      if (op.attempts === 0) await memory.change((tx) => tx.remove(op.seq));
      else if ((await letGo(op)) === null) return false;
    }
    // What is held now was taken before and is gone from a server that was restored since (rule 35): it is sent again, and not closed by the next one.
    if ((await held()).length > 0) await drain(here, owner(), { forced: true });
    return true;
  };

  const idOf = (transfer: string) => memory.read((tx) => orderId(tx, transfer));

  const send = async (transfer: string | null, work: (outbox: Outbox) => Promise<unknown>): Promise<string | null> => {
    const waiting = transfer === null ? [] : await look((tx) => tx.opsOf(transfer), []);
    if (waiting.some((op) => LIVE.has(op.state) && op.user_id === owner().user_id)) return null;
    const asked = await sketch(work);
    const before = await held();
    const begun = before.find((op) => op.type === 'create');
    if (before.length > 0 && sameChange(before, asked)) {
      const told = await settle();
      if (told === null) return null;
      if (told.refused !== null) throw new TransferLocked(told.refused);
      return idOf(before[0]?.transfer ?? '');
    }
    // Something else is wanted by now: what had no answer is not sent behind a person's back, and its keys are closed first (rule 34).
    if (!(await close())) return null;
    const header = asked.find((op): op is Op<'create'> => op.type === 'create')?.payload;
    // The transfer that was asked for is there by now, with what it was asked for first: it is changed, not begun twice.
    const known = begun && header ? await idOf(begun.transfer) : null;
    const others = new Set((await held()).map((op) => op.key));
    if (begun && header && known !== null) await outbox.saveHeader(begun.transfer, header, null);
    else await work(outbox);
    const first = (await held()).find((op) => !others.has(op.key));
    if (!first) return transfer === null ? null : idOf(transfer);
    const told = await settle();
    if (told === null) return null;
    if (told.refused !== null) throw new TransferLocked(told.refused);
    return idOf(first.transfer);
  };

  /** One after the other: two taps are two changes of one store, and nothing is given up while its answer is under way. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work);
    turn = next.catch(() => undefined);
    return next;
  };

  return {
    send: (transfer, work) => inTurn(() => send(transfer, work)),
    holdsNew: async () => (await held()).some((op) => op.type === 'create'),
    giveUp: () => inTurn(close),
  };
}

/** The same change asked for again: keys, times and the local id of a new transfer differ. */
function sameChange(before: readonly Op[], asked: readonly Op[]): boolean {
  const words = (ops: readonly Op[]) =>
    JSON.stringify(ops.map((op) => [op.type, op.type === 'create' ? '' : op.chain, op.payload]));
  return words(before) === words(asked);
}
