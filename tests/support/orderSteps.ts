/** The steps of a random life of an order group. Each is a call of the server with the model's result. */
import type { Chance } from './chance.ts';
import { naira } from './chance.ts';
import {
  caseOf,
  isBilled,
  isCancelledOrDeleted,
  type Life,
  move,
  movePart,
  part,
  pay,
  putLine,
  removeLine,
  setDiscount,
  setFigure,
  setOfficer,
  setPartAmount,
  type Tag,
} from './orderModel.ts';
import type { OrderWorld } from './orderWorld.ts';
import type { Data } from './server.ts';

/** The records of a life. */
export interface Place {
  group: string;
  hub: string;
  buyer: string;
  officers: readonly [string, string];
  /** The hub's entry for each product. */
  offers: ReadonlyMap<string, string>;
}

export interface Step {
  text: string;
  run: () => Promise<{ code: number; message: string }>;
  /** The life after the step. Null: the server has to refuse. */
  next: Life | null;
}

interface At {
  world: OrderWorld;
  place: Place;
  life: Life;
  /** The group as it was last read. */
  row: Data;
  chance: Chance;
}

type Make = (at: At) => Step | null;

const MONEY = [0, 1, 5, 99, 100, 101, 3_333, 12_345, 99_999, 100_000, 250_050, 1_234_567];
const money = ({ pick, below }: Chance) => pick(MONEY) + (below(2) === 0 ? 0 : below(5_000));
const write = (at: At, path: string, fields: Record<string, unknown>) => () => at.world.call('POST', path, fields);
const lineOf = (at: At, product: string): Data | undefined =>
  (at.row.orders as Data[]).flatMap((order) => order.items as Data[]).find((item) => item.product_id === product);

/** A new value for an existing line. */
function onLine(at: At, name: string, given: (product: string) => Parameters<typeof putLine>[2]): Step | null {
  const present = [...at.life.lines.keys()];
  if (present.length === 0) return null;
  const product = at.chance.pick(present);
  const put = given(product);
  const fields = {
    ...(put.quantity === undefined ? {} : { quantity: put.quantity }),
    ...(put.rate === undefined ? {} : { rate: naira(put.rate) }),
    ...(put.amount === undefined ? {} : { amount: naira(put.amount) }),
    ...(put.accepted === undefined ? {} : { quantity_accepted: put.accepted ?? '' }),
  };
  return {
    text: `${name} of ${product.slice(-4)}: ${JSON.stringify(fields)}`,
    run: write(at, 'order_group_item/upsert', { _id: lineOf(at, product)?._id, ...fields }),
    next: putLine(at.life, product, put),
  };
}

const moved = (at: At, to: Tag, outcome?: 'credit' | 'paid_back'): Step => ({
  text: `${at.life.tag} -> ${to}${outcome ? `, ${outcome}` : ''}`,
  run: write(at, 'order_group/update_tag', {
    ...{ _id: at.place.group, old_tag: at.life.tag, new_tag: to },
    ...(isBilled(at.life.tag) && to === 'cancelled' ? { reason: 'By chance' } : {}),
    ...(outcome ? { payment_outcome: outcome } : {}),
  }),
  // An equal value is no change.
  next: to === at.life.tag ? at.life : move(at.life, to, outcome),
});

/** A new value for the whole group. */
const figure = (at: At, what: 'subtotal' | 'fee' | 'amount', kobo: number): Step => {
  const name = what === 'fee' ? 'delivery_fee' : what;
  return {
    text: `${name} ${naira(kobo)}`,
    run: write(at, `order_group/update_${name}`, { _id: at.place.group, [name]: naira(kobo) }),
    next: setFigure(at.life, what, kobo),
  };
};

const anyOrderOf = (at: At) => (at.row.orders.length === 0 ? null : (at.chance.pick(at.row.orders as Data[]) as Data));

export const STEPS: Readonly<Record<string, Make>> = {
  add(at) {
    const absent = at.life.products.filter(({ _id }) => !at.life.lines.has(_id));
    if (absent.length === 0) return null;
    const { _id, caseCount } = at.chance.pick(absent);
    const quantity = 1 + at.chance.below(3 * caseCount);
    const rate = at.chance.one(3) ? { rate: money(at.chance) } : {};
    return {
      text: `add ${quantity} of ${_id.slice(-4)} ${JSON.stringify(rate)}`,
      run: write(at, 'order_group_item/upsert', {
        ...{ order_group_id: at.place.group, product_id: _id, quantity },
        ...(rate.rate === undefined ? {} : { rate: naira(rate.rate) }),
      }),
      next: putLine(at.life, _id, { quantity, ...rate }),
    };
  },
  quantity: (at) =>
    onLine(at, 'quantity', (product) => ({ quantity: 1 + at.chance.below(3 * caseOf(at.life, product)) })),
  rate: (at) => onLine(at, 'price', () => ({ rate: money(at.chance) })),
  amount: (at) => onLine(at, 'amount', () => ({ amount: money(at.chance) })),
  accept: (at) =>
    onLine(at, 'accepted', (product) => ({
      accepted: at.chance.one(4) ? null : at.chance.below((at.life.lines.get(product)?.quantity ?? 0) + 1),
    })),
  remove(at) {
    const present = [...at.life.lines.keys()];
    if (present.length === 0) return null;
    const product = at.chance.pick(present);
    return {
      text: `remove ${product.slice(-4)}`,
      run: write(at, 'order_group_item/remove', { _id: lineOf(at, product)?._id }),
      next: removeLine(at.life, product),
    };
  },
  part(at) {
    const one = anyOrderOf(at);
    if (!one) return null;
    const maker = (one.manufacturer as Data)._id as string;
    const live = !(at.life.parts.get(maker)?.live ?? false);
    // Every part of a cancelled group is shown as cancelled.
    const to = live || at.life.tag === 'cancelled' ? 'completed' : 'cancelled';
    return {
      text: `part of ${maker.slice(0, 6)} -> ${to}`,
      run: write(at, 'order/update_tag', { _id: one._id, old_tag: one.tag, new_tag: to }),
      next: movePart(at.life, maker, live),
    };
  },
  partAmount(at) {
    const one = anyOrderOf(at);
    if (!one) return null;
    const maker = (one.manufacturer as Data)._id as string;
    const kobo = money(at.chance);
    return {
      text: `amount of the part of ${maker.slice(0, 6)}: ${naira(kobo)}`,
      run: write(at, 'order/update_amount', { _id: one._id, amount: naira(kobo) }),
      next: setPartAmount(at.life, maker, kobo),
    };
  },
  subtotal: (at) => figure(at, 'subtotal', money(at.chance)),
  fee: (at) => figure(at, 'fee', money(at.chance)),
  groupAmount: (at) => figure(at, 'amount', money(at.chance)),
  discount(at) {
    const kobo = at.chance.one(4) ? money(at.chance) : 0 - money(at.chance);
    const follows = at.chance.one(2);
    return {
      text: `discount ${naira(kobo)}${follows ? ', amounts too' : ''}`,
      run: write(at, 'order_group_meta/upsert_many', {
        ...{ order_group_id: at.place.group, tag: ['discount'], value: [naira(kobo)] },
        ...{ meta: [kobo > 0 ? 'delivery_fee' : 'promo'], update_amounts_too: follows },
      }),
      next: setDiscount(at.life, kobo, follows),
    };
  },
  pay(at) {
    const method = at.chance.pick(['cash', 'transfer', 'cash_transfer']);
    const cash = method === 'transfer' ? 0 : money(at.chance);
    const transfer = method === 'cash' ? 0 : money(at.chance);
    return {
      text: `paid ${naira(cash)} in cash, ${naira(transfer)} by transfer`,
      run: write(at, 'order_group_meta/upsert_many', {
        order_group_id: at.place.group,
        tag: ['payment_method', 'payment_cash', 'payment_transfer'],
        value: [method, naira(cash), naira(transfer)],
      }),
      next: pay(at.life, cash, transfer),
    };
  },
  forward(at) {
    const { tag } = at.life;
    // An empty cart is rarely placed.
    if (tag === 'draft') return at.life.makers > 0 || at.chance.one(6) ? moved(at, 'pending') : null;
    if (tag === 'pending') return moved(at, at.chance.pick(['delivered', 'delivered', 'completed'] as const));
    return tag === 'delivered' ? moved(at, 'completed') : null;
  },
  back: (at) =>
    // Few carts are deleted.
    at.life.tag === 'draft' && !at.chance.one(6)
      ? null
      : moved(
          at,
          isCancelledOrDeleted(at.life.tag) ? 'completed' : at.life.tag === 'draft' ? 'deleted' : 'cancelled',
          isCancelledOrDeleted(at.life.tag) ? undefined : at.chance.pick([undefined, 'credit', 'paid_back'] as const),
        ),
  stray: (at) => moved(at, at.chance.pick(['pending', 'completed', 'cancelled'] as const)),
  officer(at) {
    const who = at.chance.pick([0, 1, null] as const);
    return {
      text: `associate ${who}`,
      run: write(at, 'order_group/update_sales_officer', {
        ...{ _id: at.place.group, sales_officer_id: who === null ? '' : at.place.officers[who] },
      }),
      next: setOfficer(at.life, who),
    };
  },
  price(at) {
    const { _id } = at.chance.pick(at.life.products);
    const kobo = 100 + money(at.chance);
    const next = structuredClone(at.life);
    next.prices.set(_id, kobo);
    return {
      text: `the hub asks ${naira(kobo)} for ${_id.slice(-4)}`,
      run: write(at, 'seller_product/update', { _id: at.place.offers.get(_id), price: naira(kobo) }),
      next,
    };
  },
  deposit(at) {
    const who = at.chance.pick(['buyer', 0, 1] as const);
    const kobo = at.chance.pick([1, 5_000, 100_001, -3_050]);
    const next = structuredClone(at.life);
    if (who === 'buyer') next.deposits.buyer += kobo;
    else next.deposits.officers[who] += kobo;
    return {
      text: `deposit of ${who}: ${naira(kobo)}`,
      run: write(at, 'ledger_log/deposit_to', {
        ...{ head: who === 'buyer' ? 'buyer' : 'sales_officer', subhead: 'wallet', tag: 'cash', value: naira(kobo) },
        ...{ owner: who === 'buyer' ? at.place.buyer : at.place.officers[who], description: 'Counted at the desk' },
      }),
      next,
    };
  },
  issue(at) {
    const who = at.chance.pick([0, 1] as const);
    const { _id, caseCount } = at.chance.pick(at.life.products);
    const units = 1 + at.chance.below(2 * caseCount);
    const worth = part(units, at.life.prices.get(_id) ?? 0, caseCount);
    const next = structuredClone(at.life);
    next.issued[who].set(_id, (next.issued[who].get(_id) ?? 0) + units);
    next.charged[who] += worth;
    const { world, place } = at;
    return {
      text: `issue ${units} of ${_id.slice(-4)} to ${who}`,
      async run() {
        const id = await world.order(
          ['seller', place.hub, 'sales_officer', place.officers[who]],
          [[_id, units, units, naira(worth)]],
        );
        return world.execute(id);
      },
      next,
    };
  },
};

/** The steps, each repeated by its weight. A life begins with lines. */
const OFTEN = Object.entries({
  ...{ add: 5, quantity: 3, rate: 3, amount: 3, accept: 4, remove: 2, part: 2, partAmount: 2, subtotal: 2, fee: 2 },
  ...{
    groupAmount: 1,
    discount: 3,
    pay: 5,
    forward: 12,
    back: 5,
    stray: 1,
    officer: 3,
    price: 2,
    deposit: 2,
    issue: 2,
  },
}).flatMap(([name, times]) => Array.from({ length: times }, () => name));

/** The next step of a life, and its name. */
export function nextStep(at: At): { name: string; step: Step } {
  for (;;) {
    const { tag, makers } = at.life;
    const isReady = tag === 'draft' && makers > 0 && at.chance.one(3);
    const name = isReady ? 'forward' : makers === 0 && at.chance.one(2) ? 'add' : at.chance.pick(OFTEN);
    const step = STEPS[name]?.(at);
    if (step) return { name, step };
  }
}
