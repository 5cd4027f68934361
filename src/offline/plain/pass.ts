/** One pass of the flusher at a server that does not recognise repeats. It sends one request at a time, and looks up each op that may have been sent before. */
import { begin, countServerFailure, isCut, nextTime, type State, settleWithoutRequest } from '../drain/drain.ts';
import { recordServerTime } from '../drain/epoch.ts';
import { noteReplay, SENT_WITHOUT_KEY } from '../drain/plainServer.ts';
import { freeze } from '../drain/requests.ts';
import { settle } from '../drain/verdict.ts';
import type { Op } from '../outbox/op.ts';
import { backoff, goodsSources, isDue, meaningOf, nextUnit, turnOf, willSettle } from '../outbox/queueRules.ts';
import { cancelledKeys, setCancelledKeys } from '../resolve/cancelledKeys.ts';
import type { DrainOptions, Pass, PlainNet, PlainReply, Ports, QueueOwner, Tx } from '../store/ports.ts';
import { asVerdict } from './answers.ts';
import { callOf, documentFields, type PlainRow } from './documents.ts';
import { applyFound, lookUpContextOf, triedNow, unsent } from './doubt.ts';
import { type LookUpContext, lookUp } from './lookUp.ts';
import { whyNot } from './words.ts';

const PASS_MS = 60_000;

interface Work extends State {
  ports: Ports;
  net: PlainNet;
  /** true: the server recognises repeats by now. Only ops that were sent before without a key are looked up. */
  isLast: boolean;
  /** Whether no read and no request has got an answer so far (rule 24). */
  retryAfter: number | null;
}

/** One pass at a server without keys: an op whose answer was lost is looked up before it is sent again. Returns the same as `drain`. */
export async function plainPass(ports: Ports, net: PlainNet, owner: QueueOwner, options: DrainOptions): Promise<Pass> {
  const began = ports.clock.now();
  const wait = await begin(ports, owner, options);
  if (!isDue(wait, ports.clock.now())) return { finished: 0, retryAt: wait, stopped: 'no_answer' };
  const work: Work = {
    ports,
    net,
    owner,
    stopped: null,
    finished: 0,
    deadline: began + PASS_MS,
    failed: 0,
    at: [],
    isLast: false,
    retryAfter: null,
  };
  if (!(await hasWork(work))) return { finished: 0, stopped: null, retryAt: null };
  await greet(work);
  while (!isCut(ports, work) && (await step(work)));
  if (work.stopped === 'no_answer') await ports.store.change((tx) => waitLonger(tx, work));
  const retryAt = await nextTime(ports, owner, Math.min(began, ports.clock.now()));
  // The next pass starts at once if this one ran out of time, or if the server recognises repeats by now.
  const isCutShort = work.stopped === null && (work.isLast || ports.clock.now() > work.deadline);
  return { finished: work.finished, stopped: work.stopped, retryAt: isCutShort ? ports.clock.now() : retryAt };
}

/** Whether this person has ops to send. A discarded op takes no effect any more, and such a server keeps no record of discarded changes. */
const hasWork = ({ ports, owner }: Work): Promise<boolean> =>
  ports.store.change(async (tx) => {
    const closing = await cancelledKeys(tx);
    const others = closing.filter((one) => one.user_id !== owner.user_id);
    if (others.length < closing.length) await setCancelledKeys(tx, others);
    return (await tx.ops()).some((op) => op.user_id === owner.user_id && op.state === 'queued');
  });

/**
 * The first request is a read. Without its answer nothing is sent that would need a look-up afterwards. It also detects a captive portal or an ended session.
 */
async function greet(work: Work): Promise<void> {
  const { ports, net, owner } = work;
  const facts = await ports.server?.facts();
  const met = await net.greet(owner.user_id);
  await ports.store.change(async (tx) => {
    if (!met.verified) {
      work.stopped = 'no_answer';
      return;
    }
    await recordServerTime(tx, met.date, ports.clock.now());
    work.isLast = met.replay === true || facts?.replay === true;
    if (facts && work.isLast) await noteReplay(tx, facts.address);
    const meaning = meaningOf(met, 'upsert');
    // Nothing is sent to a server whose capabilities are unknown.
    const isUnknown = facts?.replay === null && met.code !== 200;
    if (meaning === 'retry' || meaning === 'server_failed' || (isUnknown && meaning !== 'sign_in')) {
      work.stopped = 'no_answer';
      work.retryAfter = met.retryAfter;
    }
    if (meaning !== 'sign_in') return;
    work.stopped = 'sign_in';
    for (const op of await tx.ops())
      if (op.user_id === owner.user_id && op.state === 'queued') await tx.put({ ...op, state: 'paused_auth' });
  });
}

async function waitLonger(tx: Tx, { ports, retryAfter }: Work): Promise<void> {
  const tries = Number((await tx.meta('silent_passes')) ?? 0);
  await tx.setMeta('silent_passes', tries + 1);
  await tx.setMeta('next_pass', ports.clock.now() + backoff(tries, ports.chance.next(), retryAfter));
}

/** Processes one op. false: no op can be processed now. */
async function step(work: Work): Promise<boolean> {
  const { ports, net } = work;
  const chosen = await ports.store.change((tx) => choose(tx, work));
  if (!chosen) return false;
  if (chosen === 'settled') return true;
  const { op, around } = chosen;
  const isDoubted = op.attempts > 0;
  let order: PlainRow | undefined;
  if (isDoubted || op.type === 'header' || op.type === 'execute') {
    const found = await lookUp(net, op, around, isDoubted);
    if (found.word === 'absent') order = found.order;
    const next = await ports.store.change((tx) => applyFound(tx, ports, work, op, found));
    if (!next) return true;
  }
  const sending = await ports.store.change((tx) => mark(tx, work, op));
  if (!sending) return true;
  const call = callOf(sending.type);
  if (!call) return true;
  // The documents' update has all fields of the record. Fields that the op does not change keep the server's values.
  const kept = order ? { ref: order.ref, tag: order.tag, amount: order.amount } : {};
  const fields = documentFields(call, { ...plainValues(kept), ...sending.sent_body });
  const reply = await net.send(sending.user_id, call.path, fields);
  await ports.store.change((tx) => answered(tx, work, sending, reply));
  return true;
}

const plainValues = (kept: PlainRow) =>
  Object.fromEntries(
    Object.entries(kept).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  );

/** Chooses the next op, with what the tablet knows about its transfer. 'settled': an op was settled without a request. null: no op can be processed. */
async function choose(tx: Tx, work: Work): Promise<{ op: Op; around: LookUpContext } | 'settled' | null> {
  const now = work.ports.clock.now();
  const mine = (await tx.ops()).filter((op) => op.user_id === work.owner.user_id);
  const lanes = new Map<string, Op[]>();
  for (const op of mine) lanes.set(op.transfer, [...(lanes.get(op.transfer) ?? []), op]);
  const inTurn = [...lanes.values()].sort((one, other) => turnOf(one) - turnOf(other));
  for (const lane of inTurn) {
    const op = nextUnit(lane, now).find((one) => !work.isLast || (one.tried && one.attempts > 0));
    // An earlier transfer may supply the goods that this op moves.
    if (!op || goodsSources(mine, op).some((transfer) => willSettle(lanes.get(transfer) ?? []))) continue;
    const words = whyNot(op.type);
    if (words) {
      const last_error = { key: op.key, code: 404, message: words, data: null, stored: false, at: now };
      await tx.put({ ...unsent(op), state: 'attention', last_error });
      return 'settled';
    }
    const frozen = await freeze(tx, op);
    const around = await lookUpContextOf(tx, op);
    if (frozen === null || frozen === 'nothing' || !around) {
      await settleWithoutRequest(tx, op, frozen === 'nothing' ? frozen : null, now);
      if (frozen === 'nothing') work.finished += 1;
      return 'settled';
    }
    return { op: { ...op, ...frozen }, around };
  }
  return null;
}

/** Marks the op as sending, on disk, before the request is sent (rule 21). null: the op changed meanwhile, or nothing may be sent to this server any more. */
async function mark(tx: Tx, { ports, owner, isLast }: Work, chosen: Op): Promise<Op | null> {
  const op = await tx.op(chosen.seq);
  if (op?.key !== chosen.key || op.state !== 'queued' || op.attempts !== chosen.attempts) return null;
  if (isLast) {
    // No try of it arrived, and none can be under way: from now on its key protects it.
    await tx.put(unsent(op));
    return null;
  }
  const { item, frozen_base, sent_body } = chosen;
  const tried = await triedNow(tx, op, ports.clock.now());
  const sending: Op = {
    ...op,
    item,
    frozen_base,
    sent_body,
    tried,
    state: 'sending',
    attempts: op.attempts + 1,
    app_version: owner.app_version,
  };
  await tx.put(sending);
  await tx.setMeta(SENT_WITHOUT_KEY, true);
  return sending;
}

/** Stores the answer, the ids in it and the end of the op in one transaction (rule 21). */
async function answered(tx: Tx, work: Work, sent: Op, reply: PlainReply): Promise<void> {
  const { ports } = work;
  const now = ports.clock.now();
  if (reply.verified) await recordServerTime(tx, reply.date, now);
  const there = await tx.op(sent.seq);
  // The op was discarded while its answer was under way.
  if (there?.key !== sent.key) return;
  const op: Op = { ...there, item: sent.item, sent_body: sent.sent_body, attempts: sent.attempts };
  const trouble = await countServerFailure(tx, work, [op], [reply]);
  const verdict = asVerdict(op, reply);
  switch (verdict.word) {
    case 'unread':
      // The server accepted the op but did not return the id: the op is looked up at once.
      return tx.put({ ...op, state: 'queued', tried: { ...(await triedNow(tx, op, now)), at: now } });
    case 'refused': {
      const failure = { key: op.key, ...verdict.failure, at: now };
      const isOpen = op.attempts > 1 || (op.type === 'upsert' && op.item?.id === null);
      return tx.put(
        isOpen
          ? { ...op, state: 'queued', doubted: failure, tried: { ...(await triedNow(tx, op, now)), at: now } }
          : { ...unsent(op), state: verdict.isConflict ? 'conflict' : 'attention', last_error: failure },
      );
    }
    case 'later':
      work.stopped ??= 'no_answer';
      work.retryAfter = verdict.retryAfter;
      return tx.put({ ...op, state: 'queued', attempts: op.attempts - 1 });
    case 'heard': {
      const turn = Number((await tx.meta('silences')) ?? 0) + 1;
      const silent = !verdict.reply.verified;
      if (silent) await tx.setMeta('silences', turn);
      const tried = { ...(await triedNow(tx, op, now)), at: now };
      const setting = { ending: work, now, luck: ports.chance.next(), turn, trouble, uuid: ports.chance.uuid };
      if (await settle(tx, { ...op, tried }, verdict.reply, setting)) work.finished += 1;
    }
  }
}
