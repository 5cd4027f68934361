/** Exports the queue to a file, the last resort before a tablet is wiped (rule 41), and imports such a file with the ORIGINAL keys (SEC-20). */
import { aimsAtItsTransfer, lineAimedAt, NOT_AS_SHOWN, saysWhatItShows } from '#contract/purchasing/changeFields.ts';
import { isOfStocktake } from '#domain/lanePositions.ts';
import { bodyOf, dependsOn } from '../drain/requests.ts';
import { mergeIntoFirstLane } from '../outbox/lanes.ts';
import { isKnown, isLocal, type Known, LIVE, type Op, type SentBody } from '../outbox/op.ts';
import { stepName } from '../outbox/queueRules.ts';
import { TransferLocked } from '../outbox/transferLocked.ts';
import type { Clock, QueueOwner, Store, Tx } from '../store/ports.ts';
import { isChange } from './fileShape.ts';

export interface UnsentFile {
  /** Epoch ms of this device's clock, for information only. */
  exported_at: number;
  device_id: string;
  ops: Op[];
  /** The server ids of the references in `ops`. Without these ids another tablet could not continue a transfer that was partly sent. */
  known: Known[];
}

/**
 * Exports the unsent ops of `owner`, or with `everyone` those of all users, which only an administrator may ask for (rule 41).
 * From now on another tablet may send the copies. Therefore every exported op is marked as `copied`: it no longer counts as never sent, and is
 * neither replaced nor dropped before the server confirms.
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

/**
 * Imports an exported queue and returns the number of new ops. Throws TransferLocked when the file is not an exported queue, or when the stored
 * body of an op aims at another transfer or line than the op itself.
 */
export function importUnsent(store: Store, clock: Clock, file: unknown): Promise<number> {
  const now = clock.now();
  return store.change(async (tx) => {
    const { ops, known } = readFile(file);
    const fileIds = new Map(known.map((one) => [one.ref, one.id]));
    const lanes = new Map<string, string>();
    await tx.prefetch([...fileIds.keys()]);
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
      // The op keeps its original key: if the server applied the op already, sending it again only replays the answer. The op is marked as copied
      // because the tablet that exported it may send it too.
      const state = op.state === 'sending' || !LIVE.has(op.state) ? 'queued' : op.state;
      const body = bodyAsSent(op, fileIds, heard);
      if (body === 'elsewhere')
        throw new TransferLocked(`${NOT_AS_SHOWN} Change ${at + 1} of ${inOrder.length}: ${stepName(change)}.`);
      await tx.add({ ...honest(op), ...(body ? { sent_body: body } : {}), copied: true, state });
      if (isOfStocktake(op)) lanes.set(op.transfer, op.user_id);
      taken += 1;
    }
    for (const [lane, userId] of lanes) await joinLane(tx, lane, userId, now);
    return taken;
  });
}

/**
 * If the other tablet sent the opening of a stocktake, this tablet may have a lane for the same stocktake. An opening without an answer joins the lanes when
 * the answer comes.
 */
async function joinLane(tx: Tx, lane: string, userId: string, now: number): Promise<void> {
  const id = isLocal(lane) ? (await tx.known(lane))?.id : undefined;
  if (id && !(await tx.opsOf(lane)).some((op) => op.type === 'open'))
    await mergeIntoFirstLane(tx, lane, id, userId, now);
}

/**
 * Returns the op without the claims of the file that only the server can confirm. `stored` is false, because the server that refused the op may have been
 * restored since, or another change may have used the key (SEC-20). Silence that another tablet met says nothing about the connection of this one.
 */
function honest({ sent_body: _, silence: _theirs, ...op }: Omit<Op, 'seq'>): Omit<Op, 'seq'> {
  return { ...op, last_error: op.last_error && { ...op.last_error, stored: false } };
}

/** Server ids by ref: `fileIds` holds the ids in the file, `heard` the ids that this tablet knew before. */
type Ids = ReadonlyMap<string, string>;

/**
 * The stored body of an imported op, if it can be sent as it is.
 * undefined: the body differs from what the op shows, or belongs to a store that this tablet knows is gone. The body is then built again.
 * 'elsewhere': the body aims at another transfer or line than the op. A body built again under a key that was tried would be another change than
 * the one that was sent (rule 12).
 * Only the server can say whether an id in the file is right.
 */
function bodyAsSent(op: Omit<Op, 'seq'>, fileIds: Ids, heard: Ids): SentBody | 'elsewhere' | undefined {
  const { sent_body: sent } = op;
  if (!sent || op.attempts === 0 || !isKnown(op) || !saysWhatItShows(sent, bodyOf(op, '', null))) return undefined;
  const { type, transfer, item } = op;
  const order = isLocal(transfer) ? fileIds.get(transfer) : transfer;
  const line = lineAimedAt(type, sent);
  const isItsLine = line === null || (item !== null && !item.fresh && (item.id === null || item.id === line));
  const aim = { transfer, order, again: type === 'open' || type === 'reverse' ? item?.client_id : undefined };
  if (!aimsAtItsTransfer(type, sent, aim) || !isItsLine) return 'elsewhere';
  return order === (heard.get(transfer) ?? order) ? sent : undefined;
}

const NO_QUEUE = 'This file is not an exported queue of Kasuwa.';

/** The ops of an exported queue in order of `seq`, without importing them. Throws TransferLocked when the file is not an exported queue. */
export function changesIn(file: unknown): Op[] {
  return [...readFile(file).ops].sort((a, b) => a.seq - b.seq);
}

function readFile(file: unknown): Pick<UnsentFile, 'ops' | 'known'> {
  const { ops, known } = (typeof file === 'object' && file !== null ? file : {}) as Partial<UnsentFile>;
  if (!Array.isArray(ops)) throw new TransferLocked(NO_QUEUE);
  const wrong = ops.findIndex((op) => !isChange(op));
  if (wrong >= 0) throw new TransferLocked(`${NO_QUEUE} Change ${wrong + 1} of ${ops.length} is of an unknown kind.`);
  const ids = Array.isArray(known) ? known : [];
  return { ops, known: ids.filter((one) => typeof one?.ref === 'string' && typeof one.id === 'string') };
}
