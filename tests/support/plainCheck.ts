/** The checker for schedules at a server that has only the documents' calls. It compares the server with what people were told. */
import { refusalOfOp, type TransferHeader } from '#offline/outbox/op.ts';
import type { Outbox } from '#offline/outbox/outbox.ts';
import type { Ports, QueueOwner, Store } from '#offline/store/ports.ts';
import { movedText, type PlainModel, type PlainOrder } from './plainModel.ts';

export interface PlainTablet {
  store: Store;
  ports: Ports;
  outbox: Outbox;
  owner: QueueOwner;
  offline: boolean;
  /** The error of its clock in ms. */
  skew: number;
}

/** What a person was told is saved of one transfer. */
export interface PlainIntent {
  tablet: PlainTablet;
  transfer: string;
  header: TransferHeader;
  lines: Map<string, string>;
  /** The confirmed goods. Null: nobody confirmed. */
  confirmed: string | null;
  /** Products that a desk changed, or that a person gave up or decided about. */
  loose: Set<string>;
  /** A person decided about the whole transfer, its details or its confirmation. */
  isGone: boolean;
  isLoose: boolean;
  /** The screen told a person that other transfers look the same. */
  wasShown: boolean;
}

export async function checkPlain(
  tablets: readonly PlainTablet[],
  intents: readonly PlainIntent[],
  server: PlainModel,
  found: (what: string) => void,
): Promise<void> {
  const ids = new Map<PlainIntent, PlainOrder | undefined>();
  for (const intent of intents) {
    const id = (await intent.tablet.store.read((tx) => tx.known(intent.transfer)))?.id;
    ids.set(intent, id ? server.orders.get(id) : undefined);
  }
  for (const { store } of tablets) {
    const [ops, past] = await store.read(async (tx) => [await tx.ops(), await tx.pastSince(0)] as const);
    for (const op of ops) found(`stuck: ${op.type} ${op.key} is ${op.state}: ${refusalOfOp(op)?.message ?? ''}`);
    for (const { op } of past) {
      const intent = intents.find((one) => one.transfer === op.transfer);
      const order = intent && ids.get(intent);
      if (op.type === 'execute' && op.state === 'done' && order?.tag !== 'receipt')
        found(`lied about: ${op.key} counts as completed`);
      // Another confirmation may have completed the transfer since.
      const isDone = past.some(
        ({ op: other }) => other.type === 'execute' && other.transfer === op.transfer && other.state === 'done',
      );
      if (op.type === 'execute' && op.state === 'discarded' && order?.moved && !order.isMovedTooLate && !isDone)
        found(`lied about: ${op.key} was discarded, and the stock moved`);
    }
  }
  // Each press made one order, and each order comes from a press. Orders of requests that arrived too late are not counted.
  const own = [...server.orders.values()].filter((order) => !order.isDesks && !order.isTooLate);
  const presses = intents.filter((intent) => !intent.isGone);
  for (const intent of presses) {
    const order = ids.get(intent);
    if (!order) found(`lost: transfer ${intent.transfer}`);
    else if (order.isDesks) found(`mixed up: ${intent.transfer} became order ${order._id} of a desk`);
    else if (presses.some((other) => other !== intent && ids.get(other) === order))
      found(`mixed up: order ${order._id} is two transfers`);
  }
  // Nobody changes the time of a transfer here, so the time identifies its order.
  for (const moment of new Set(own.map(({ timestamp }) => timestamp))) {
    const made = own.filter(({ timestamp }) => timestamp === moment).length;
    const pressed = intents.filter(({ header }) => header.timestamp === moment).length;
    if (made > pressed) found(`doubled: ${made} orders of ${pressed} presses at ${moment}`);
  }
  for (const intent of presses) {
    const order = ids.get(intent);
    if (order) checkLines(intent, order, server, found);
  }
}

function checkLines(intent: PlainIntent, order: PlainOrder, server: PlainModel, found: (what: string) => void): void {
  const { lines, loose, isLoose, confirmed, header } = intent;
  for (const product of new Set([...lines.keys(), ...order.lines.map((line) => line.product_id)])) {
    const there = order.lines.filter((line) => line.product_id === product);
    if (server.tooLate.has(`${order._id}:${product}`)) continue;
    if (there.length > 1) found(`doubled: ${there.length} lines of ${product} in ${order._id}`);
    else if (!loose.has(product) && movedText(there) !== (lines.get(product) ?? ''))
      found(
        `lost or changed: ${product} of ${order._id} is ${movedText(there) || 'not there'}, saved was ${lines.get(product) ?? 'nothing'}`,
      );
  }
  if (order.moved !== null && order.moved !== confirmed && !order.isMovedTooLate)
    found(`moved ${order.moved}, confirmed was ${confirmed ?? 'nothing'}`);
  if (confirmed !== null && order.moved === null && !isLoose) found(`lost: the confirmation of ${order._id}`);
  if (order.source !== header.source && !isLoose) found(`lost: the details of ${order._id}`);
}
