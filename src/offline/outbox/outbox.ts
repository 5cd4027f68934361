/**
 * The queue as screens use it. Every function that changes the queue resolves only when the change is on disk (rule 4), and rejects when it is not.
 * Online saves take the same path: they are written first and sent at once (rule 3).
 */
import { cancelKey } from '../drain/cancelKey.ts';
import { RECORDING_MS, recancelKeys } from '../drain/recancelKeys.ts';
import { finish } from '../drain/verdict.ts';
import { exportUnsent, importUnsent, type UnsentFile } from '../file/unsentFile.ts';
import type { Ports, QueueOwner, Tx } from '../store/ports.ts';
import { closingChain, headChain, lineChain } from './chains.ts';
import { currentLine, type SeenLine } from './currentLine.ts';
import { drop, dropAll, retire as retireAt } from './discard.ts';
import { lineRef } from './lineRef.ts';
import {
  isSettledHere,
  LIVE,
  LOCAL,
  type Op,
  type OpType,
  type Payloads,
  refusalOfOp,
  type TransferHeader,
  type TransferLine,
} from './op.ts';
import { isDue, replaceable } from './queueRules.ts';
import { rebaseDependents } from './rebase.ts';
import { mayTryAgain, tryAgain } from './retry.ts';
import type { LineRevision } from './revisions.ts';
import { SUPERSEDING_MS, supersede, supersededOps } from './supersede.ts';
import { TransferLocked } from './transferLocked.ts';

/** The result of letting an op go (rule 34): it was discarded, it had taken effect already, or the server must be asked and cannot be reached. */
export type DiscardOutcome = 'discarded' | 'was_done' | 'needs_connection';

export interface Outbox {
  /** Saves the create of a new transfer. Returns the transfer's local id, `local-<uuid>`. */
  createTransfer(header: TransferHeader): Promise<string>;
  saveHeader(transfer: string, header: TransferHeader, version: number | null): Promise<string>;
  saveLine(transfer: string, line: TransferLine, at: LineRevision): Promise<string>;
  saveLines(transfer: string, lines: readonly { line: TransferLine; at: LineRevision }[]): Promise<string[]>;
  /** Makes a line from its current value at this moment (currentLine.ts), so that each of several quick scans sees the one before. */
  changeLine(
    transfer: string,
    seen: SeenLine,
    make: (now: TransferLine | null) => TransferLine,
  ): Promise<{ key: string; line: TransferLine }>;
  removeLine(
    transfer: string,
    line: Pick<TransferLine, 'product_id' | 'about'>,
    at: LineRevision,
  ): Promise<string | null>;
  /**
   * Saves the confirmation that `confirmationOf` made (rule 33, K40). Returns the key of the op. Like every edit, it throws TransferLocked while a
   * confirmation of this transfer waits.
   */
  complete(transfer: string, confirmation: Payloads['execute']): Promise<string>;
  retry(seq: number): Promise<void>;
  /** Tries all ops of the signed-in user again that allow it (K42). Returns their number. */
  retryAll(): Promise<number>;
  /**
   * Discards an op. An op that was never tried is discarded locally; one that was tried is discarded only after the server closed its key (rule
   * 34).
   */
  discard(seq: number): Promise<DiscardOutcome>;
  /**
   * Discards all these ops at sign-out and lists them for the server's record (rule 40). false: an op that was tried needs a connection; the ops
   * that were never tried then stay queued.
   */
  discardAll(seqs: readonly number[]): Promise<boolean>;
  /**
   * Sends that list to the server's record, for at most a few seconds. Never rejects: the list is on disk, and its rest is sent when its owner's
   * queue is sent the next time.
   */
  record(): Promise<void>;
  /**
   * Replaces refused ops that the user has edited again since. Each refused key is closed by the server (rule 34), and the edited copy behind it is
   * sent instead (section 10). Without an answer of the server the op stays as it is. `forced`: also before the next pass is due (rule 24).
   */
  giveWay(forced: boolean): Promise<void>;
  /**
   * Settles a conflict: `keepMine` saves the user's value again over the server's version, `keepTheirs` drops the user's value. The result
   * `discarded` means that the old op is gone.
   */
  keepMine(seq: number, theirVersion: number | null): Promise<DiscardOutcome>;
  keepTheirs(seq: number): Promise<DiscardOutcome>;
  /**
   * Exports the signed-in user's unsent ops, the last resort before a tablet is wiped. An administrator may export the ops of all users (rule 41).
   */
  exportUnsent(everyone?: boolean): Promise<UnsentFile>;
  /**
   * Imports exported ops and returns the number of new ones. Ops whose keys are known stay unchanged. Throws TransferLocked when the file is
   * refused.
   */
  importUnsent(file: unknown): Promise<number>;
}

export function makeOutbox(ports: Ports, owner: () => QueueOwner): Outbox {
  const { store, chance, clock } = ports;

  const blank = <T extends OpType>(
    type: T,
    transfer: string,
    chain: string,
    payload: Payloads[T],
  ): Omit<Op<T>, 'seq'> => {
    const who = owner();
    return {
      key: chance.uuid(),
      schema: 1,
      app_version: who.app_version,
      user_id: who.user_id,
      user_name: who.user_name,
      device_id: who.device_id,
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
  };

  /**
   * The waiting ops of the signed-in user. Throws TransferLocked when a confirmation is queued: the transfer is then closed until its verdict (rule
   * 17). Ops that another officer left on this tablet are ignored (rule 41).
   */
  const open = (ops: readonly Op[]): Op[] => {
    const live = ops.filter((op) => LIVE.has(op.state) && op.user_id === owner().user_id);
    if (live.some((op) => op.type === 'execute'))
      throw new TransferLocked('This transfer is waiting to complete. Changes are possible again after its answer.');
    return live;
  };
  /** The waiting ops of one chain and of the confirmation. What is known of the chain is prefetched in parallel, because the caller needs it next. */
  const openChain = async (tx: Tx, transfer: string, chain: string) => {
    const [ops] = await Promise.all([tx.opsOfChains([chain, closingChain(transfer)]), tx.prefetch([chain])]);
    return open(ops);
  };

  /**
   * Saves one line and returns the key of its op. `lane` (the whole lane or only the line's chain) is updated in memory, so that saving a thousand
   * lines reads the queue once.
   */
  const putLine = async (
    tx: Tx,
    lane: Op[],
    transfer: string,
    line: TransferLine,
    at: LineRevision,
  ): Promise<string> => {
    const chain = lineChain(transfer, line.product_id);
    const own = lane.filter((op) => op.chain === chain);
    const last = own.at(-1);
    if (last?.type === 'upsert' && replaceable(last)) {
      // The op keeps its position and gets the newer payload and a new key (rule 13).
      const newer: Op = { ...last, key: chance.uuid(), payload: line, last_error: null, saved_at: clock.now() };
      await tx.put(newer);
      lane[lane.indexOf(last)] = newer;
      return newer.key;
    }
    const { item, base } = await lineRef(tx, own.at(-1), chain, at, chance.uuid);
    const op = { ...blank('upsert', transfer, chain, line), item, base };
    lane.push({ ...op, seq: await tx.add(op) });
    return op.key;
  };

  const retire = (tx: Tx, op: Op, state: 'discarded' | 'superseded') => retireAt(tx, op, state, clock.now());

  /** Runs `work`, which removes the op or gives it another key, once the op's key can no longer take effect on the server (rule 34). */
  const release = async (seq: number, work: (tx: Tx, op: Op) => Promise<void>): Promise<DiscardOutcome> => {
    // Check and `work` share one transaction, so that a flusher takes the op either before or after, never in between.
    const op = await store.change(async (tx) => {
      const now = await tx.op(seq);
      if (!now || now.state === 'sending' || !isSettledHere(now)) return now;
      await work(tx, now);
      return undefined;
    });
    if (!op) return 'discarded';
    const told = await cancelKey(ports, op, op.type);
    if (told.word === 'later' || told.word === 'refused') return 'needs_connection';
    await store.change(async (tx) => {
      const now = await tx.op(seq);
      if (now?.key !== op.key) return;
      await (told.word === 'taken' ? finish(tx, now, told, clock.now()) : work(tx, now));
    });
    return told.word === 'taken' ? 'was_done' : 'discarded';
  };

  return {
    async createTransfer(header) {
      const transfer = `${LOCAL}${chance.uuid()}`;
      await store.change((tx) => tx.add(blank('create', transfer, headChain(transfer), header)));
      return transfer;
    },
    saveHeader: (transfer, header, version) =>
      store.change(async (tx) => {
        const last = (await openChain(tx, transfer, headChain(transfer))).at(-1);
        if (last && replaceable(last)) {
          const key = chance.uuid();
          await tx.put({ ...last, key, payload: header, last_error: null, saved_at: clock.now() });
          return key;
        }
        const made = (await tx.known(headChain(transfer)))?.version ?? 0;
        const seen = version === null && made === 0 ? null : { version: Math.max(version ?? 0, made) };
        const base = last ? { after: last.key } : seen;
        const op = { ...blank('header', transfer, headChain(transfer), header), base };
        await tx.add(op);
        return op.key;
      }),
    saveLine: (transfer, line, at) =>
      store.change(async (tx) =>
        putLine(tx, await openChain(tx, transfer, lineChain(transfer, line.product_id)), transfer, line, at),
      ),
    saveLines: (transfer, lines) =>
      store.change(async (tx) => {
        const lane = open(await tx.opsOf(transfer));
        const keys: string[] = [];
        for (const { line, at } of lines) keys.push(await putLine(tx, lane, transfer, line, at));
        return keys;
      }),
    changeLine: (transfer, seen, make) =>
      store.change(async (tx) => {
        const chain = lineChain(transfer, seen.product_id);
        const line = make(await currentLine(tx, chain, seen, owner().user_id));
        return { key: await putLine(tx, await openChain(tx, transfer, chain), transfer, line, seen.at), line };
      }),
    removeLine: (transfer, line, at) =>
      store.change(async (tx) => {
        const chain = lineChain(transfer, line.product_id);
        const own = await openChain(tx, transfer, chain);
        const last = own.at(-1);
        if (last?.type === 'remove') return last.key;
        if (last?.type === 'upsert' && replaceable(last)) {
          // The upsert was never sent: an add is cancelled out, and a change is replaced by the removal.
          await tx.remove(last.seq);
          if (last.item?.fresh) return null;
          own.pop();
        }
        const { item, base } = await lineRef(tx, own.at(-1), chain, at, chance.uuid);
        if (item.fresh) return null;
        const op = {
          ...blank('remove', transfer, chain, { product_id: line.product_id, about: line.about }),
          item,
          base,
        };
        await tx.add(op);
        return op.key;
      }),
    complete: (transfer, confirmation) =>
      store.change(async (tx) => {
        await openChain(tx, transfer, closingChain(transfer));
        const op = blank('execute', transfer, closingChain(transfer), confirmation);
        return tx.add(op).then(() => op.key);
      }),
    retry: (seq) => store.change((tx) => tryAgain(tx, seq, clock.now(), chance.uuid)),
    retryAll: () =>
      store.change(async (tx) => {
        const these = (await tx.ops()).filter((op) => op.user_id === owner().user_id && mayTryAgain(op));
        for (const { seq } of these) await tryAgain(tx, seq, clock.now(), chance.uuid);
        return these.length;
      }),
    giveWay: async (forced) => {
      const began = clock.now();
      const [wait, ops] = await store.read(async (tx) => [Number((await tx.meta('next_pass')) ?? 0), await tx.ops()]);
      if (!forced && !isDue(wait, began)) return;
      for (const { seq } of supersededOps(ops, owner().user_id)) {
        const told = await release(seq, (tx, op) =>
          supersede(tx, op, (one) => retire(tx, one, 'superseded'), chance.uuid),
        );
        if (told === 'needs_connection' || clock.now() - began > SUPERSEDING_MS) return;
      }
    },
    discard: (seq) => release(seq, (tx, op) => drop(tx, op, clock.now())),
    discardAll: async (seqs) => {
      const these = new Set(seqs);
      // Repeated after each round, because a flusher may have taken some of the ops meanwhile.
      for (;;) {
        const open = await store.change((tx) => dropAll(tx, these, owner().user_id, clock.now()));
        if (open.length === 0) return true;
        for (const { seq } of open)
          if ((await release(seq, (tx, op) => drop(tx, op, clock.now(), true))) === 'needs_connection') return false;
      }
    },
    record: async () =>
      void (await recancelKeys(ports, owner(), 'all', { until: clock.now() + RECORDING_MS }).catch(() => undefined)),
    keepMine: (seq, theirVersion) =>
      release(seq, async (tx, op) => {
        if (op.state !== 'conflict') return;
        const current = (refusalOfOp(op)?.data as { current?: { _id?: string } } | null)?.current;
        const item = op.item && current?._id ? { ...op.item, id: current._id, fresh: false } : op.item;
        await retire(tx, op, 'superseded');
        const key = chance.uuid();
        await rebaseDependents(tx, op, { base: { after: key } });
        await tx.put({
          ...op,
          key,
          item,
          base: theirVersion === null ? null : { version: theirVersion },
          frozen_base: null,
          sent_body: undefined,
          attempts: 0,
          copied: false,
          state: 'queued',
          last_error: null,
        });
      }),
    keepTheirs: (seq) =>
      release(seq, async (tx, op) => {
        if (op.state !== 'conflict') return;
        const current = (refusalOfOp(op)?.data as { current?: { _id?: string; version?: number } } | null)?.current;
        const base = current?.version === undefined ? null : { version: current.version };
        await rebaseDependents(tx, op, { base, id: current?._id ?? null });
        await retire(tx, op, 'superseded');
      }),
    exportUnsent: (everyone = false) => exportUnsent(store, clock, owner(), everyone),
    importUnsent: (file) => importUnsent(store, file),
  };
}
