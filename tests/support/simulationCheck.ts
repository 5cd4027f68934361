/** The checker: compares the tablets and the server after a schedule with what people were told (SYNC P1 to P5). */
import { movedQuantity } from '#domain/transfer.ts';
import { refusalOfOp } from '#offline/outbox/op.ts';
import type { Outbox } from '#offline/outbox/outbox.ts';
import type { Snapshot } from '#offline/outbox/overlay.ts';
import type { Ports, QueueOwner, Store } from '#offline/store/ports.ts';
import { hasErrors } from './modelServer.ts';
import type { SimulatedServer } from './simulationPlace.ts';

export interface Tablet {
  name: string;
  store: Store;
  outbox: Outbox;
  ports: Ports;
  owner: QueueOwner;
  offline: boolean;
}

/** What a person was told is saved, per transfer. */
export interface Intent {
  tablet: Tablet;
  transfer: string;
  user: string;
  /** The quantity of each product, as the person last saved it. */
  lines: Map<string, number>;
  /** The lots of each product, as the person last saved them. '': none. Empty in schedules without lots. */
  lots: Map<string, string>;
  /** The lots of a product after each change of a desk. Any of them is right. */
  deskLots: Map<string, Set<string>>;
  /** The lots that the screen showed at the confirmation. */
  confirmedLots: Map<string, string>;
  header: string;
  /** The quantities that the screen showed at the confirmation. Null: not confirmed, or the confirmation was discarded. */
  confirmed: Map<string, number> | null;
  /** The parties and the date that the screen showed at the confirmation. */
  confirmedHeader: { word: string; timestamp: number } | null;
  /** The server's copy below the shown transfer. */
  snapshot: Snapshot | null;
  /** The quantities that a desk wrote. Null: the desk removed the line. */
  desk: Map<string, Set<number | null>>;
  /** Products that a desk changed since the copy was read. */
  unseen: Set<string>;
  /** By product, the key of a change whose writer knew the present line and had no other waiting change of it. Nothing may refuse such a change. */
  fair: Map<string, string>;
  deskHeaders: Set<string>;
  /** Products and details that a person gave up, or whose discarding was cut short. Any value is right. */
  loose: Set<string>;
  looseHeader: boolean;
  /** Discarding the confirmation was cut short. */
  doubtful: boolean;
  /** Chains in which a person settled a refusal or discarded an op. Later ops depend on another version since. */
  decided: Set<string>;
  /** The transfer was taken to the other tablet in a file. */
  copied: boolean;
  /** The goods that the other tablet took over. They may move as they were signed, whatever the giver confirmed afterwards. */
  offered?: { goods: ReadonlyMap<string, number>; header: string }[];
  /** The person gave up the whole transfer. */
  gone: boolean;
}

export interface Finding {
  seed: number;
  what: string;
}

export async function checkAll(
  tablets: readonly Tablet[],
  intents: readonly Intent[],
  server: SimulatedServer,
  found: (what: string) => void,
): Promise<void> {
  const owners = new Map<string, string>();
  const chains = new Map<string, string>();
  const refused = new Set<string>();
  for (const tablet of tablets) {
    const [ops, past] = await tablet.store.read(async (tx) => [await tx.ops(), await tx.pastSince(0)] as const);
    for (const op of ops) {
      owners.set(op.key, op.user_id);
      chains.set(op.key, op.chain);
      if (op.state !== 'attention' && op.state !== 'conflict') {
        const lane = ops.filter((one) => one.transfer === op.transfer);
        if (!lane.some((one) => one.state === 'attention' || one.state === 'conflict'))
          found(`stuck without a shown reason: ${op.type} ${op.key} is ${op.state}`);
      } else {
        if (!refusalOfOp(op)) found(`refused without the server's word: ${op.type} ${op.key}`);
        else found(`a person cannot settle it: ${op.type} ${op.key}: ${refusalOfOp(op)?.message}`);
        refused.add(op.transfer);
      }
    }
    for (const one of past) {
      owners.set(one.key, one.op.user_id);
      chains.set(one.key, one.op.chain);
      const verdict = server.state.verdicts.get(one.key)?.verdict;
      const did = (server.applied.get(one.key) ?? 0) > 0 || (verdict?.code === 200 && !hasErrors(verdict));
      // Removing a line that never existed sends nothing. Discarding that op, if it was cut short, may have left its tombstone.
      const nothing = one.op.type === 'remove' && !verdict;
      if (one.op.state === 'done' && !did && !nothing)
        found(`lied about: ${one.op.type} ${one.key} counts as sent, the server never did it`);
      // This also holds after a restore that forgot the key: the key is closed again, or the op counts as sent.
      if (one.op.state !== 'done' && (server.applied.get(one.key) ?? 0) > 0 && server.appliedBy.get(one.key) !== 'eve')
        found(`lied about: ${one.op.type} ${one.key} was ${one.op.state}, and took effect`);
    }
  }
  for (const [key, times] of server.applied) {
    if (times > 1) found(`duplicated: ${key} took effect ${times} times`);
    // A stranger's own change under another person's key.
    if (server.appliedBy.get(key) === 'eve') continue;
    if (!owners.has(key)) found(`phantom: ${key} took effect and belongs to nobody`);
    else if (owners.get(key) !== server.appliedBy.get(key))
      found(`sent by another: ${key} of ${owners.get(key)} was sent by ${server.appliedBy.get(key)}`);
  }
  // Rule 12. After a restore the ids in a change may be others, on this tablet and in the copy on another one.
  if (server.restores === 0)
    for (const [key, unlike] of server.madeAnew ?? []) {
      // A change that was never tried before it was exported may get another base on each tablet by a person's decision.
      const standsElsewhere = unlike.every((name) => ['base_version', '_id', 'client_id'].includes(name));
      const isOneOf = ({ copied, decided }: Intent) => copied && decided.has(chains.get(key) ?? '');
      if (!standsElsewhere || !intents.some(isOneOf))
        found(`made anew: ${key} asks for something else than was answered: ${unlike.join(', ')}`);
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
    const isAsOffered =
      order?.moved &&
      !sameMap(order.moved, intent.confirmed ?? new Map()) &&
      intent.offered?.some(({ goods, header }) => sameMap(goods, order.moved ?? new Map()) && header === order.header);
    if (isAsOffered) continue;
    // A refusal is no excuse for moving other goods than the confirmed ones.
    if (order?.moved && !intent.doubtful && (!intent.confirmed || !sameMap(order.moved, intent.confirmed)))
      found(`moved something else than was confirmed: ${show(order.moved)}`);
    if (order?.moved && order.movedLots && !intent.doubtful && intent.confirmed) {
      const other = [...new Set([...order.movedLots.keys(), ...intent.confirmedLots.keys()])].filter(
        (product) => (order.movedLots?.get(product) ?? '') !== (intent.confirmedLots.get(product) ?? ''),
      );
      for (const product of other)
        found(
          `moved other lots than were confirmed: ${product} ${order.movedLots.get(product)}, confirmed was ${intent.confirmedLots.get(product)}`,
        );
    }
    const confirmed = intent.confirmedHeader;
    if (order?.moved && !intent.doubtful && confirmed) {
      const sameDate = confirmed.timestamp === order.sent_timestamp || confirmed.timestamp === order.timestamp;
      if (confirmed.word !== order.header || !sameDate)
        found(
          `moved for ${order.header} at ${order.timestamp}, confirmed was ${confirmed.word} at ${confirmed.timestamp}`,
        );
    }
    if (refused.has(intent.transfer) || intent.gone) continue;
    if (!order) {
      found(`lost: transfer ${intent.transfer}`);
      continue;
    }
    const there = new Map(
      [...order.lines.values()].filter((one) => one.live).map((one) => [one.product_id, movedQuantity(one)]),
    );
    for (const product of new Set([...there.keys(), ...intent.lines.keys()])) {
      const is = there.get(product);
      if (is === intent.lines.get(product) || intent.loose.has(product)) continue;
      if (intent.desk.get(product)?.has(is ?? null)) continue;
      found(`lost or changed: ${product} of ${intent.transfer} is ${is}, saved was ${intent.lines.get(product)}`);
    }
    for (const line of order.lines.values()) {
      const saved = intent.lots.get(line.product_id);
      if (!line.live || saved === undefined || saved === line.lots || intent.loose.has(line.product_id)) continue;
      if (intent.deskLots.get(line.product_id)?.has(line.lots)) continue;
      found(`lots lost or changed: ${line.product_id} of ${intent.transfer} is ${line.lots}, saved was ${saved}`);
    }
    if (order.header !== intent.header && !intent.looseHeader && !intent.deskHeaders.has(order.header))
      found(`lost: the details of ${intent.transfer} are ${order.header}, saved was ${intent.header}`);
    if (intent.confirmed && !order.moved && !intent.doubtful) found(`lost: the confirmation of ${intent.transfer}`);
  }
}

export const sameMap = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>) =>
  a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
export const show = (map: ReadonlyMap<string, number>) => JSON.stringify([...map].sort());
