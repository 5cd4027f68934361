/**
 * One schedule: two officers, two tablets with two tabs each, everything that goes wrong between them and the server, then healing,
 * then the checker. The same seed gives the same schedule.
 */
import { drain, noticeEpoch } from '#offline/drain.ts';
import { memoryStore } from '#offline/memoryStore.ts';
import { type Header, LIVE, type Line, type Op } from '#offline/op.ts';
import { makeOutbox, NotNow, type Outbox } from '#offline/outbox.ts';
import { overlay } from '#offline/overlay.ts';
import type { Net, Owner, Ports, Reply, Request, Store, Tx } from '#offline/ports.ts';
import { ModelServer, type ServerBug } from './modelServer.ts';

export interface Mutant {
  name: string;
  server?: ServerBug;
  /** Wraps what a tablet's flusher and screens see of the store. */
  store?: (store: Store) => Store;
  /** Only for what the screens' outbox sees. */
  screenStore?: (store: Store) => Store;
  net?: (net: Net) => Net;
  owner?: (owner: Owner) => Owner;
  onSignOut?: (store: Store) => Promise<void>;
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

interface Tablet {
  name: string;
  store: Store;
  outbox: Outbox;
  ports: Ports;
  owner: Owner;
  locked: number;
  offline: boolean;
}

/** What a person was told is saved, per transfer: product -> quantity, or null when taken out again. */
interface Intent {
  tablet: Tablet;
  transfer: string;
  user: string;
  lines: Map<string, number>;
  confirmed: Map<string, number> | null;
  touched: boolean;
}

export interface Finding {
  seed: number;
  what: string;
}

export function chanceOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const PRODUCTS = ['p1', 'p2', 'p3', 'p4', 'p5'];
const HEADER: Header = {
  timestamp: 1_795_000_000,
  source_type: 'distributor',
  source: 'd1',
  destination_type: 'seller',
  destination: 's1',
  meta: '{}',
  source_name: 'D',
  destination_name: 'S',
};

/** Runs one schedule and gives what the checker found; `makeStore` lets the same schedule run over IndexedDB. */
export async function simulate(
  seed: number,
  mutant: Mutant | null = null,
  makeStore: () => Store = memoryStore,
): Promise<Finding[]> {
  const next = chanceOf(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  const server = new ModelServer(mutant?.server ?? null);
  const world = {
    now: 1_800_000_000_000,
    fault: 'none' as Fault | 'mixed',
    late: [] as { request: Request; user: string }[],
    ids: 0,
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
      locked: 0,
      offline: false,
      owner: { user_id: user, user_name: user, device_id: name, app_version: '1' },
    } as Tablet;
    const net: Net = { send: (request) => deliver(tablet, request) };
    const clock = { now: () => world.now };
    const chance = { next, uuid };
    tablet.ports = { store, net: mutant?.net?.(net) ?? net, clock, chance };
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
    const really = (): Reply => {
      const { code, message, data } = server.handle(request, user, fault === 'lost after' || fault === 'dies after');
      if (next() < 0.15) world.late.push({ request, user });
      return verified(code, message, data);
    };
    world.now += 50;
    switch (fault) {
      case 'none':
        return Promise.resolve(really());
      case 'lost after':
        really();
        return Promise.resolve({ verified: false });
      case '503':
        return Promise.resolve(verified(503, 'busy', { error: 'unavailable' }));
      case '429':
        return Promise.resolve(verified(429, 'wait', { error: 'rate' }));
      case '500':
        return Promise.resolve(verified(500, 'oops', { error: 'internal' }));
      case '401':
        return Promise.resolve(verified(401, 'ended', { error: 'unauthorized' }));
      case 'dies after':
        really();
        return new Promise(() => undefined);
      case 'dies before':
        return new Promise(() => undefined);
      default:
        return Promise.resolve({ verified: false });
    }
  };

  /** One pass; a flusher that dies never answers, and its lock is free again. */
  const patience = makeStore === memoryStore ? 400 : 4_000;
  const flush = async (tablet: Tablet, forced: boolean) => {
    let over = false;
    const owner = mutant?.owner?.(tablet.owner) ?? tablet.owner;
    const pass = drain(tablet.ports, owner, { forced }).then(() => {
      over = true;
    });
    for (let turn = 0; turn < patience && !over; turn += 1)
      await Promise.race([pass, Promise.resolve()]).then(() =>
        turn % 25 === 24 ? new Promise((resolve) => setImmediate(resolve)) : undefined,
      );
    await tablet.store.read((tx) => tx.ops());
  };

  const tablets = [makeTablet('t1', 'ada'), makeTablet('t2', 'bem')];
  const intents: Intent[] = [];
  let backup = server.backup();
  const line = (product_id: string, quantity: number): Line => ({
    product_id,
    quantity,
    quantity_accepted: next() < 0.2 ? Math.max(0, quantity - 1) : quantity,
    amount: `${quantity}.00`,
    reason: null,
    note: '',
    about: { name: product_id, case_count: 12 },
  });

  const act = async (tablet: Tablet) => {
    const mine = intents.filter((intent) => intent.tablet === tablet && intent.user === tablet.owner.user_id);
    const intent = mine.length > 0 ? pick(mine) : null;
    const dice = next();
    if (!intent || (dice < 0.12 && intents.length < 4)) {
      const transfer = await tablet.outbox.createTransfer(HEADER);
      intents.push({ tablet, transfer, user: tablet.owner.user_id, lines: new Map(), confirmed: null, touched: false });
      return;
    }
    // A receipt's screen has no controls left.
    const executed = await tablet.store.read(async (tx) =>
      (await tx.pastSince(0)).some(
        (one) => one.op.transfer === intent.transfer && one.op.type === 'execute' && one.op.state === 'done',
      ),
    );
    if (executed) return;
    try {
      if (dice < 0.6) {
        const one = line(pick(PRODUCTS), 1 + Math.floor(next() * 90));
        await tablet.outbox.saveLine(intent.transfer, one, { item_id: null, version: null });
        intent.lines.set(one.product_id, one.quantity_accepted ?? one.quantity);
      } else if (dice < 0.75) {
        const product_id = pick(PRODUCTS);
        if (!intent.lines.has(product_id)) return;
        // The screen shows the line's server id once it is known; so does this.
        const past = await tablet.store.read((tx) => tx.pastSince(0));
        const item = past.findLast(
          (one) =>
            one.op.transfer === intent.transfer &&
            one.op.type === 'upsert' &&
            (one.op.payload as Line).product_id === product_id,
        );
        const answer = (item?.answer as { data?: { _id?: string; version?: number } } | undefined)?.data;
        await tablet.outbox.removeLine(
          intent.transfer,
          { product_id, about: { name: product_id, case_count: 12 } },
          { item_id: answer?._id ?? null, version: null },
        );
        intent.lines.delete(product_id);
      } else if (dice < 0.85 && intent.lines.size > 0) {
        const [ops, past] = await tablet.store.read(
          async (tx) =>
            [
              await tx.opsOf(intent.transfer),
              (await tx.pastSince(0)).filter((one) => one.op.transfer === intent.transfer),
            ] as const,
        );
        const view = overlay(intent.transfer, null, ops, null, past);
        await tablet.outbox.complete(intent.transfer, view.digest, view.lines.length);
        intent.confirmed = new Map(intent.lines);
      } else {
        await flush(tablet, next() < 0.3);
      }
    } catch (error) {
      if (!(error instanceof NotNow)) throw error;
    }
  };

  world.fault = 'mixed';
  const steps = 18 + Math.floor(next() * 30);
  for (let step = 0; step < steps; step += 1) {
    const tablet = pick(tablets);
    const dice = next();
    world.now += Math.floor(next() * 40_000);
    if (dice < 0.62) await act(tablet);
    else if (dice < 0.8) await flush(tablet, next() < 0.5);
    else if (dice < 0.86) tablet.offline = !tablet.offline;
    else if (dice < 0.9) {
      await mutant?.onSignOut?.(tablet.store);
      tablet.owner = { ...tablet.owner, user_id: tablet.owner.user_id === 'ada' ? 'bem' : 'ada' };
      tablet.owner.user_name = tablet.owner.user_id;
    } else if (dice < 0.93) backup = server.backup();
    else if (dice < 0.945) server.restore(backup, `epoch-${seed}-${step}`);
    else if (dice < 0.97) world.now += next() < 0.5 ? 7_200_000 : -3_600_000;
    else {
      // A copy that was long under way arrives now.
      const copy = world.late.shift();
      if (copy) server.handle(copy.request, copy.user);
    }
    if (dice > 0.945 && dice < 0.948) backup = server.backup();
  }

  // Everything heals: the network stays, each owner signs in again, late copies land.
  world.fault = 'none';
  for (const copy of world.late) server.handle(copy.request, copy.user);
  world.late = [];
  for (let round = 0; round < 6; round += 1) {
    for (const tablet of tablets) {
      tablet.offline = false;
      for (const user of ['ada', 'bem']) {
        tablet.owner = { ...tablet.owner, user_id: user, user_name: user };
        world.now += 400_000;
        // The health probe, every 30 s while the app is open.
        await noticeEpoch(tablet.ports, server.epoch);
        for (let pass = 0; pass < 4; pass += 1) await flush(tablet, true);
      }
    }
  }
  await checkAll(tablets, intents, server, found);
  return findings;
}

async function checkAll(
  tablets: readonly Tablet[],
  intents: readonly Intent[],
  server: ModelServer,
  found: (what: string) => void,
): Promise<void> {
  const owners = new Map<string, string>();
  const refused = new Set<string>();
  for (const tablet of tablets) {
    const [ops, past] = await tablet.store.read(async (tx) => [await tx.ops(), await tx.pastSince(0)] as const);
    for (const op of ops) {
      owners.set(op.key, op.user_id);
      if (op.state !== 'attention' && op.state !== 'conflict') {
        const lane = ops.filter((one) => one.transfer === op.transfer);
        if (!lane.some((one) => one.state === 'attention' || one.state === 'conflict'))
          found(`stuck without a shown reason: ${op.type} ${op.key} is ${op.state}`);
      } else {
        if (!op.last_error || op.last_error.code === 0)
          found(`refused without the server's word: ${op.type} ${op.key}`);
        refused.add(op.transfer);
      }
    }
    for (const one of past) {
      owners.set(one.key, one.op.user_id);
      if (
        one.op.state === 'done' &&
        (server.applied.get(one.key) ?? 0) === 0 &&
        server.state.verdicts.get(one.key)?.verdict?.code !== 200
      )
        found(`lied about: ${one.op.type} ${one.key} counts as sent, the server never did it`);
    }
  }
  for (const [key, times] of server.applied) {
    if (times > 1) found(`duplicated: ${key} took effect ${times} times`);
    if (!owners.has(key)) found(`phantom: ${key} took effect and belongs to nobody`);
    else if (owners.get(key) !== server.appliedBy.get(key))
      found(`sent by another: ${key} of ${owners.get(key)} was sent by ${server.appliedBy.get(key)}`);
  }
  const twins = new Set<string>();
  for (const order of server.state.orders.values()) {
    if (twins.has(order.client_id)) found(`duplicated: two orders of ${order.client_id}`);
    twins.add(order.client_id);
  }
  for (const intent of intents) {
    const order = [...server.state.orders.values()].find(
      (one) => one.client_id === intent.transfer.replace('local-', ''),
    );
    // A refusal is no excuse for moving something else than was confirmed.
    if (order?.moved && (!intent.confirmed || !sameMap(order.moved, intent.confirmed)))
      found(`moved something else than was confirmed: ${show(order.moved)}`);
    if (refused.has(intent.transfer)) continue;
    if (!order) {
      found(`lost: transfer ${intent.transfer}`);
      continue;
    }
    const there = new Map(
      [...order.lines.values()]
        .filter((one) => one.live)
        .map((one) => [one.product_id, one.quantity_accepted ?? one.quantity]),
    );
    if (!sameMap(there, intent.lines))
      found(`lost or changed lines of ${intent.transfer}: wanted ${show(intent.lines)}, there is ${show(there)}`);
    if (intent.confirmed && !order.moved) found(`lost: the confirmation of ${intent.transfer}`);
  }
}

const sameMap = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>) =>
  a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
const show = (map: ReadonlyMap<string, number>) => JSON.stringify([...map].sort());

/** Wraps every transaction of a store: how bugs are planted without touching the engine. */
export function wrapTx(store: Store, wrap: (tx: Tx) => Partial<Tx>): Store {
  const over = (tx: Tx): Tx => ({ ...tx, ...wrap(tx) });
  return { change: (work) => store.change((tx) => work(over(tx))), read: (work) => store.read((tx) => work(over(tx))) };
}

export const isLive = (op: Op) => LIVE.has(op.state);
