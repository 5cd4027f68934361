/**
 * Over 300 lines, because all events of a schedule share one state and one order of random numbers. One schedule at a server that has only the documents'
 * calls: two officers, two tablets, a desk, and every fault between them. Afterwards everything heals, and the checker runs. The same seed gives the same
 * schedule.
 */
import { drain } from '#offline/drain/drain.ts';
import { confirmationOf } from '#offline/outbox/confirmed.ts';
import type { Op, TransferHeader } from '#offline/outbox/op.ts';
import { makeOutbox } from '#offline/outbox/outbox.ts';
import { atOf, overlay, type TransferView } from '#offline/outbox/overlay.ts';
import { settledFor } from '#offline/outbox/revisions.ts';
import { TransferLocked } from '#offline/outbox/transferLocked.ts';
import { UNDER_WAY_MS } from '#offline/plain/doubt.ts';
import { plainEngine } from '#offline/plain/engine.ts';
import { chooseMatch, possibleMatchesOf } from '#offline/plain/possibleMatches.ts';
import { memoryStore } from '#offline/store/memoryStore.ts';
import type { PlainNet, PlainReply, Store } from '#offline/store/ports.ts';
import { checkPlain, type PlainIntent, type PlainTablet } from './plainCheck.ts';
import { movedText, PlainModel } from './plainModel.ts';
import { line } from './scripted.ts';
import { chanceOf } from './simulation.ts';
import type { Finding } from './simulationCheck.ts';

export interface PlainMutant {
  name: string;
  store?: (store: Store) => Store;
  net?: (net: PlainNet) => PlainNet;
}

const FAULTS = [
  ...[
    'none',
    'none',
    'none',
    'none',
    'none',
    'none',
    'none',
    'lost before',
    'lost before',
    'lost after',
    'lost after',
    'slow',
    'slow',
  ],
  ...['portal', '403', '500 before', '500 after', '503', '429', '401', 'dies before', 'dies after'],
] as const;
type Fault = (typeof FAULTS)[number];

const PRODUCTS = ['p1', 'p2', 'p3', 'p4'];
const ROUNDS = 12;
const OK = { code: 200, message: 'OK', data: {} };
const SILENT: PlainReply = { verified: false };

export async function simulatePlain(seed: number, mutant: PlainMutant | null = null): Promise<Finding[]> {
  const next = chanceOf(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  const world = { now: 1_800_000_000_000, isBad: false, ids: 0, died: false };
  const late: { at: number; path: string; fields: Readonly<Record<string, unknown>>; isTooLate: boolean }[] = [];
  const server = new PlainModel({ doubles: next() < 0.5, numbers: next() < 0.5, dates: next() < 0.7 }, () => world.now);
  const findings: Finding[] = [];
  const found = (what: string) => findings.push({ seed, what });
  const intents: PlainIntent[] = [];

  /** Delivers late requests. */
  const land = () => {
    for (const one of late.filter(({ at }) => at <= world.now)) {
      late.splice(late.indexOf(one), 1);
      server.isTooLate = one.isTooLate;
      server.write(one.path, one.fields);
      server.isTooLate = false;
    }
  };
  const never = () => {
    world.died = true;
    return new Promise<PlainReply>(() => undefined);
  };
  const exchange = (
    tablet: PlainTablet,
    work: () => PlainReply,
    delay: ((ms: number) => void) | null,
    isWell = false,
  ): Promise<PlainReply> => {
    world.now += 50 + Math.floor(next() * 400);
    const fault: Fault = world.isBad && !isWell ? pick(FAULTS) : 'none';
    if (tablet.offline) return Promise.resolve(SILENT);
    const say = (code: number) => server.reply({ code, message: 'no', data: null });
    switch (fault) {
      case 'none':
        return Promise.resolve(work());
      case 'lost after':
        work();
        world.now += 20_000;
        return Promise.resolve(SILENT);
      case 'slow':
        // Most late requests arrive while the tablet still looks for them. A few arrive when nobody can foresee them.
        delay?.(next() < 0.06 ? UNDER_WAY_MS * (1.2 + next() * 3) : 1_000 + next() * (UNDER_WAY_MS - 25_000));
        world.now += 20_000;
        return Promise.resolve(SILENT);
      case '500 after':
        work();
        return Promise.resolve(say(500));
      case '403':
      case '500 before':
      case '503':
      case '429':
      case '401':
        return Promise.resolve(say(Number.parseInt(fault, 10)));
      case 'dies after':
        work();
        return never();
      case 'dies before':
        return never();
      default:
        return Promise.resolve(SILENT);
    }
  };

  const makeTablet = (name: string): PlainTablet => {
    const store = memoryStore();
    const owner = { user_id: name, user_name: name, device_id: name, app_version: '1' };
    const tablet = { store, owner, offline: false, skew: 0 } as PlainTablet;
    const net: PlainNet = {
      // Usually the connection works for the first read and is cut afterwards.
      greet: () => exchange(tablet, () => server.reply(OK), null, next() < 0.7),
      read: (_user, path, query) => {
        land();
        return exchange(tablet, () => server.reply(server.read(path, query)), null);
      },
      send: (_user, path, fields) => {
        // No read can notice a request that arrives between the look at the lines and the confirmation.
        if (!path.endsWith('execute')) land();
        const sent = world.now;
        const put = (ms: number) => late.push({ at: sent + ms, path, fields, isTooLate: ms > UNDER_WAY_MS - 21_000 });
        return exchange(tablet, () => server.reply(server.write(path, fields)), put);
      },
    };
    const engine = plainEngine(mutant?.net?.(net) ?? net);
    tablet.ports = {
      store: mutant?.store?.(store) ?? store,
      net: { send: () => Promise.reject(new Error('No key goes to such a server.')) },
      clock: { now: () => world.now + tablet.skew },
      chance: { next, uuid: () => `k${seed}-${world.ids++}-xxxxxxxx` },
      server: { facts: async () => ({ address: '/api/', replay: false }), engine: async () => engine },
    };
    tablet.outbox = makeOutbox(tablet.ports, () => tablet.owner);
    return tablet;
  };
  const tablets = [makeTablet('ada'), makeTablet('bem')];

  /** Waits for work that may stop in the middle. */
  const bounded = async <T>(work: Promise<T>): Promise<T | undefined> => {
    let result: T | undefined;
    let isOver = false;
    const done = work.then((value) => {
      result = value;
      isOver = true;
    });
    world.died = false;
    for (let turn = 0; turn < 4_000 && !isOver && !(world.died && turn > 300); turn += 1) {
      await Promise.race([done, Promise.resolve()]);
      if (world.died && turn < 200) turn = 200;
    }
    return result;
  };
  const flush = async (tablet: PlainTablet, forced: boolean) => {
    await bounded(tablet.outbox.supersede(forced));
    await bounded(drain(tablet.ports, tablet.owner, { forced }));
    await tablet.store.read((tx) => tx.ops());
  };

  const orderFor = async ({ tablet, transfer }: PlainIntent) => {
    const id = (await tablet.store.read((tx) => tx.known(transfer)))?.id;
    return id ? server.orders.get(id) : undefined;
  };
  const see = async (intent: PlainIntent): Promise<TransferView> => {
    const { tablet, transfer } = intent;
    const [ops, past] = await tablet.store.read(
      async (tx) => [await tx.opsOf(transfer), await tx.pastSince(0)] as const,
    );
    const order = tablet.offline ? undefined : await orderFor(intent);
    const snapshot = order && {
      order: {
        ...intent.header,
        ...order,
        ref: order._id,
        version: 0,
        amount: '0',
        executed_at: null,
      } as TransferHeader & {
        _id: string;
        ref: string;
        tag: string;
        version: number;
        amount: string;
        executed_at: null;
      },
      items: order.lines.map((one) => ({
        ...one,
        version: 0,
        reason: null,
        note: '',
        client_id: null,
        name: one.product_id,
        case_count: 12,
      })),
    };
    const own = past.filter(({ op }) => op.transfer === transfer);
    return overlay(
      transfer,
      snapshot ?? null,
      ops,
      order?._id ?? null,
      snapshot ? [] : settledFor(own, false, tablet.owner.user_id),
    );
  };

  const begin = async (tablet: PlainTablet) => {
    // Two equal presses within one second on one tablet are rare but possible. Equal presses on two tablets cannot be told apart by any read.
    const twins = intents.filter((one) => one.tablet === tablet);
    const twin = next() < 0.12 && twins.length > 0 ? pick(twins).header : null;
    const timestamp = 1_800_000_000 + world.ids;
    const header: TransferHeader = twin ?? {
      ...{
        timestamp,
        source_type: 'distributor',
        source: pick(['d1', 'd2']),
        destination_type: 'seller',
        destination: 's1',
      },
      ...{ meta: '{}', source_name: 'D', destination_name: 'S' },
    };
    // A person at a desk made the same transfer earlier, with the same second. After the first try of an equal press no read could tell them apart.
    const isTyped = next() < 0.08 && server.manners.dates;
    if (isTyped && !twin) {
      server.create({ ...header }, true);
      world.now += UNDER_WAY_MS;
    }
    const transfer = await tablet.outbox.createTransfer(header);
    intents.push({
      tablet,
      transfer,
      header,

      lines: new Map(),
      confirmed: null,
      loose: new Set(),
      isGone: false,
      isLoose: false,
      wasShown: false,
    });
  };

  const act = async (tablet: PlainTablet) => {
    const mine = intents.filter((one) => one.tablet === tablet && !one.isGone);
    const intent = mine.length > 0 ? pick(mine) : null;
    const dice = next();
    if (!intent || (dice < 0.14 && intents.length < 5)) return begin(tablet);
    const view = await see(intent);
    if (view.state === 'receipt') return;
    const product_id = pick(PRODUCTS);
    const there = view.lines.find((one) => one.product_id === product_id);
    const at = there ? atOf(there) : { item_id: null, version: null };
    try {
      if (dice < 0.52) {
        const one = line(product_id, 1 + Math.floor(next() * 60));
        await tablet.outbox.saveLine(intent.transfer, one, at);
        intent.lines.set(product_id, movedText([one]));
      } else if (dice < 0.58) {
        const header = { ...intent.header, source: pick(['d1', 'd2', 'd3']) };
        await tablet.outbox.saveHeader(intent.transfer, header, null);
        intent.header = header;
      } else if (dice < 0.66) {
        if (!there) return;
        await tablet.outbox.removeLine(
          intent.transfer,
          { product_id, about: { name: product_id, case_count: 12 } },
          at,
        );
        intent.lines.delete(product_id);
      } else if (dice < 0.84 && view.lines.length > 0) {
        await tablet.outbox.complete(intent.transfer, confirmationOf(view));
        intent.confirmed = movedText(view.lines);
      } else await flush(tablet, next() < 0.3);
    } catch (error) {
      if (!(error instanceof TransferLocked)) throw error;
    }
  };

  /** A person at a desk changes a line of a transfer. */
  const desk = async () => {
    const intent = intents.length > 0 ? pick(intents) : null;
    const order = intent && (await orderFor(intent));
    if (!intent || !order || order.tag === 'receipt') return;
    const one = order.lines.find((each) => each.product_id === pick(PRODUCTS));
    if (!one) return;
    one.quantity = 100 + Math.floor(next() * 50);
    intent.loose.add(one.product_id);
  };

  /** A person looks at a refusal, or at transfers that look the same, and decides. */
  const settle = async (tablet: PlainTablet, op: Op, isKind: boolean) => {
    const intent = intents.find((one) => one.transfer === op.transfer && one.tablet === tablet);
    if (!intent) return found(`an op of nobody: ${op.type} ${op.key}`);
    const alike = possibleMatchesOf(op);
    const product = op.type === 'upsert' || op.type === 'remove' ? (op as Op<'upsert'>).payload.product_id : null;
    if (alike.length > 0) {
      intent.wasShown = true;
      // The person sees the list of transfers, and knows that an order of a desk or of another press is another one.
      const owned = new Set<string>();
      for (const other of intents) if (other !== intent) owned.add((await orderFor(other))?._id ?? '');
      const own = alike.find(({ _id }) => !server.orders.get(_id)?.isDesks && !owned.has(_id));
      if (op.type === 'create' && own) return chooseMatch(tablet.ports, op.seq, own._id);
      return tablet.outbox.retry(op.seq);
    }
    if (product) intent.loose.add(product);
    else intent.isLoose = true;
    if (op.state === 'conflict') {
      if (op.type === 'execute') intent.confirmed = null;
      return void (isKind && op.type !== 'execute'
        ? await bounded(tablet.outbox.keepMine(op.seq, null))
        : await bounded(tablet.outbox.keepTheirs(op.seq)));
    }
    if (isKind) return tablet.outbox.retry(op.seq);
    const result = await bounded(tablet.outbox.discard(op.seq));
    if (result === 'discarded' && op.type === 'create') intent.isGone = true;
    // A confirmation that needs a connection first was not discarded, so it still counts.
    if (result === 'discarded' && op.type === 'execute') intent.confirmed = null;
    if (result === undefined) intent.isLoose = true;
  };
  const refusedOf = async (tablet: PlainTablet) =>
    (await tablet.store.read((tx) => tx.ops())).filter((op) => op.state === 'attention' || op.state === 'conflict');

  world.isBad = true;
  const steps = 20 + Math.floor(next() * 30);
  for (let step = 0; step < steps; step += 1) {
    const tablet = pick(tablets);
    const dice = next();
    world.now += Math.floor(next() * 40_000);
    land();
    server.short = next() < 0.15;
    if (next() < 0.2) world.isBad = !world.isBad;
    if (dice < 0.55) {
      await act(tablet);
      if (next() < 0.5) await flush(tablet, false);
    } else if (dice < 0.6) await desk();
    else if (dice < 0.68) {
      const refused = await refusedOf(tablet);
      if (refused.length > 0) await settle(tablet, pick(refused), next() < 0.6);
    } else if (dice < 0.88) await flush(tablet, next() < 0.5);
    else if (dice < 0.94) tablet.offline = !tablet.offline;
    else if (dice < 0.97) world.now += pick([60_000, 7_200_000]);
    // If no answer has a date, a tablet's clock that is set forward hides requests that are still on their way.
    else tablet.skew += server.manners.dates && next() < 0.5 ? 7_200_000 : -900_000;
  }
  world.isBad = false;
  server.short = false;
  for (let round = 0; round < ROUNDS; round += 1) {
    world.now += UNDER_WAY_MS;
    land();
    for (const tablet of tablets) {
      tablet.offline = false;
      for (let pass = 0; pass < 3; pass += 1) await flush(tablet, true);
      for (const op of await refusedOf(tablet)) await settle(tablet, op, round % 3 !== 2);
    }
  }
  await checkPlain(tablets, intents, server, found);
  return findings;
}
