/**
 * Over 300 lines, because all calls work on one state with its keys and restores. A server in memory with the rules of API.md 1.3, 1.4, 1.6 and B3, for
 * simulations of the queue with thousands of schedules a minute.
 */
import { sha256Hex } from '#client/session/sha256.ts';
import { lotsDigestText, lotsIn, unitsOf } from '#domain/lots.ts';
import { parseMoney } from '#domain/money.ts';
import { digestText, headerText } from '#domain/transfer.ts';
import type { Request } from '#offline/store/ports.ts';
import { ModelHandovers, type ModelOffer } from './modelHandovers.ts';
import { ModelStocktakes, type StocktakeAnswer, type StocktakeBug } from './modelStocktakes.ts';

export interface ModelLine {
  _id: string;
  client_id: string | null;
  product_id: string;
  quantity: number;
  quantity_accepted: number | null;
  amount: number;
  /** The lots as text (domain/lots.ts). '': none. */
  lots: string;
  version: number;
  live: boolean;
}

export interface ModelOrder {
  _id: string;
  client_id: string;
  user_id: string;
  header: string;
  /** Epoch seconds: the time that was sent, and the time that the server stores. */
  sent_timestamp: number;
  timestamp: number;
  version: number;
  /** The revision of the lines. It grows with every change, also over restores. */
  items_revision: number;
  tag: 'purchase_order' | 'receipt';
  lines: Map<string, ModelLine>;
  /** The moved units by product, at the time of the move. */
  moved: Map<string, number> | null;
  /** The lots that moved, by product. */
  movedLots: Map<string, string> | null;
  /** The order's reversal. Null: there is none, or it was refused. `back`: the returned units. Never changed in place, so that a copy keeps its state. */
  reversal: ModelReversal | null;
  /** The number of times that its goods moved. */
  moves: number;
  /** The number of times that its goods went back. */
  tookBack: number;
}

interface ModelReversal {
  client_id: string;
  user: string;
  reason: string;
  status: 'asked' | 'done';
  back: ReadonlyMap<string, number> | null;
}

export interface Verdict {
  code: number;
  message: string;
  data: unknown;
}

/** Bugs that a server could have. Each is planted alone, and the checker must find it. */
export type ServerBug =
  | 'dedupe per batch'
  | 'answer stored outside the transaction'
  | 'the confirmation says nothing of the details'
  | "a client id is anybody's"
  | 'every mismatch says that the key was spoilt'
  | 'a receipt is reversed as often as somebody asks'
  | 'the second half moves the goods again'
  | "the giver's changes do not join"
  | 'the confirmation says nothing of lots'
  | StocktakeBug
  | null;

/** The seconds that the model adds to a sent date. A confirmation with the sent date must still be accepted (K21, K40). */
const DATED_BY_SERVER = 7;

interface State {
  orders: Map<string, ModelOrder>;
  verdicts: Map<string, { user: string; print: string; verdict: Verdict | null }>;
  nextId: number;
  /** The ids of removed lines, each with its order. */
  gone: Map<string, ModelOrder>;
  stocktakes: ModelStocktakes;
  handovers: ModelHandovers;
}

export type DeskChange =
  | { product_id: string; quantity: number | null }
  | { product_id: string; lots: string }
  | { header: string }
  | { timestamp: number };

export class ModelServer {
  state: State = {
    orders: new Map(),
    verdicts: new Map(),
    nextId: 1,
    gone: new Map(),
    stocktakes: new ModelStocktakes(),
    handovers: new ModelHandovers(),
  };
  /** The server's clock. Restores do not change it. */
  #ticks = 0;
  epoch = 'epoch-1';
  restores = 0;
  /** While true, no transfer has enough stock. */
  short = false;
  /** The number of times that the work of each key took effect, over all restores. A number above one is the main bug to find. */
  applied = new Map<string, number>();
  appliedBy = new Map<string, string>();
  /** Keys under which their author sent another request than the answered one, with the differing fields. */
  madeAnew = new Map<string, readonly string[]>();
  readonly bug: ServerBug;

  constructor(bug: ServerBug = null) {
    this.bug = bug;
  }

  /** A copy that a restore may use. */
  backup(): State {
    const orders = new Map(
      [...this.state.orders].map(([id, order]) => [
        id,
        {
          ...order,
          lines: new Map([...order.lines].map(([key, line]) => [key, { ...line }])),
          moved: order.moved ? new Map(order.moved) : null,
          movedLots: order.movedLots ? new Map(order.movedLots) : null,
        },
      ]),
    );
    const { verdicts, nextId, gone, stocktakes, handovers } = this.state;
    const kept = [...gone].map(([id, { _id }]) => [id, orders.get(_id) as ModelOrder] as const);
    return {
      ...{ orders, verdicts: new Map(verdicts), nextId, gone: new Map(kept) },
      ...{ stocktakes: stocktakes.copy(), handovers: handovers.copy() },
    };
  }

  restore(backup: State, epoch: string): void {
    const kept = new Set(backup.verdicts.keys());
    for (const key of this.applied.keys()) if (!kept.has(key)) this.applied.delete(key);
    this.state = { ...backup, nextId: this.state.nextId + 1_000 };
    this.epoch = epoch;
    this.restores += 1;
  }

  /** A person at a desk changes, adds or removes (`null`) a line, or changes the details. */
  desk(orderId: string, change: DeskChange): void {
    const order = this.state.orders.get(orderId);
    if (!order || order.tag === 'receipt') return;
    if ('header' in change) {
      order.header = change.header;
      order.version += 1;
      return;
    }
    if ('timestamp' in change) {
      Object.assign(order, {
        timestamp: change.timestamp,
        sent_timestamp: change.timestamp,
        version: order.version + 1,
      });
      return;
    }
    const { product_id } = change;
    const present = order.lines.get(product_id);
    if ('lots' in change) {
      if (!present?.live) return;
      this.touch(order);
      order.lines.set(product_id, { ...present, lots: change.lots, version: present.version + 1 });
      return;
    }
    const { quantity } = change;
    if (quantity === null) {
      if (present?.live) this.take(order, present);
      return;
    }
    this.touch(order);
    const values = { quantity, quantity_accepted: quantity, amount: quantity * 100 };
    if (present?.live) {
      order.lines.set(product_id, { ...present, ...values, version: present.version + 1 });
      return;
    }
    const _id = `item-${this.state.nextId++}`;
    order.lines.set(product_id, { _id, client_id: null, product_id, ...values, lots: '', version: 1, live: true });
  }

  private touch(order: ModelOrder): { items_revision: number } {
    this.#ticks += 1;
    order.items_revision = Math.max(order.items_revision + 1, this.#ticks);
    return { items_revision: order.items_revision };
  }

  private take(order: ModelOrder, line: ModelLine): void {
    this.touch(order);
    line.live = false;
    this.state.gone.set(line._id, order);
  }

  /** `crash`: the process dies after the work and before the answer is stored. Only a bug makes this visible. */
  handle(request: Request, user: string, crash = false): Verdict {
    if (request.epoch && request.epoch !== this.epoch) return refuse(503, 'unavailable', 'The server was restored.');
    if (Array.isArray(request.fields.op_key)) return this.bulk(request, user, crash);
    if (request.path === 'sync/cancel') return this.cancel(String(request.fields.key), user);
    return this.once(request.key, user, request, crash, () =>
      this.work(request.path, request.fields, user, request.key),
    );
  }

  private bulk(request: Request, user: string, crash: boolean): Verdict {
    const { op_key, ...fields } = request.fields as Record<string, unknown> & { op_key: string[] };
    const path = request.path.replace(/_bulk$/, '');
    const run = (): Verdict => {
      const results = op_key.map((key, index) => {
        const row: Record<string, unknown> = {};
        for (const [name, value] of Object.entries(fields)) row[name] = Array.isArray(value) ? value[index] : value;
        const one = { path, fields: row, key };
        const verdict =
          this.bug === 'dedupe per batch'
            ? this.count(key, user, this.work(one.path, row, user, key))
            : this.once(key, user, one, crash, () => this.work(one.path, row, user, key));
        return { index, op_key: key, ...verdict };
      });
      return { code: 200, message: 'OK', data: { succeeded: 0, failed: 0, results } };
    };
    return this.bug === 'dedupe per batch' ? this.once(request.key, user, request, crash, run) : run();
  }

  private once(
    key: string,
    user: string,
    request: { path: string; fields: object },
    crash: boolean,
    work: () => Verdict,
  ): Verdict {
    // The epoch is a header and no part of the request. As on the server (API.md 1.3), an empty text is a missing field.
    const print = `${request.path} ${JSON.stringify(request.fields, (_, value) => (value === '' ? undefined : value))}`;
    const known = this.state.verdicts.get(key);
    if (known) {
      if (known.user === user && known.verdict && known.print !== print)
        this.madeAnew.set(key, unlike(known.print, print));
      if (known.user !== user || (known.verdict && known.print !== print))
        return mismatch(this.bug === 'every mismatch says that the key was spoilt' || known.user !== user);
      return known.verdict ?? refuse(409, 'conflict', 'This change was discarded.');
    }
    const verdict = this.count(key, user, work());
    const stored = verdict.code === 200 || verdict.code === 409;
    if (stored && !(this.bug === 'answer stored outside the transaction' && crash))
      this.state.verdicts.set(key, { user, print, verdict });
    return verdict;
  }

  private count(key: string, user: string, verdict: Verdict): Verdict {
    if (verdict.code === 200 && !hasErrors(verdict)) {
      this.applied.set(key, (this.applied.get(key) ?? 0) + 1);
      this.appliedBy.set(key, user);
    }
    return verdict;
  }

  private cancel(key: string, user: string): Verdict {
    const known = this.state.verdicts.get(key);
    if (!known) this.state.verdicts.set(key, { user, print: '', verdict: null });
    if (known && known.user !== user) return mismatch();
    const verdict = known?.verdict;
    return {
      code: 200,
      message: 'OK',
      data: verdict ? { key, state: 'done', ...verdict } : { key, state: 'cancelled', message: '', data: null },
    };
  }

  private work(path: string, fields: Readonly<Record<string, unknown>>, user: string, key: string): Verdict {
    const { stocktakes } = this.state;
    switch (path) {
      case 'stocktake/open': {
        const answer = stocktakes.open(fields, user, () => `stocktake-${this.state.nextId++}`);
        return answer === 'foreign' ? mismatch() : verdictOf(answer);
      }
      case 'stocktake/count':
        return verdictOf(stocktakes.count(fields, user, { restored: this.restores > 0, bug: this.bug }));
      case 'stocktake/finish':
        return verdictOf(stocktakes.finish(fields, user, key));
      case 'purchase_order/create':
        return this.create(fields, user);
      case 'purchase_order/update':
        return this.change(String(fields._id), user, fields, (order) => {
          if (fields.base_version !== undefined && fields.base_version !== order.version)
            return refuse(409, 'conflict', 'Changed by someone.', {
              current: { _id: order._id, version: order.version },
            });
          order.header = String(fields.source);
          order.version += 1;
          if (Number(fields.timestamp) !== order.timestamp) Object.assign(order, dated(fields));
          return ok({ _id: order._id, version: order.version });
        });
      case 'purchase_order_item/upsert':
        return this.change(String(fields.purchase_order_id), user, fields, (order) => this.upsert(order, fields));
      case 'purchase_order_item/remove':
        return this.remove(String(fields._id));
      case 'purchase_order/execute':
        return this.execute(fields, user);
      case 'handover/give':
        return this.give(String(fields._id), JSON.parse(String(fields.offer)), user);
      case 'handover/take':
        return this.taken(JSON.parse(String(fields.offer)), String(fields.answer), user);
      case 'purchase_order/reverse':
        return this.reverse(fields, user);
      default:
        return refuse(404, 'no_such_call', 'There is no such call.');
    }
  }

  private create(fields: Readonly<Record<string, unknown>>, user: string): Verdict {
    const clientId = String(fields.client_id);
    const known = [...this.state.orders.values()].find((order) => order.client_id === clientId);
    if (known && known.user_id !== user && this.bug !== "a client id is anybody's") return mismatch();
    // B1.8: a repeated create is the same record or another one.
    if (known && this.joins(known, user)) return ok(known._id);
    if (known && known.header !== String(fields.source) && this.bug === null)
      return refuse(409, 'duplicate_client_id', 'This record was already created with other values.');
    if (known) return ok(known._id);
    return ok(this.begin(clientId, user, fields)._id);
  }

  private begin(client_id: string, user_id: string, fields: Readonly<Record<string, unknown>>): ModelOrder {
    const _id = `order-${this.state.nextId++}`;
    const order: ModelOrder = {
      _id,
      client_id,
      user_id,
      header: String(fields.source),
      ...dated(fields),
      version: 1,
      items_revision: 0,
      tag: 'purchase_order',
      lines: new Map(),
      moved: null,
      movedLots: null,
      reversal: null,
      moves: 0,
      tookBack: 0,
    };
    this.state.orders.set(_id, order);
    return order;
  }

  /** Whether the giver's changes join the transfer that the taker's half completed. */
  private joins({ client_id, tag }: ModelOrder, user: string): boolean {
    const isJoined = tag === 'receipt' && this.state.handovers.joins(client_id, user);
    return isJoined && this.bug !== "the giver's changes do not join";
  }

  private give(orderId: string, offer: ModelOffer, user: string): Verdict {
    const order = this.state.orders.get(orderId);
    if (!order) return refuse(404, 'not_found', 'Purchase order not found');
    if (offer.giver !== user) return refuse(403, 'forbidden', 'This is the half of somebody else.');
    if (order.client_id !== offer.transfer) return refuse(422, 'handover_refused', 'It is another transfer.');
    const one = this.state.handovers.of(offer);
    one.given = true;
    return ok({ _id: one._id, version: 1 });
  }

  private taken(offer: ModelOffer, answer: string, user: string): Verdict {
    if ((JSON.parse(answer) as { taker: string }).taker !== user)
      return refuse(403, 'forbidden', 'This is the half of somebody else.');
    const one = this.state.handovers.of(offer);
    if (one.taken && one.taken.answer !== answer) return refuse(409, 'handed_over', 'Somebody took these goods.');
    one.taken = { user, answer };
    this.post(offer, one);
    return ok({ _id: one._id, version: 1 });
  }

  /** Moves the offered goods in the giver's name, if the transfer is missing or equals the offer. */
  private post(offer: ModelOffer, one: { posted: boolean }): void {
    const there = [...this.state.orders.values()].find((order) => order.client_id === offer.transfer);
    if (there?.tag === 'receipt' && this.bug === 'the second half moves the goods again') there.moves += 1;
    if (there?.tag === 'receipt' || this.short) return;
    if (there) {
      const lines = [...there.lines.values()].filter((line) => line.live);
      const isSame = there.user_id === offer.giver && there.header === offer.header;
      if (!isSame || offer.digest !== sha256Hex(digestText(lines))) return;
    }
    const order =
      there ?? this.begin(offer.transfer, offer.giver, { source: offer.header, timestamp: offer.timestamp });
    if (!there)
      for (const line of offer.lines) {
        const _id = `item-${this.state.nextId++}`;
        order.lines.set(line.product_id, { _id, client_id: null, ...line, lots: '', version: 1, live: true });
      }
    this.complete(order);
    one.posted = true;
  }

  private complete(order: ModelOrder): void {
    const lines = [...order.lines.values()].filter((line) => line.live);
    order.tag = 'receipt';
    order.moves += 1;
    order.moved = new Map(lines.map((line) => [line.product_id, line.quantity_accepted ?? line.quantity]));
    order.movedLots = new Map(lines.flatMap(({ product_id, lots }) => (lots === '' ? [] : [[product_id, lots]])));
  }

  private change(
    orderId: string,
    user: string,
    { product_id }: Readonly<Record<string, unknown>>,
    work: (order: ModelOrder) => Verdict,
  ): Verdict {
    const order = this.state.orders.get(orderId);
    if (!order) return refuse(404, 'not_found', 'Purchase order not found');
    if (this.joins(order, user)) {
      const { _id = '', version = null } =
        (product_id === undefined ? order : order.lines.get(String(product_id))) ?? {};
      return ok({ _id, version, items_revision: order.items_revision });
    }
    if (order.tag === 'receipt')
      return refuse(409, 'receipt_locked', 'This purchase order is a receipt and cannot be changed.');
    return work(order);
  }

  private upsert(order: ModelOrder, fields: Readonly<Record<string, unknown>>): Verdict {
    const product = String(fields.product_id);
    const next = {
      quantity: Number(fields.quantity),
      quantity_accepted: fields.quantity_accepted === '' ? null : Number(fields.quantity_accepted),
      amount: parseMoney(String(fields.amount)) ?? 0,
    };
    const present = order.lines.get(product);
    const lots = lotsOf(fields, fields._id ? (present?.lots ?? '') : '');
    if (unitsOf(lotsIn(lots)) > (next.quantity_accepted ?? next.quantity) && fields.lots)
      return refuse(422, 'invalid', 'The lots add up to more than the line.');
    if (fields._id) {
      if (!present?.live || present._id !== fields._id) return refuse(404, 'not_found', 'Product line not found');
      const same =
        present.quantity === next.quantity &&
        present.quantity_accepted === next.quantity_accepted &&
        present.amount === next.amount &&
        present.lots === lots;
      if (!same && fields.base_version !== '' && fields.base_version !== present.version)
        return refuse(409, 'conflict', 'Changed by someone.', { current: { ...present } });
      if (!same) Object.assign(present, next, { lots, version: present.version + 1 });
      return ok({ _id: present._id, version: present.version, ...this.touch(order) });
    }
    if (present?.live) {
      if (present.client_id !== null && present.client_id === fields.client_id)
        return ok({ _id: present._id, version: present.version, ...this.touch(order) });
      return refuse(409, 'duplicate', 'Product already exists in this order.', { current: { ...present } });
    }
    const line: ModelLine = {
      _id: `item-${this.state.nextId++}`,
      client_id: String(fields.client_id),
      product_id: product,
      ...next,
      lots,
      version: 1,
      live: true,
    };
    order.lines.set(product, line);
    return ok({ _id: line._id, version: 1, ...this.touch(order) });
  }

  private remove(itemId: string): Verdict {
    for (const order of this.state.orders.values()) {
      for (const line of order.lines.values()) {
        if (line._id !== itemId) continue;
        if (line.live && order.tag === 'receipt')
          return refuse(409, 'receipt_locked', 'This purchase order is a receipt and cannot be changed.');
        this.take(order, line);
        return ok({ _id: itemId, items_revision: order.items_revision });
      }
    }
    // The line was removed and made again meanwhile. The old line is gone, which is what the request wanted.
    const order = this.state.gone.get(itemId);
    return order ? ok({ _id: itemId, ...this.touch(order) }) : refuse(404, 'not_found', 'Product line not found');
  }

  private reverse({ _id, reason, expect_digest, client_id }: Readonly<Record<string, unknown>>, user: string): Verdict {
    const order = this.state.orders.get(String(_id));
    if (!order) return refuse(404, 'not_found', 'Purchase order not found');
    const { reversal, moved } = order;
    if (reversal && reversal.client_id === client_id && reversal.user === user) return ok(answerOf(order, reversal));
    if (order.tag !== 'receipt' || !moved)
      return refuse(409, 'bad_transition', 'Only a completed transfer can be reversed.');
    if (reversal && this.bug !== 'a receipt is reversed as often as somebody asks')
      return refuse(409, 'already_reversed', `${order._id} was reversed.`);
    const lines = [...order.lines.values()].filter((line) => line.live);
    if (expect_digest !== sha256Hex(digestText(lines)))
      return refuse(409, 'items_changed', 'The products of this receipt are others.');
    if (this.short) return refuse(409, 'goods_gone', 'Goods are gone.', { errors: [{ code: 'short_stock' }] });
    const waits = isAboveLimit(moved);
    const made = { client_id: String(client_id), user, reason: String(reason) };
    order.reversal = waits
      ? { ...made, status: 'asked', back: null }
      : { ...made, status: 'done', back: new Map(moved) };
    if (!waits) order.tookBack += 1;
    return ok(answerOf(order, order.reversal));
  }

  private execute(fields: Readonly<Record<string, unknown>>, user: string): Verdict {
    const [orderId, digest, header] = [fields._id, fields.expect_digest ?? '', fields.expect_header ?? ''].map(
      String,
    ) as [string, string, string];
    const order = this.state.orders.get(orderId);
    if (!order) return refuse(404, 'not_found', 'Purchase order not found');
    const lines = [...order.lines.values()].filter((line) => line.live);
    const done = { code: 200, message: 'Transfer successful.', data: { _id: orderId, ref: orderId, errors: [] } };
    if (this.joins(order, user) && digest === sha256Hex(digestText(lines)) && isHeader(order, header)) return done;
    if (order.tag === 'receipt') return refuse(409, 'already_executed', 'This transfer has already been completed.');
    if (digest !== '' && digest !== sha256Hex(digestText(lines)))
      return refuse(409, 'items_changed', 'The products of this transfer changed since you confirmed. Please review.');
    const { expect_lots } = fields;
    if (
      expect_lots !== undefined &&
      expect_lots !== sha256Hex(lotsDigestText(lines)) &&
      this.bug !== 'the confirmation says nothing of lots'
    )
      return refuse(409, 'items_changed', 'The lots of this transfer changed since you confirmed. Please review.');
    if (!isHeader(order, header) && this.bug !== 'the confirmation says nothing of the details')
      return refuse(409, 'items_changed', 'The details of this transfer changed since you confirmed. Please review.');
    if (lines.length === 0)
      return {
        code: 200,
        message: 'Transfer failed.',
        data: { errors: [{ code: 'empty', message: 'No products to transfer.' }] },
      };
    if (this.short)
      return {
        code: 200,
        message: 'Transfer failed.',
        data: { errors: [{ code: 'short_stock', message: 'Not enough stock.' }] },
      };
    this.complete(order);
    return done;
  }
}

/** The lots that a line will store. An empty or missing field keeps the stored ones. */
const lotsOf = ({ lots }: Readonly<Record<string, unknown>>, stored: string): string =>
  lots === undefined || lots === '' ? stored : lots === '[]' ? '' : String(lots);

const answerOf = ({ _id }: ModelOrder, { status }: ModelReversal) => ({
  _id: `reversal-of-${_id}`,
  status,
  order: status === 'done' ? { _id: `back-${_id}`, ref: `back-${_id}` } : null,
});

/** Every third number of units is above the limit, so that another person must approve. */
const isAboveLimit = (moved: ReadonlyMap<string, number>): boolean =>
  [...moved.values()].reduce((sum, units) => sum + units, 0) % 3 === 0;

/** `renew`: no request of this user under the key took effect, and none will. */
const mismatch = (renew = false): Verdict =>
  refuse(422, 'idempotency_mismatch', 'This key was already used for another request.', renew ? { renew } : {});

const dated = (fields: Readonly<Record<string, unknown>>) => ({
  sent_timestamp: Number(fields.timestamp),
  timestamp: Number(fields.timestamp) + DATED_BY_SERVER,
});

/** All transfers of the model are between a depot and one hub. */
function isHeader({ header: source, sent_timestamp, timestamp }: ModelOrder, digest: string): boolean {
  const parties = { source_type: 'distributor', source, destination_type: 'seller', destination: 's1' };
  return [sent_timestamp, timestamp].some((one) => sha256Hex(headerText({ ...parties, timestamp: one })) === digest);
}

const verdictOf = ({ code, error, message, data }: StocktakeAnswer): Verdict =>
  error === undefined ? { code, message, data } : refuse(code, error, message, data);
const ok = (data: unknown): Verdict => ({ code: 200, message: 'OK', data });
const refuse = (code: number, error: string, message: string, extra: object = {}): Verdict => ({
  code,
  message,
  data: { error, ...extra },
});

export function hasErrors({ data }: Verdict): boolean {
  return (
    typeof data === 'object' &&
    data !== null &&
    'errors' in data &&
    Array.isArray(data.errors) &&
    data.errors.length > 0
  );
}

/** The fields in which two requests differ, including the path. */
function unlike(one: string, other: string): string[] {
  const read = (print: string): Record<string, unknown> => {
    const at = print.indexOf(' ');
    return { ...JSON.parse(print.slice(at + 1)), path: print.slice(0, at) };
  };
  const [a, b] = [read(one), read(other)];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]),
  );
}
