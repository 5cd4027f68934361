/**
 * Over 300 lines, because all events of a schedule share one state and one order of random numbers. One schedule: two officers, two tablets with two tabs
 * each, and every fault between them and the server. Afterwards everything heals, and the checker runs. The same seed gives the same schedule. The server
 * is the model, or a real one over HTTP (`Place`). The store is in memory, or IndexedDB.
 */
import { createFields } from '#contract/purchasing/changeFields.ts';
import { isOfStocktake } from '#domain/lanePositions.ts';
import { formatMoney } from '#domain/money.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { drain } from '#offline/drain/drain.ts';
import { noticeEpoch } from '#offline/drain/epoch.ts';
import { lineChain } from '#offline/outbox/chains.ts';
import { confirmationOf } from '#offline/outbox/confirmed.ts';
import type { DiscardOutcome } from '#offline/outbox/decisions.ts';
import { type Op, refusalOfOp, type TransferHeader, type TransferLine } from '#offline/outbox/op.ts';
import { makeOutbox } from '#offline/outbox/outbox.ts';
import { atOf, overlay, type Snapshot, type TransferView } from '#offline/outbox/overlay.ts';
import { blockers, triable } from '#offline/outbox/queueRules.ts';
import { settledFor } from '#offline/outbox/revisions.ts';
import { TransferLocked } from '#offline/outbox/transferLocked.ts';
import { memoryStore } from '#offline/store/memoryStore.ts';
import type { Net, QueueOwner, Reply, Request, Store, Tx } from '#offline/store/ports.ts';
import { type ModelOrder, ModelServer, type ServerBug, type Verdict } from './modelServer.ts';
import { checkAll, type Finding, type Intent, sameMap, show, type Tablet } from './simulationCheck.ts';
import { SimulatedCounts, type TakesBack } from './simulationCounts.ts';
import { isHalf, SimulatedHandovers } from './simulationHandovers.ts';
import { lotsShown, SimulatedLots } from './simulationLots.ts';
import { HEADER, modelPlace, type Place } from './simulationPlace.ts';
import { isReversal, SimulatedReversals } from './simulationReversals.ts';

export type { Finding } from './simulationCheck.ts';

export interface Mutant {
  name: string;
  server?: ServerBug;
  /** Changes what a tablet's flusher and screens read from the store. */
  store?: (store: Store) => Store;
  /** Changes only what the screens' outbox reads. */
  screenStore?: (store: Store) => Store;
  net?: (net: Net, now: () => number) => Net;
  /** Changes the server's copy that a screen has just read. */
  copy?: (snapshot: Snapshot, now: number) => Snapshot;
  owner?: (owner: QueueOwner) => QueueOwner;
  onSignOut?: (store: Store) => Promise<void>;
  /** Every export contains everybody's changes. */
  exportsEverything?: boolean;
  /** The bug is searched in schedules with stocktakes. */
  counts?: boolean;
  /** The bug is searched in schedules with reversals. */
  reversals?: boolean;
  /** The bug is searched in schedules with handovers. */
  handovers?: boolean;
  /** The bug is searched in schedules with lots. */
  lots?: boolean;
  /** The bug is searched in schedules in which people undo first counts. */
  takesBack?: TakesBack;
}

type Fault =
  | 'none'
  | 'lost before'
  | 'lost after'
  | 'html'
  | '503'
  | '429'
  | '500'
  | '401'
  | 'dies before'
  | 'dies after'
  | 'offline';

const FAULTS: readonly Fault[] = [
  'none',
  'none',
  'none',
  'none',
  'lost before',
  'lost after',
  'lost after',
  'html',
  '503',
  '429',
  '500',
  '401',
  'dies before',
  'dies after',
];

export function chanceOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The number of rounds of healing. In each round every officer visits every tablet and settles one refusal. */
const ROUNDS = 14;
/**
 * Runs one schedule and returns the checker's findings. `makeStore`: another store, such as IndexedDB. `place`: another server. `steady`: clocks do not
 * jump. `counts`: the schedule has stocktakes. `reversed`: receipts are reversed. `handed`: transfers are handed over. `lots`: lines have lots.
 * `takesBack`: people undo first counts. Each of these parts has its own random numbers, so that schedules of known seeds stay the same without them.
 */
export async function simulate(
  seed: number,
  mutant: Mutant | null = null,
  makeStore: () => Store = memoryStore,
  place: Place = modelPlace(new ModelServer(mutant?.server ?? null)),
  {
    steady = false,
    counts = mutant?.counts ?? false,
    reversed = mutant?.reversals ?? false,
    handed = mutant?.handovers ?? false,
    lots = mutant?.lots ?? false,
    takesBack = mutant?.takesBack ?? 'never',
  }: {
    steady?: boolean;
    counts?: boolean;
    reversed?: boolean;
    handed?: boolean;
    lots?: boolean;
    takesBack?: TakesBack;
  } = {},
): Promise<Finding[]> {
  const next = chanceOf(seed);
  const more = chanceOf(seed ^ 0x5bd1_e995);
  // Decisions about a short stock have their own random numbers, for the same reason.
  const third = chanceOf(seed ^ 0x2c1b_3c6d);
  const fourth = chanceOf(seed ^ 0x297a_2d39);
  const fifth = chanceOf(seed ^ 0x1f83_d9ab);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  const { server } = place;
  const world = {
    now: 1_800_000_000_000,
    fault: 'none' as Fault | 'mixed',
    late: [] as { request: Request; user: string }[],
    ids: 0,
    /** The process of this flush died, so its promises never settle. */
    died: false,
    onTheWay: 0,
  };
  const findings: Finding[] = [];
  const found = (what: string) => findings.push({ seed, what });
  const uuid = () => `k${seed}-${world.ids++}-xxxxxxxx`;

  const makeTablet = (name: string, user: string): Tablet => {
    const plain = makeStore();
    const store = mutant?.store?.(plain) ?? plain;
    const tablet: Tablet = {
      name,
      store: plain,
      offline: false,
      owner: { user_id: user, user_name: user, device_id: name, app_version: '1' },
    } as Tablet;
    const net: Net = { send: (request) => deliver(tablet, request) };
    const clock = { now: () => world.now };
    const chance = { next, uuid };
    tablet.ports = { store, net: mutant?.net?.(net, clock.now) ?? net, clock, chance };
    tablet.outbox = makeOutbox({ ...tablet.ports, store: mutant?.screenStore?.(plain) ?? plain }, () => tablet.owner);
    return tablet;
  };

  const deliver = (tablet: Tablet, request: Request): Promise<Reply> => {
    const fault: Fault = tablet.offline ? 'offline' : world.fault === 'mixed' ? pick(FAULTS) : world.fault;
    const user = tablet.owner.user_id;
    const verified = (code: number, message: string, data: unknown): Reply => ({
      verified: true,
      code,
      message,
      data,
      epoch: server.epoch,
      retryAfter: null,
    });
    const heard = (verdict: Verdict | null): Reply => {
      if (next() < 0.15) world.late.push({ request, user });
      return verdict ? verified(verdict.code, verdict.message, verdict.data) : { verified: false };
    };
    /** The model answers at once, a real server after its work. */
    const really = (): Reply | Promise<Reply> => {
      const verdict = server.handle(request, user, fault === 'lost after' || fault === 'dies after');
      if (!(verdict instanceof Promise)) return heard(verdict);
      world.onTheWay += 1;
      return verdict.then(heard).finally(() => {
        world.onTheWay -= 1;
      });
    };
    const afterwards = (reply: Reply | Promise<Reply>, then: () => Promise<Reply>): Promise<Reply> =>
      reply instanceof Promise ? reply.then(then) : then();
    const never = () => {
      world.died = true;
      return new Promise<Reply>(() => undefined);
    };
    world.now += 50;
    switch (fault) {
      case 'none':
        return Promise.resolve(really());
      case 'lost after':
        return afterwards(really(), () => Promise.resolve({ verified: false, late: true }));
      case '503':
        return Promise.resolve(verified(503, 'busy', { error: 'unavailable' }));
      case '429':
        return Promise.resolve(verified(429, 'wait', { error: 'rate' }));
      case '500':
        return Promise.resolve(verified(500, 'oops', { error: 'internal' }));
      case '401':
        return Promise.resolve(verified(401, 'ended', { error: 'unauthorized' }));
      case 'dies after':
        return afterwards(really(), never);
      case 'dies before':
        return never();
      default:
        return Promise.resolve({ verified: false });
    }
  };

  /** Waits for work that may die in the middle. The result is then undefined, and the lock is free again. */
  const patience = makeStore === memoryStore ? 400 : 4_000;
  const bounded = async <T>(work: Promise<T>): Promise<T | undefined> => {
    let result: T | undefined;
    let over = false;
    const done = work.then((value) => {
      result = value;
      over = true;
    });
    if (server.refresh) {
      // A real server needs time. The wait ends with the answer, or when a process died and no request is on its way.
      for (let quiet = 0; !over && quiet < 5; ) {
        await Promise.race([done, new Promise((resolve) => setTimeout(resolve, world.died ? 1 : 20))]);
        quiet = world.died && world.onTheWay === 0 ? quiet + 1 : 0;
      }
      world.died = false;
      return result;
    }
    for (let turn = 0; turn < patience && !over; turn += 1) {
      await Promise.resolve();
      if (turn % 8 === 7) await turned();
    }
    return result;
  };
  const flush = async (tablet: Tablet, forced: boolean) => {
    await bounded(tablet.outbox.supersede(forced));
    await bounded(drain(tablet.ports, mutant?.owner?.(tablet.owner) ?? tablet.owner, { forced }));
    await tablet.store.read((tx) => tx.ops());
  };

  const tablets = [makeTablet('t1', 'ada'), makeTablet('t2', 'bem')];
  const countLots = lots ? new SimulatedLots(chanceOf(seed ^ 0x6a09_e667)) : null;
  const stocktakes = counts
    ? new SimulatedCounts({
        chance: fifth,
        server,
        products: place.products,
        found,
        flush,
        bounded,
        lots: countLots,
        takesBack,
      })
    : null;
  const sixth = chanceOf(seed ^ 0x4cf5_ad43);
  const reversals = reversed ? new SimulatedReversals({ chance: sixth, server, found, flush, bounded }) : null;
  const seventh = chanceOf(seed ^ 0x510e_527f);
  const handovers = handed ? new SimulatedHandovers({ chance: seventh, server, found, flush, bounded }) : null;
  const lotted = lots ? new SimulatedLots(chanceOf(seed ^ 0x3c6e_f372)) : null;
  const intents: Intent[] = [];
  let backup = await server.backup();
  const line = (product_id: string, quantity: number): TransferLine => ({
    product_id,
    quantity,
    quantity_accepted: next() < 0.2 ? Math.max(0, quantity - 1) : quantity,
    amount: `${quantity}.00`,
    reason: null,
    note: '',
    about: { name: product_id, case_count: 12 },
  });

  /** The transfer as the screen shows it. */
  const see = async (intent: Intent): Promise<TransferView> => {
    const [ops, past] = await intent.tablet.store.read(
      async (tx) =>
        [
          await tx.opsOf(intent.transfer),
          (await tx.pastSince(0)).filter((one) => one.op.transfer === intent.transfer),
        ] as const,
    );
    const { snapshot } = intent;
    return overlay(intent.transfer, snapshot, ops, null, settledFor(past, snapshot !== null, intent.user));
  };
  const orderOf = async (intent: Intent) => {
    if (server.refresh) await server.refresh(seed);
    return [...server.state.orders.values()].find((one) => one.client_id === intent.transfer.replace('local-', ''));
  };
  const moved = (view: TransferView) => new Map(view.lines.map((one) => [one.product_id, movedQuantity(one)]));

  /** The tablet, op and version of every conflict in which a person kept the own values. */
  const keptOn = new Set<string>();

  /**
   * A person confirms a refused transfer again with one press (`completeWithLess`): with one unit less of a line, or without a line whose goods are
   * missing.
   */
  const withLess = async (tablet: Tablet, op: Op, intent: Intent): Promise<boolean> => {
    const { confirmed } = (op as Op<'execute'>).payload;
    const seenLines = (await see(intent)).lines;
    const isGone = (confirmed?.lines.length ?? 0) > 1 && fourth() < 0.4;
    const there = seenLines.find((one) => movedQuantity(one) > (isGone ? 0 : 1));
    if (!there || !confirmed) return false;
    const { product_id, quantity, quantity_accepted, amount, reason, note, name, case_count } = there;
    const about = { name, case_count };
    const named = there.lots === undefined ? {} : { lots: there.lots };
    const line = {
      product_id,
      quantity,
      quantity_accepted,
      amount: formatMoney(amount),
      reason,
      note,
      about,
      ...named,
    };
    const available = isGone ? 0 : movedQuantity(there) - 1;
    const seen = { product_id, line, at: atOf(there) };
    if ((await tablet.outbox.completeWithLess(op.seq, [{ seen, available }])) === null) return false;
    intent.fair.delete(product_id);
    intent.confirmed = new Map(confirmed.lines.map((one) => [one.product_id, movedQuantity(one)]));
    lotted?.withLess(intent, there, available);
    for (const figures of [intent.lines, intent.confirmed])
      if (isGone) figures.delete(product_id);
      else figures.set(product_id, available);
    return true;
  };

  /** A person settles a refusal: tries again, discards the op, or chooses between both values. */
  const settle = async (tablet: Tablet, op: Op, mine: boolean) => {
    if (isOfStocktake(op)) return stocktakes?.settle(tablet, op, mine);
    if (isReversal(op)) return reversals?.settle(tablet, op, mine);
    if (isHalf(op)) return handovers?.settle(tablet, op, mine);
    const intent = intents.find((one) => one.transfer === op.transfer);
    if (!intent) return;
    intent.decided.add(op.chain);
    if (op.type === 'execute' || op.type === 'create') handovers?.letGo(op.transfer);
    if (refusalOfOp(op)?.code === 422 && !intent.copied)
      found(`needs a person because a stranger had its key: ${op.type} ${op.key}`);
    const [product] = [...intent.fair].find(([, key]) => key === op.key) ?? [];
    if (product !== undefined) {
      const { code, message } = refusalOfOp(op) ?? {};
      if (server.restores === 0 && !intent.copied && (code === 404 || code === 409))
        found(`needs a person for nothing: ${op.type} ${op.key}: ${message}`);
      // Discarding the op may be cut short.
      intent.fair.delete(product);
    }
    if (op.type === 'execute' && !intent.copied && third() < 0.4 && (await withLess(tablet, op, intent))) return;
    if (op.state === 'attention' && mine) {
      // The missing goods arrived meanwhile.
      server.short = false;
      await tablet.outbox.retry(op.seq);
      await flush(tablet, true);
      // A person who gets no answer to a second try may discard the op.
      const now = await tablet.store.read((tx) => tx.op(op.seq));
      if (now?.state === 'queued' || now?.state === 'sending') await settle(tablet, now, false);
      return;
    }
    const current = (refusalOfOp(op)?.data as { current?: { version?: number } } | null)?.current;
    const place = `${tablet.name} ${op.seq} ${current?.version}`;
    if (current && server.restores === 0 && !intent.copied && keptOn.has(place))
      found(`mine was kept on top of theirs, and refused for the same reason: ${op.type} ${op.key}`);
    const keeps = op.state === 'conflict' && op.type !== 'execute' && op.type !== 'create';
    const choice: Promise<DiscardOutcome> = !keeps
      ? tablet.outbox.discard(op.seq)
      : mine
        ? tablet.outbox.keepMine(op.seq, current?.version ?? null)
        : tablet.outbox.keepTheirs(op.seq);
    const outcome = await bounded(choice);
    if (keeps && mine && outcome === 'discarded') keptOn.add(place);
    if (keeps && mine && outcome !== undefined && !intent.copied) return;
    if (op.type === 'execute') {
      if (outcome === 'discarded' && !intent.copied) intent.confirmed = null;
      else if (outcome !== 'was_done') intent.doubtful = true;
    } else if (op.type === 'create') intent.gone = true;
    else if (op.type === 'header') intent.looseHeader = true;
    else intent.loose.add((op.payload as TransferLine).product_id);
  };

  /** Notes whether the writer of a change knew the present line. */
  const fairly = async (intent: Intent, product: string, change: () => Promise<string | null>) => {
    const chain = lineChain(intent.transfer, product);
    const waits = (await intent.tablet.store.read((tx) => tx.opsOfChains([chain]))).length > 0;
    const key = await change();
    intent.fair.delete(product);
    if (key !== null && !waits && !intent.unseen.has(product)) intent.fair.set(product, key);
  };

  const act = async (tablet: Tablet) => {
    const mine = intents.filter((intent) => intent.tablet === tablet && intent.user === tablet.owner.user_id);
    const intent = mine.length > 0 ? pick(mine) : null;
    const dice = next();
    if (!intent || (dice < 0.12 && intents.length < 4)) {
      const transfer = await tablet.outbox.createTransfer(place.header(HEADER.source));
      intents.push({
        tablet,
        transfer,
        user: tablet.owner.user_id,
        lines: new Map(),
        lots: new Map(),
        confirmedLots: new Map(),
        deskLots: new Map(),
        header: HEADER.source,
        confirmed: null,
        confirmedHeader: null,
        snapshot: null,
        desk: new Map(),
        unseen: new Set(),
        fair: new Map(),
        deskHeaders: new Set(),
        loose: new Set(),
        looseHeader: false,
        doubtful: false,
        decided: new Set(),
        copied: false,
        gone: false,
      });
      return;
    }
    const view = await see(intent);
    // The screen of a receipt has no controls, and a discarded transfer has no screen.
    if (view.state === 'receipt' || intent.gone) return;
    const shown = (product_id: string) => {
      const there = view.lines.find((one) => one.product_id === product_id);
      return there ? atOf(there) : { item_id: null, version: null, revision: view.revision };
    };
    try {
      if (dice < 0.47) {
        const made = line(pick(place.products), 1 + Math.floor(next() * 90));
        const there = view.lines.find(({ product_id }) => product_id === made.product_id);
        const one = lotted?.named(made, there) ?? made;
        await fairly(intent, one.product_id, () => tablet.outbox.saveLine(intent.transfer, one, shown(one.product_id)));
        intent.lines.set(one.product_id, movedQuantity(one));
        lotted?.saved(intent, one);
      } else if (dice < 0.53) {
        const source = `d${1 + Math.floor(next() * 9)}`;
        await tablet.outbox.saveHeader(intent.transfer, place.header(source), view.header_version);
        intent.header = source;
      } else if (dice < 0.63) {
        const there = view.lines.find((one) => one.product_id === pick(place.products));
        if (!there) return;
        const { product_id } = there;
        const about = { name: product_id, case_count: 12 };
        await fairly(intent, product_id, () =>
          tablet.outbox.removeLine(intent.transfer, { product_id, about }, shown(product_id)),
        );
        intent.lines.delete(product_id);
        intent.lots.delete(product_id);
      } else if (dice < 0.77 && view.lines.length > 0) {
        if (server.restores === 0 && !isTouched(intent) && !sameMap(moved(view), intent.lines))
          found(`the screen shows ${show(moved(view))}, saved was ${show(intent.lines)}`);
        if (server.restores === 0 && !isTouched(intent)) lotted?.look(intent, view, found);
        await tablet.outbox.complete(intent.transfer, confirmationOf(view));
        handovers?.confirmed(tablet, intent, confirmationOf(view));
        intent.confirmed = moved(view);
        intent.confirmedLots = lotsShown(view);
        intent.confirmedHeader = view.header && { word: place.wordOf(view.header), timestamp: view.header.timestamp };
      } else if (dice < 0.84) {
        const order = tablet.offline ? undefined : await orderOf(intent);
        if (order) {
          const snapshot = snapshotOf(order, place.header(order.header));
          intent.snapshot = mutant?.copy?.(snapshot, world.now) ?? snapshot;
          intent.unseen.clear();
        }
      } else {
        await flush(tablet, next() < 0.3);
      }
    } catch (error) {
      if (!(error instanceof TransferLocked)) throw error;
    }
  };

  /** A person at a desk works on the same transfer. */
  const desk = async () => {
    const intent = intents.length > 0 ? pick(intents) : null;
    const order = intent ? await orderOf(intent) : undefined;
    if (!intent || !order || order.tag === 'receipt') return;
    if (next() < 0.3) {
      const header = `desk${Math.floor(next() * 9)}`;
      await server.desk(order._id, { header });
      intent.deskHeaders.add(header);
      return;
    }
    const product_id = pick(place.products);
    const quantity = next() < 0.3 ? null : 100 + Math.floor(next() * 90);
    await server.desk(order._id, { product_id, quantity });
    lotted?.deskWrote(intent, order.lines.get(product_id));
    intent.unseen.add(product_id);
    intent.fair.delete(product_id);
    intent.desk.set(product_id, new Set([...(intent.desk.get(product_id) ?? []), quantity]));
  };

  /** A stuck queue is exported to a file and imported on the other tablet, with its keys. */
  const carry = async (tablet: Tablet) => {
    const file = await tablet.outbox.exportUnsent(mutant?.exportsEverything ?? false);
    const other = tablets.find((one) => one !== tablet) as Tablet;
    for (const op of file.ops)
      if (op.user_id !== tablet.owner.user_id)
        found(`the file of ${tablet.owner.user_id} holds changes of ${op.user_id}`);
    await other.outbox.importUnsent(JSON.parse(JSON.stringify(file)));
    for (const intent of intents) if (file.ops.some((op) => op.transfer === intent.transfer)) intent.copied = true;
    stocktakes?.copied(file.ops);
    reversals?.copied(file.ops);
    handovers?.copied(file.ops);
  };

  const queueOf = (tablet: Tablet) => tablet.store.read((tx) => tx.ops());

  /** A stranger who knows the key of a waiting change (from a log or a file) cancels the key, or uses it for another change (S15). */
  const spoil = async () => {
    const ops = await queueOf(tablets[more() < 0.5 ? 0 : 1] as Tablet);
    const op = ops[Math.floor(more() * ops.length)];
    if (!op) return;
    const own = { path: 'purchase_order/create', fields: createFields(place.header('d9'), `local-eve-${op.key}`) };
    const request = more() < 0.7 ? { path: 'sync/cancel', fields: { key: op.key } } : own;
    await server.handle({ ...request, user_id: 'eve', key: request === own ? op.key : `eve-cancels-${op.key}` }, 'eve');
  };

  /** A stranger begins a transfer with another person's client id, and adds a line to the transfer that the server returns (K43). */
  const takeOver = async () => {
    const intent = intents[Math.floor(more() * intents.length)];
    if (!intent) return;
    world.ids += 1;
    const key = `eve-${seed}-${world.ids}-xxxx`;
    const ask = (path: string, fields: Readonly<Record<string, unknown>>, of: string) =>
      server.handle({ user_id: 'eve', path, fields, key: of }, 'eve');
    if (!(await orderOf(intent))) return;
    const answer = await ask('purchase_order/create', createFields(place.header(intent.header), intent.transfer), key);
    if (answer?.code !== 200) return;
    const theirs = { purchase_order_id: answer.data, product_id: place.products[0], client_id: `${key}-line` };
    const numbers = { quantity: 777, quantity_accepted: 777, amount: '777.00', reason: '', note: '' };
    await ask('purchase_order_item/upsert', { ...theirs, ...numbers, _id: '', base_version: '' }, `${key}-line`);
  };

  /** A person at a desk changes only the date of a transfer. */
  const redate = async () => {
    const intent = intents[Math.floor(more() * intents.length)];
    const order = intent && (await orderOf(intent));
    if (order && order.tag !== 'receipt')
      await server.desk(order._id, { timestamp: order.timestamp - 60 * (1 + Math.floor(more() * 9)) });
  };

  /**
   * The database is away for two hours (503), or the server fails at everything (500). Afterwards nobody presses anything. All possible changes must be
   * sent, and no change may need a person because of the outage (K41, K42).
   */
  const outage = async (fault: '503' | '500') => {
    const before = world.fault;
    const here = tablets.filter((tablet) => !tablet.offline);
    const watched = new Set<string>();
    for (const tablet of here) {
      const mine = (await queueOf(tablet)).filter((op) => op.user_id === tablet.owner.user_id);
      // A single change at which the server fails for hours may need a person.
      if (fault === '500' && triable(mine) < 2) continue;
      for (const op of mine) if (op.state === 'queued' && op.failures === 0 && !op.copied) watched.add(op.key);
    }
    world.fault = fault;
    const wait = async (hours: number) => {
      for (let turn = 0; turn < hours * 12; turn += 1) {
        world.now += 300_000;
        for (const tablet of here) await flush(tablet, false);
      }
    };
    await wait(2);
    world.fault = 'none';
    await wait(1);
    for (const tablet of here) {
      const mine = (await queueOf(tablet)).filter((op) => op.user_id === tablet.owner.user_id);
      const waits = blockers(mine);
      for (const op of mine) {
        if (!watched.has(op.key)) continue;
        if (op.state === 'attention' && (refusalOfOp(op)?.code ?? 0) >= 500)
          found(`needs a person for an outage: ${op.type} ${op.key}`);
        if (op.state === 'queued' && waits.get(op.seq) === null)
          found(`waits for a person after an outage: ${op.type} ${op.key}`);
      }
    }
    world.fault = before;
  };

  /** A person at a desk changes only the lots of a line. */
  const relot = async () => {
    const intent = lotted?.one(intents);
    const order = intent && (await orderOf(intent));
    const change = order && order.tag !== 'receipt' ? lotted?.atDesk([...order.lines.values()]) : undefined;
    if (!intent || !order || !change) return;
    await server.desk(order._id, change);
    const { product_id } = change;
    intent.unseen.add(product_id);
    intent.fair.delete(product_id);
    const there = order.lines.get(product_id);
    const desk = intent.desk.get(product_id) ?? [];
    if (there) intent.desk.set(product_id, new Set([...desk, movedQuantity(there)]));
    lotted?.deskWrote(intent, there);
  };

  /** These events have their own random numbers, so that schedules of known seeds stay the same. */
  const beside = async () => {
    const dice = more();
    if (dice < 0.02) await spoil();
    else if (dice < 0.03) await takeOver();
    else if (dice < 0.045) await redate();
    else if (dice < 0.049) await outage(dice < 0.047 ? '503' : '500');
  };

  /** Officers count, and a desk asks for recounts and posts. */
  const counting = async () => {
    if (!stocktakes) return;
    const dice = fifth();
    if (dice < 0.55) await stocktakes.act(tablets[fifth() < 0.5 ? 0 : 1] as Tablet);
    else if (dice < 0.62) stocktakes.desk();
  };

  /** Officers reverse completed transfers, and a desk approves. */
  const reversing = async () => {
    if (!reversals) return;
    const dice = sixth();
    if (dice < 0.4) await reversals.act(tablets[sixth() < 0.5 ? 0 : 1] as Tablet);
    else if (dice < 0.46) reversals.desk();
  };

  /** Officers hand over confirmed transfers. */
  const handing = async () => {
    if (handovers && seventh() < 0.45) await handovers.act(tablets[seventh() < 0.5 ? 0 : 1] as Tablet);
  };

  const ownOf = async (tablet: Tablet) =>
    (await tablet.store.read((tx) => tx.ops())).filter((op) => op.user_id === tablet.owner.user_id);
  const refusedOf = async (tablet: Tablet) =>
    (await ownOf(tablet)).filter((op) => op.state === 'attention' || op.state === 'conflict');

  world.fault = 'mixed';
  const steps = 18 + Math.floor(next() * 30);
  for (let step = 0; step < steps; step += 1) {
    const tablet = pick(tablets);
    const dice = next();
    world.now += Math.floor(next() * 40_000);
    server.short = next() < 0.5;
    // Good times lie between the bad ones. Without them no transfer would reach its confirmation.
    if (next() < 0.15) world.fault = world.fault === 'none' ? 'mixed' : 'none';
    if (dice < 0.5) {
      await act(tablet);
      // A save flushes at once (rule 3) if there is a connection.
      if (next() < 0.4) await flush(tablet, false);
    } else if (dice < 0.57) await desk();
    else if (dice < 0.64) {
      const refused = await refusedOf(tablet);
      if (refused.length > 0) await settle(tablet, pick(refused), next() < 0.5);
      // Signing out with "Discard" discards the last op first, as the dialog does.
      else if (next() < 0.15) for (const op of (await ownOf(tablet)).reverse()) await settle(tablet, op, false);
    } else if (dice < 0.648) await carry(tablet);
    else if (dice < 0.8) await flush(tablet, next() < 0.5);
    else if (dice < 0.86) tablet.offline = !tablet.offline;
    else if (dice < 0.9) {
      await mutant?.onSignOut?.(tablet.store);
      tablet.owner = { ...tablet.owner, user_id: tablet.owner.user_id === 'ada' ? 'bem' : 'ada' };
      tablet.owner.user_name = tablet.owner.user_id;
    } else if (dice < 0.93) backup = await server.backup();
    else if (dice < 0.945) await server.restore(backup, `epoch-${seed}-${step}`);
    else if (dice < 0.97) {
      const jump = next() < 0.5 ? 7_200_000 : -3_600_000;
      if (!steady) world.now += jump;
    } else {
      // A late copy of a request arrives now.
      const copy = world.late.shift();
      if (copy) await server.handle(copy.request, copy.user);
    }
    await beside();
    await counting();
    await reversing();
    await handing();
    if (lotted?.isTurn()) await relot();
    if (dice > 0.945 && dice < 0.948) backup = await server.backup();
  }

  // Everything heals: the network stays, each owner signs in again, and late copies arrive.
  world.fault = 'none';
  server.short = false;
  for (const copy of world.late) await server.handle(copy.request, copy.user);
  world.late = [];
  const isQuiet = async () => {
    for (const tablet of tablets) if ((await tablet.store.read((tx) => tx.ops())).length > 0) return false;
    return true;
  };
  for (let round = 0; round < ROUNDS && (round < 2 || !(await isQuiet())); round += 1) {
    for (const tablet of tablets) {
      tablet.offline = false;
      for (const user of ['ada', 'bem']) {
        tablet.owner = { ...tablet.owner, user_id: user, user_name: user };
        world.now += 400_000;
        // The health probe runs every 30 s while the app is open.
        await noticeEpoch(tablet.ports, server.epoch);
        for (let pass = 0; pass < 4; pass += 1) await flush(tablet, true);
        // Each owner settles refusals one after the other until none is left.
        const [refused] = round < 1 ? [] : await refusedOf(tablet);
        if (refused) await settle(tablet, refused, round % 2 === 0);
        // A posted stocktake refuses every late count.
        for (let time = 0; (stocktakes || reversals || handovers) && round > 0 && time < 4; time += 1) {
          const late = (await refusedOf(tablet)).filter((op) => isOfStocktake(op) || isReversal(op) || isHalf(op));
          for (const op of late) await settle(tablet, op, round % 2 === 0);
          if (late.length > 0) await flush(tablet, true);
        }
      }
    }
  }
  // An op that was discarded together with another one is closed by the next pass (rule 34). It counts as sent if a copy arrived first.
  for (const tablet of tablets)
    for (const user of ['ada', 'bem']) {
      tablet.owner = { ...tablet.owner, user_id: user, user_name: user };
      await flush(tablet, true);
    }
  if (server.refresh) await server.refresh(seed);
  await checkAll(tablets, intents, server, found);
  await stocktakes?.check();
  reversals?.check();
  handovers?.check();
  return findings;
}

const turned = () => new Promise((resolve) => setImmediate(resolve));

const isTouched = (intent: Intent) => intent.desk.size > 0 || intent.loose.size > 0 || intent.copied || intent.doubtful;

function snapshotOf(order: ModelOrder, header: TransferHeader): Snapshot {
  const { _id, tag, version, items_revision } = order;
  return {
    order: { ...header, _id, ref: _id, tag, version, items_revision, amount: '0.00', executed_at: null },
    items: [...order.lines.values()]
      .filter((one) => one.live)
      .map(({ live: _live, amount, ...one }) => ({
        ...one,
        amount: (amount / 100).toFixed(2),
        reason: null,
        note: '',
        name: one.product_id,
        case_count: 12,
      })),
  };
}

/** Changes every transaction of a store. Bugs are planted this way without touching the engine. */
export function wrapTx(store: Store, wrap: (tx: Tx) => Partial<Tx>): Store {
  const over = (tx: Tx): Tx => ({ ...tx, ...wrap(tx) });
  return { change: (work) => store.change((tx) => work(over(tx))), read: (work) => store.read((tx) => work(over(tx))) };
}
