/** A person's decisions about ops that the server refused or that must not be sent: try again, discard, keep mine, keep theirs. */
import { cancelKey } from '../drain/cancelKey.ts';
import { RECORDING_MS, recancelKeys } from '../drain/recancelKeys.ts';
import { finish } from '../drain/verdict.ts';
import { drop, dropAll, retire as retireAt } from '../resolve/discard.ts';
import { rebaseDependents } from '../resolve/rebase.ts';
import { mayTryAgain, tryAgain } from '../resolve/retry.ts';
import { copiesOf, SUPERSEDING_MS, supersede, supersededOps } from '../resolve/supersede.ts';
import type { Tx } from '../store/ports.ts';
import type { EditContext } from './edits.ts';
import { type FinishedOp, isSettledHere, type Op, refusalOfOp } from './op.ts';
import { isDue } from './queueRules.ts';

/** The outcome of discarding an op (rule 34). */
export type DiscardOutcome = 'discarded' | 'was_done' | 'needs_connection';

export interface Decisions {
  retry(seq: number): Promise<void>;
  /** Tries again all ops for which "Try again" is allowed (K42). Returns their number. */
  retryAll(): Promise<number>;
  /** Rule 34: an op that was never sent is dropped at once; an op that was sent only after the server said that its key is cancelled. */
  discard(seq: number): Promise<DiscardOutcome>;
  /** Sign-out (rule 40): discards all of these ops and reports them to the server's record. false: an op that was sent needs a connection first. */
  discardAll(seqs: readonly number[]): Promise<boolean>;
  /** Sends the reports of discarded ops for a few seconds. Never fails: remaining reports stay on disk until their owner sends the next time. */
  record(): Promise<void>;
  /**
   * Replaces each refused op by the newer edit of the same line or header that waits behind it, after the server cancelled the key of the refused op (rule 34,
   * section 10). An op whose key could not be cancelled stays. `forced`: do not wait for the time of the next pass (rule 24).
   */
  supersede(forced: boolean): Promise<void>;
  /** Resolves a conflict: writes my value over theirs. `discarded` means that the old op was removed. */
  keepMine(seq: number, theirVersion: number | null): Promise<DiscardOutcome>;
  /** Resolves a conflict: accepts their value. Newer edits of the same thing that wait behind it are given up with it. */
  keepTheirs(seq: number): Promise<DiscardOutcome>;
}

/** The decisions of a person about refused changes and conflicts. Each is one transaction of the store. */
export function makeDecisions(context: EditContext): Decisions {
  const {
    owner,
    ports,
    ports: { store, chance, clock },
  } = context;
  const dropNow = (onRecord: boolean) => (tx: Tx, op: Op) => drop(tx, op, clock.now(), onRecord);
  return {
    retry: (seq) => store.change((tx) => tryAgain(tx, seq, clock.now(), chance.uuid)),
    retryAll: () =>
      store.change(async (tx) => {
        const mine = (await tx.ops()).filter((op) => op.user_id === owner().user_id && mayTryAgain(op));
        for (const { seq } of mine) await tryAgain(tx, seq, clock.now(), chance.uuid);
        return mine.length;
      }),
    supersede: (forced) => replaceSuperseded(context, forced),
    discard: (seq) => release(context, seq, dropNow(false)),
    discardAll: async (seqs) => {
      const wanted = new Set(seqs);
      // Each round reads the queue again: a flusher may have sent some of the ops meanwhile.
      for (;;) {
        const open = await store.change((tx) => dropAll(tx, wanted, owner().user_id, clock.now()));
        if (open.length === 0) return true;
        for (const { seq } of open)
          if ((await release(context, seq, dropNow(true))) === 'needs_connection') return false;
      }
    },
    record: async () =>
      void (await recancelKeys(ports, owner(), 'all', { until: clock.now() + RECORDING_MS }).catch(() => undefined)),
    keepMine: (seq, theirVersion) => release(context, seq, (tx, op) => putMine(context, tx, op, theirVersion)),
    keepTheirs: (seq) => release(context, seq, (tx, op) => takeTheirs(context, tx, op)),
  };
}

const retire = ({ ports }: EditContext, tx: Tx, op: Op, kept?: FinishedOp['kept']) =>
  retireAt(tx, op, 'superseded', ports.clock.now(), kept);

/** Rule 34: releases an op once its key can no longer take effect. `work` removes the op or gives it another key. */
async function release(
  { ports }: EditContext,
  seq: number,
  work: (tx: Tx, op: Op) => Promise<void>,
): Promise<DiscardOutcome> {
  const { store, clock } = ports;
  // One transaction reads the op and releases it. A flusher that claims the op runs before or after this transaction, never in between.
  const op = await store.change(async (tx) => {
    const now = await tx.op(seq);
    if (!now || now.state === 'sending' || !isSettledHere(now)) return now;
    await work(tx, now);
    return undefined;
  });
  if (!op) return 'discarded';
  const result = await cancelKey(ports, op, op.type);
  if (result.word === 'later' || result.word === 'refused') return 'needs_connection';
  await store.change(async (tx) => {
    const now = await tx.op(seq);
    if (now?.key !== op.key) return;
    await (result.word === 'taken' ? finish(tx, now, result, clock.now()) : work(tx, now));
  });
  return result.word === 'taken' ? 'was_done' : 'discarded';
}

async function replaceSuperseded(context: EditContext, forced: boolean): Promise<void> {
  const { store, chance, clock } = context.ports;
  const began = clock.now();
  const [nextPass, ops] = await store.read(async (tx) => [Number((await tx.meta('next_pass')) ?? 0), await tx.ops()]);
  if (!forced && !isDue(nextPass, began)) return;
  for (const { seq } of supersededOps(ops, context.owner().user_id)) {
    const outcome = await release(context, seq, (tx, op) =>
      supersede(tx, op, (one) => retire(context, tx, one), chance.uuid),
    );
    if (outcome === 'needs_connection' || clock.now() - began > SUPERSEDING_MS) return;
  }
}

/** The row that the server sent with its 409, if it sent one. */
const currentRow = (op: Op) =>
  (refusalOfOp(op)?.data as { current?: { _id?: string; version?: number } } | null)?.current;

async function putMine(context: EditContext, tx: Tx, op: Op, theirVersion: number | null): Promise<void> {
  if (op.state !== 'conflict') return;
  const id = currentRow(op)?._id;
  const item = op.item && id ? { ...op.item, id, fresh: false } : op.item;
  await retire(context, tx, op, 'mine');
  const key = context.ports.chance.uuid();
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
}

async function takeTheirs(context: EditContext, tx: Tx, op: Op): Promise<void> {
  if (op.state !== 'conflict') return;
  const current = currentRow(op);
  const base = current?.version === undefined ? null : { version: current.version };
  const lane = (await tx.opsOfChains([op.chain])).filter((one) => one.user_id === op.user_id);
  // They wait for this op, so none of them was sent. The newest one is what the person saw as "mine".
  const given = [op, ...copiesOf(op, lane).filter(isSettledHere)];
  for (const one of given) await rebaseDependents(tx, one, { base, id: current?._id ?? null });
  for (const one of given) await retire(context, tx, one, 'theirs');
}
