/**
 * The queue as screens use it. Every function resolves only when its change is on disk (rule 4) and throws when it is not.
 * Online saves go the same way: write ahead, flush at once (rule 3).
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

/** What became of an op that a person let go (rule 34). */
export type DiscardOutcome = 'discarded' | 'was_done' | 'needs_connection';

export interface Outbox {
  /** Gives the transfer's local id, `local-<uuid>`. */
  createTransfer(header: TransferHeader): Promise<string>;
  saveHeader(transfer: string, header: TransferHeader, version: number | null): Promise<string>;
  saveLine(transfer: string, line: TransferLine, at: LineRevision): Promise<string>;
  saveLines(transfer: string, lines: readonly { line: TransferLine; at: LineRevision }[]): Promise<string[]>;
  /** Makes a line from what it is at this very moment (currentLine.ts): scans in quick succession each find the one before. */
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
  /** What was confirmed (rule 33, K40), of `confirmationOf`. */
  complete(transfer: string, confirmation: Payloads['execute']): Promise<string>;
  retry(seq: number): Promise<void>;
  /** All of who is signed in that one press may try again (K42); gives how many. */
  retryAll(): Promise<number>;
  /** Rule 34: an op that was never tried is dropped here; one that was tried only with the server's word. */
  discard(seq: number): Promise<DiscardOutcome>;
  /** Sign-out (rule 40): all of them, for the server's record. false: one that was tried needs a connection; what was never tried waits as before. */
  discardAll(seqs: readonly number[]): Promise<boolean>;
  /** Puts them on that record now, for a few seconds. Never fails: the list is on disk, the rest of it waits until its owner sends the next time. */
  record(): Promise<void>;
  /**
   * What needs a person and has been typed anew since waits for nobody: taken back with the server's word (rule 34), the edited copy that waited
   * behind it goes in its place (section 10). Without the server's word it stays where it is. `forced`: also before the next pass is due (rule 24).
   */
  giveWay(forced: boolean): Promise<void>;
  /** A conflict: mine again on top of theirs, or theirs. `discarded` says that the old op made way. */
  keepMine(seq: number, theirVersion: number | null): Promise<DiscardOutcome>;
  keepTheirs(seq: number): Promise<DiscardOutcome>;
  /** What is unsent of who is signed in, as the last resort before a tablet is wiped; an administrator takes everybody's (rule 41). */
  exportUnsent(everyone?: boolean): Promise<UnsentFile>;
  /** Takes exported ops back in; keys that are known already stay as they are. Gives how many were new. */
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

  /** Rule 17: after a confirmation is queued, its transfer is closed until the verdict. What another officer left here is theirs (rule 41). */
  const open = (ops: readonly Op[]): Op[] => {
    const live = ops.filter((op) => LIVE.has(op.state) && op.user_id === owner().user_id);
    if (live.some((op) => op.type === 'execute'))
      throw new TransferLocked('This transfer is waiting to complete. Changes are possible again after its answer.');
    return live;
  };
  /** What a change of one line has to look at of its lane; what was heard of it is looked up meanwhile, as it is asked for next. */
  const openChain = async (tx: Tx, transfer: string, chain: string) => {
    const [ops] = await Promise.all([tx.opsOfChains([chain, closingChain(transfer)]), tx.prefetch([chain])]);
    return open(ops);
  };

  /** `lane`, all of it or the line's chain, is brought up to date, so that a thousand lines saved together read the queue once and not a thousand times. */
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
      // Position kept, newer payload, new key (rule 13).
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

  /** Rule 34: lets an op go once its key can take effect nowhere any more; `work` takes it out or gives it another key. */
  const release = async (seq: number, work: (tx: Tx, op: Op) => Promise<void>): Promise<DiscardOutcome> => {
    // Looked at and let go in one transaction: a flusher that takes it at this moment comes before or after, never between.
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
          // Unsent, so it never was: an add cancels out, an edit gives way to the removal.
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
      // Looked at again after each round: a flusher may have taken some of them meanwhile.
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
