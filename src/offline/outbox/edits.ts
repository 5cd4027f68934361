/** The changes that a person makes on this tablet, each written to the disk as one op before the call resolves (SYNC rule 4). */

import { drop } from '../resolve/discard.ts';
import { keepBegun, takeBegun } from '../store/begun.ts';
import type { Ports, QueueOwner, Tx } from '../store/ports.ts';
import { closingChain, headChain, lineChain } from './chains.ts';
import { confirmationWith, linesWithLess, mayConfirmWithLess, type ShortLine } from './confirmAgain.ts';
import { currentLine, type SeenLine } from './currentLine.ts';
import { lineRef } from './lineRef.ts';
import { LIVE, LOCAL, type Op, type OpType, type Payloads, type TransferHeader, type TransferLine } from './op.ts';
import { replaceable } from './queueRules.ts';
import type { LineRevision } from './revisions.ts';
import { TransferLocked } from './transferLocked.ts';

/** The dependencies of an edit: the ports (store, clock, chance) and the signed-in person. */
export interface EditContext {
  readonly ports: Ports;
  readonly owner: () => QueueOwner;
}

/** Every function resolves when its change is on disk. It rejects when the disk refuses, and with {@link TransferLocked} after a confirmation. */
export interface Edits {
  /** Resolves with the transfer's local id, `local-<uuid>`. */
  createTransfer(header: TransferHeader): Promise<string>;
  /**
   * Stores a transfer without lines and without an op: its first change will create it (store/begun.ts). Resolves with its local id. The same parties give the
   * same transfer.
   */
  beginTransfer(header: TransferHeader): Promise<string>;
  /** Deletes a begun transfer that got no line. */
  forgetBegun(transfer: string): Promise<void>;
  /** `version`: the version of the header that the person saw; null: the server has none yet. Resolves with the key of the op. */
  saveHeader(transfer: string, header: TransferHeader, version: number | null): Promise<string>;
  /** Resolves with the key of the op. */
  saveLine(transfer: string, line: TransferLine, at: LineRevision): Promise<string>;
  /** Saves all lines in one transaction. Resolves with their keys in order. */
  saveLines(transfer: string, lines: readonly { line: TransferLine; at: LineRevision }[]): Promise<string[]>;
  /** Computes a line from its present state inside the transaction, so that scans in quick succession build on each other. */
  changeLine(
    transfer: string,
    seen: SeenLine,
    make: (now: TransferLine | null) => TransferLine,
  ): Promise<{ key: string; line: TransferLine }>;
  /** Resolves with the key of the op; null when the line was never sent, so that there is nothing to remove. */
  removeLine(
    transfer: string,
    line: Pick<TransferLine, 'product_id' | 'about'>,
    at: LineRevision,
  ): Promise<string | null>;
  /** `confirmation`: what the person confirmed, from `confirmationOf` (rule 33, K40). Resolves with the key of the op. */
  complete(transfer: string, confirmation: Payloads['execute']): Promise<string>;
  /**
   * Replaces a confirmation that was refused for lack of stock by one with the quantities in stock (confirmAgain.ts). A confirmation that waits and was never
   * tried may be replaced as well. All lines change, or none; no connection is needed. Resolves with the key of the new confirmation. null: nothing changed,
   * because the refusal no longer exists, the confirmation was tried, or a line differs from its confirmed state.
   */
  completeWithLess(seq: number, short: readonly ShortLine[]): Promise<string | null>;
}

/**
 * The edits of transfers: each saves an op in the queue and resolves when the store has it. Throws `TransferLocked` for a confirmed transfer, and errors of the store.
 */
export function makeEdits(context: EditContext): Edits {
  const { store } = context.ports;
  return {
    async createTransfer(header) {
      const transfer = `${LOCAL}${context.ports.chance.uuid()}`;
      await store.change((tx) => tx.add(newOp(context, 'create', transfer, headChain(transfer), header)));
      return transfer;
    },
    beginTransfer: (header) =>
      store.change((tx) =>
        keepBegun(tx, { transfer: `${LOCAL}${context.ports.chance.uuid()}`, user_id: context.owner().user_id, header }),
      ),
    forgetBegun: (transfer) =>
      store.change(async (tx) => void (await takeBegun(tx, transfer, context.owner().user_id))),
    saveHeader: (transfer, header, version) => store.change((tx) => putHeader(context, tx, transfer, header, version)),
    saveLine: (transfer, line, at) =>
      store.change(async (tx) => {
        await createBegun(context, tx, transfer);
        const lane = await openChain(context, tx, transfer, lineChain(transfer, line.product_id));
        return putLine(context, tx, lane, transfer, line, at);
      }),
    saveLines: (transfer, lines) =>
      store.change(async (tx) => {
        await createBegun(context, tx, transfer);
        const lane = openOps(context, await tx.opsOf(transfer));
        const keys: string[] = [];
        for (const { line, at } of lines) keys.push(await putLine(context, tx, lane, transfer, line, at));
        return keys;
      }),
    changeLine: (transfer, seen, make) =>
      store.change(async (tx) => {
        const chain = lineChain(transfer, seen.product_id);
        await createBegun(context, tx, transfer);
        const line = make(await currentLine(tx, chain, seen, context.owner().user_id));
        const lane = await openChain(context, tx, transfer, chain);
        return { key: await putLine(context, tx, lane, transfer, line, seen.at), line };
      }),
    removeLine: (transfer, line, at) => store.change((tx) => putRemoval(context, tx, transfer, line, at)),
    complete: (transfer, confirmation) =>
      store.change(async (tx) => {
        const chain = closingChain(transfer);
        await openChain(context, tx, transfer, chain);
        const op = newOp(context, 'execute', transfer, chain, confirmation);
        await tx.add(op);
        return op.key;
      }),
    completeWithLess: (seq, short) => store.change((tx) => confirmAgain(context, tx, seq, short)),
  };
}

/** Writes the create of a begun transfer before its first change. Resolves with the key of the create; null: the transfer was not just begun. */
async function createBegun(
  context: EditContext,
  tx: Tx,
  transfer: string,
  newer: TransferHeader | null = null,
): Promise<string | null> {
  const header = await takeBegun(tx, transfer, context.owner().user_id);
  if (!header) return null;
  const op = newOp(context, 'create', transfer, headChain(transfer), newer ?? header);
  await tx.add(op);
  return op.key;
}

async function confirmAgain(
  context: EditContext,
  tx: Tx,
  seq: number,
  short: readonly ShortLine[],
): Promise<string | null> {
  const op = await tx.op(seq);
  if (!mayConfirmWithLess(op) || op.user_id !== context.owner().user_id) return null;
  const less = await linesWithLess(tx, op, short);
  if (!less) return null;
  await drop(tx, op, context.ports.clock.now());
  // The old confirmation is removed, so the transfer accepts changes. A second confirmation of this person would make `openOps` throw.
  const lane = openOps(context, await tx.opsOf(op.transfer));
  for (const { line, isGone, at } of less)
    if (isGone) await putRemoval(context, tx, op.transfer, line, at);
    else await putLine(context, tx, lane, op.transfer, line, at);
  const again = newOp(context, 'execute', op.transfer, op.chain, confirmationWith(op.payload, less));
  await tx.add(again);
  return again.key;
}

/** A new op, before it has its sequence number in the queue. */
export function newOp<T extends OpType>(
  { ports: { chance, clock }, owner }: EditContext,
  type: T,
  transfer: string,
  chain: string,
  payload: Payloads[T],
): Omit<Op<T>, 'seq'> {
  const { app_version, user_id, user_name, device_id } = owner();
  return {
    key: chance.uuid(),
    schema: 1,
    app_version,
    user_id,
    user_name,
    device_id,
    transfer,
    chain,
    type,
    payload,
    item: null,
    base: null,
    frozen_base: null,
    state: 'queued',
    attempts: 0,
    failures: 0,
    first_failure: null,
    last_error: null,
    next_try: 0,
    saved_at: clock.now(),
  };
}

/** The live ops of the person who is signed in. Another officer's ops on this tablet stay apart (rule 41). Throws after a confirmation (rule 17). */
function openOps({ owner }: EditContext, ops: readonly Op[]): Op[] {
  const live = ops.filter((op) => LIVE.has(op.state) && op.user_id === owner().user_id);
  if (live.some((op) => op.type === 'execute'))
    throw new TransferLocked('This transfer is waiting to complete. Changes are possible again after its answer.');
  return live;
}

/** The ops on which a change of one chain depends. The ids that the server assigned are read in the same disk access, because they are needed next. */
async function openChain(context: EditContext, tx: Tx, transfer: string, chain: string): Promise<Op[]> {
  const [ops] = await Promise.all([tx.opsOfChains([chain, closingChain(transfer)]), tx.prefetch([chain])]);
  return openOps(context, ops);
}

async function putHeader(
  context: EditContext,
  tx: Tx,
  transfer: string,
  header: TransferHeader,
  version: number | null,
): Promise<string> {
  const created = await createBegun(context, tx, transfer, header);
  if (created !== null) return created;
  const { chance, clock } = context.ports;
  const chain = headChain(transfer);
  const last = (await openChain(context, tx, transfer, chain)).at(-1);
  if (last && replaceable(last)) {
    const key = chance.uuid();
    await tx.put({ ...last, key, payload: header, last_error: null, saved_at: clock.now() });
    return key;
  }
  const made = (await tx.known(chain))?.version ?? 0;
  const seen = version === null && made === 0 ? null : { version: Math.max(version ?? 0, made) };
  const op = { ...newOp(context, 'header', transfer, chain, header), base: last ? { after: last.key } : seen };
  await tx.add(op);
  return op.key;
}

/**
 * `lane` holds the live ops of the transfer, or of the line's chain alone. The function keeps it up to date, so that a thousand lines that are saved
 * together read the queue once and not a thousand times.
 */
async function putLine(
  context: EditContext,
  tx: Tx,
  lane: Op[],
  transfer: string,
  line: TransferLine,
  at: LineRevision,
): Promise<string> {
  const { chance, clock } = context.ports;
  const chain = lineChain(transfer, line.product_id);
  const last = lane.filter((op) => op.chain === chain).at(-1);
  if (last?.type === 'upsert' && replaceable(last)) {
    // The op keeps its place in the queue and gets the newer payload and a new key.
    const newer: Op = { ...last, key: chance.uuid(), payload: line, last_error: null, saved_at: clock.now() };
    await tx.put(newer);
    lane[lane.indexOf(last)] = newer;
    return newer.key;
  }
  const { item, base } = await lineRef(tx, last, chain, at, chance.uuid);
  const op = { ...newOp(context, 'upsert', transfer, chain, line), item, base };
  lane.push({ ...op, seq: await tx.add(op) });
  return op.key;
}

async function putRemoval(
  context: EditContext,
  tx: Tx,
  transfer: string,
  { product_id, about }: Pick<TransferLine, 'product_id' | 'about'>,
  at: LineRevision,
): Promise<string | null> {
  const chain = lineChain(transfer, product_id);
  const own = await openChain(context, tx, transfer, chain);
  const last = own.at(-1);
  if (last?.type === 'remove') return last.key;
  if (last?.type === 'upsert' && replaceable(last)) {
    // The op was never sent: an add and its removal cancel each other out, and the removal replaces an edit.
    await tx.remove(last.seq);
    if (last.item?.fresh) return null;
    own.pop();
  }
  const { item, base } = await lineRef(tx, own.at(-1), chain, at, context.ports.chance.uuid);
  if (item.fresh) return null;
  const op = { ...newOp(context, 'remove', transfer, chain, { product_id, about }), item, base };
  await tx.add(op);
  return op.key;
}
