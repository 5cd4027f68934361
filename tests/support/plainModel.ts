/** A server in memory that has only the documents' calls: no keys, no versions, no batches. The seed chooses what the documents leave open. */
import type { PlainReply } from '#offline/store/ports.ts';

export interface PlainLine {
  _id: string;
  product_id: string;
  quantity: number;
  quantity_accepted: number | null;
  amount: string;
}

export interface PlainOrder {
  _id: string;
  /** The server's time, epoch seconds. */
  created: number;
  timestamp: number;
  source_type: string;
  source: string;
  destination_type: string;
  destination: string;
  tag: 'purchase_order' | 'receipt';
  lines: PlainLine[];
  /** The moved units as "product:quantity". */
  moved: string | null;
  /** A person at a desk made the order. */
  isDesks: boolean;
  /** The request that made the order arrived later than any look-up can wait. */
  isTooLate: boolean;
  /** The request that completed the order arrived later than any look-up can wait. */
  isMovedTooLate: boolean;
}

/** The points that the documents leave open. */
export interface PlainManners {
  /** A product that the order already has, sent without an id, is refused or written a second time. */
  doubles: boolean;
  /** Figures and ids are sent as numbers. */
  numbers: boolean;
  /** The list has the time of making an order, and answers have a Date header. */
  dates: boolean;
}

type Fields = Readonly<Record<string, unknown>>;
interface PlainVerdict {
  code: number;
  message: string;
  data: unknown;
}
const ok = (data: unknown): PlainVerdict => ({ code: 200, message: 'OK', data });
const refuse = (message: string, code = 400): PlainVerdict => ({ code, message, data: null });

export class PlainModel {
  readonly orders = new Map<string, PlainOrder>();
  readonly manners: PlainManners;
  readonly #clock: () => number;
  /** Lines that a late copy wrote, by order and product. Nobody could foresee them. */
  readonly tooLate = new Set<string>();
  /** The present request arrived later than any look-up can wait. */
  isTooLate = false;
  short = false;
  #next = 1;

  constructor(manners: PlainManners, clock: () => number) {
    this.manners = manners;
    this.#clock = clock;
  }

  reply({ code, message, data }: PlainVerdict): PlainReply {
    const date = this.manners.dates ? this.#clock() : undefined;
    return { verified: true, code, message, data, epoch: null, retryAfter: null, date };
  }

  read(path: string, query: Fields): PlainVerdict {
    const { dates, numbers } = this.manners;
    switch (path) {
      case 'purchase_order/read_all':
        return ok([...this.orders.values()].map((order) => this.shown(order)));
      case 'purchase_order/read': {
        const order = this.orders.get(String(query._id));
        return order ? ok(dates ? this.shown(order) : [this.shown(order)]) : refuse('Purchase order not found', 404);
      }
      case 'purchase_order_item/read_by_purchase_order': {
        const lines = this.orders.get(String(query.purchase_order_id))?.lines ?? [];
        return ok(
          lines.map((line) =>
            numbers
              ? { ...line, _id: Number(line._id), amount: Number(line.amount) }
              : { ...line, quantity: String(line.quantity) },
          ),
        );
      }
      default:
        return refuse('There is no such call', 404);
    }
  }

  private shown({
    lines,
    moved: _,
    isDesks: _also,
    isTooLate: _too,
    isMovedTooLate: _moved,
    created,
    ...order
  }: PlainOrder) {
    const { dates, numbers } = this.manners;
    return {
      ...order,
      ref: `PO-${order._id}`,
      meta: '{}',
      amount: '0.00',
      ...(dates ? { created, items: lines } : {}),
      ...(numbers ? { _id: Number(order._id) } : { timestamp: String(order.timestamp) }),
    };
  }

  write(path: string, fields: Fields): PlainVerdict {
    switch (path) {
      case 'purchase_order/create':
        return ok(this.id(this.create(fields, false)._id));
      case 'purchase_order/update':
        return this.change(fields._id, (order) => {
          Object.assign(order, headerOf(fields));
          return ok(null);
        });
      case 'purchase_order_item/upsert':
        return this.change(fields.purchase_order_id, (order) => this.upsert(order, fields));
      case 'purchase_order_item/remove':
        return this.remove(String(fields._id));
      case 'purchase_order/execute':
        return this.change(fields._id, (order) => this.execute(order));
      default:
        return refuse('There is no such call', 404);
    }
  }

  create(fields: Fields, isDesks: boolean): PlainOrder {
    const _id = String(this.#next++);
    const order: PlainOrder = {
      ...headerOf(fields),
      _id,
      created: Math.floor(this.#clock() / 1_000),
      tag: 'purchase_order',
      lines: [],
      moved: null,
      isDesks,
      isTooLate: this.isTooLate,
      isMovedTooLate: false,
    };
    this.orders.set(_id, order);
    return order;
  }

  private id = (id: string) => (this.manners.numbers ? Number(id) : id);

  private change(id: unknown, work: (order: PlainOrder) => PlainVerdict): PlainVerdict {
    const order = this.orders.get(String(id));
    if (!order) return refuse('Purchase order not found', 404);
    return order.tag === 'receipt' ? refuse('A receipt cannot be changed.') : work(order);
  }

  private upsert(order: PlainOrder, fields: Fields): PlainVerdict {
    const product_id = String(fields.product_id);
    const accepted = fields.quantity_accepted;
    const values = {
      product_id,
      quantity: Number(fields.quantity),
      quantity_accepted: accepted === '' || accepted === null ? null : Number(accepted),
      amount: String(fields.amount),
    };
    if (this.isTooLate) this.tooLate.add(`${order._id}:${product_id}`);
    if (fields._id !== undefined) {
      const line = order.lines.find((one) => one._id === String(fields._id));
      if (!line) return refuse('Product line not found', 404);
      Object.assign(line, values);
      return ok({ _id: this.id(line._id) });
    }
    if (!this.manners.doubles && order.lines.some((one) => one.product_id === product_id))
      return refuse('Product already exists in this order.');
    const line = { _id: String(this.#next++), ...values };
    order.lines.push(line);
    return ok(this.manners.doubles ? this.id(line._id) : { ...line, _id: this.id(line._id) });
  }

  private remove(id: string): PlainVerdict {
    const order = [...this.orders.values()].find(({ lines }) => lines.some((line) => line._id === id));
    if (!order) return refuse('Product line not found', 404);
    if (order.tag === 'receipt') return refuse('A receipt cannot be changed.');
    order.lines = order.lines.filter((line) => line._id !== id);
    return ok(null);
  }

  private execute(order: PlainOrder): PlainVerdict {
    if (order.lines.length === 0) return { code: 200, message: 'Transfer failed.', data: ['No products to transfer.'] };
    if (this.short)
      return { code: 200, message: 'Transfer failed.', data: { errors: [{ message: 'Not enough stock.' }] } };
    order.tag = 'receipt';
    order.isMovedTooLate = this.isTooLate;
    order.moved = movedText(order.lines);
    return ok({ errors: [] });
  }
}

const headerOf = (fields: Fields) => ({
  timestamp: Number(fields.timestamp),
  source_type: String(fields.source_type),
  source: String(fields.source),
  destination_type: String(fields.destination_type),
  destination: String(fields.destination),
});

export const movedText = (lines: readonly Pick<PlainLine, 'product_id' | 'quantity' | 'quantity_accepted'>[]): string =>
  lines
    .map((line) => `${line.product_id}:${line.quantity_accepted ?? line.quantity}`)
    .sort()
    .join(' ');
