/**
 * A small model of an order group's money: lines, parts, totals and wallets. It is written from the documents and uses nothing of src. Kobo and units. A
 * step returns the next life, or null if the server has to refuse.
 */
export type Tag = 'draft' | 'pending' | 'delivered' | 'completed' | 'cancelled' | 'deleted';

interface Line {
  quantity: number;
  accepted: number | null;
  /** Kobo per case: the given price, or the price computed back from the amount (`about`). */
  rate: number;
  about: boolean;
  amount: number;
  /** The billed part of the amount. */
  value: number;
}
/** The part of one manufacturer in the group. */
interface Part {
  live: boolean;
  edited: boolean;
  amount: number;
  items: number;
}
export interface Product {
  _id: string;
  caseCount: number;
  maker: string;
}

export interface Life {
  tag: Tag;
  products: readonly Product[];
  /** The hub's price per case, by product. */
  prices: Map<string, number>;
  lines: Map<string, Line>;
  parts: Map<string, Part>;
  /** The number of live parts with a line. */
  makers: number;
  adjustment: number;
  fee: number;
  discount: number;
  /** The stored amount beside the total. */
  amount: number;
  cash: number;
  transfer: number;
  officer: 0 | 1 | null;
  posted: boolean;
  ownStock: boolean;
  /** Deposits that were made by hand. */
  deposits: { buyer: number; officers: [number, number] };
  /** The units that each associate got, and the charge for them. */
  issued: [Map<string, number>, Map<string, number>];
  charged: [number, number];
}

export const isBilled = (tag: Tag) => tag === 'delivered' || tag === 'completed';
export const isCancelledOrDeleted = (tag: Tag) => tag === 'cancelled' || tag === 'deleted';

/** a * b / c, halves up. No argument is below 0. */
export const part = (a: number, b: number, c: number): number =>
  Number((2n * BigInt(a) * BigInt(b) + BigInt(c)) / (2n * BigInt(c)));
/** The same for units below 0, halves away from 0. */
export const worth = (units: number, perCase: number, caseCount: number): number =>
  units < 0 ? 0 - part(-units, perCase, caseCount) : part(units, perCase, caseCount);

const sum = (of: Iterable<number>) => [...of].reduce((all, one) => all + one, 0);
export const caseOf = (life: Life, product: string) => life.products.find((one) => one._id === product)?.caseCount ?? 1;
const makerOf = (life: Life, product: string) => life.products.find((one) => one._id === product)?.maker ?? '';
export const linesOf = (life: Life, maker: string) =>
  [...life.lines].filter(([product]) => makerOf(life, product) === maker);

export const goodsOf = (life: Life) =>
  sum([...life.lines].flatMap(([product, line]) => (isLiveLine(life, product) ? [line.value] : [])));
export const isLiveLine = (life: Life, product: string) => life.parts.get(makerOf(life, product))?.live === true;
const ordersOf = (life: Life) => sum([...life.parts.values()].map((one) => (one.live ? one.amount : 0)));
export const subtotalOf = (life: Life) => ordersOf(life) + life.adjustment;
export const totalOf = (life: Life) => subtotalOf(life) + life.fee + life.discount;
export const paidOf = (life: Life) => life.cash + life.transfer;

/** The sums in the wallets because of the order and of deposits. Positive: the owner owes. */
export const chargedTo = (life: Life) => (isBilled(life.tag) ? totalOf(life) : 0);
export const postedTo = (life: Life) => chargedTo(life) - (life.posted ? paidOf(life) : 0);
export const buyerBalance = (life: Life) => postedTo(life) - life.deposits.buyer;
export const soldFor = (life: Life, who: 0 | 1) =>
  life.officer === who && life.ownStock && isBilled(life.tag) ? subtotalOf(life) : 0;
export const cashWith = (life: Life, who: 0 | 1) => (life.officer === who && life.posted ? life.cash : 0);
export const officerBalance = (life: Life, who: 0 | 1) =>
  life.charged[who] - soldFor(life, who) + cashWith(life, who) - life.deposits.officers[who];

/** The units of a product that an associate sold from the own stock. */
export function unitsSold(life: Life, who: 0 | 1, product: string): number {
  const line = life.lines.get(product);
  const counts = life.officer === who && life.ownStock && isBilled(life.tag) && isLiveLine(life, product);
  return line && counts ? (line.accepted ?? line.quantity) : 0;
}
/** The value of the goods in the associate's hands at the hub's price. A product that was sold beyond the issued units has a negative value. */
export const heldBy = (life: Life, who: 0 | 1) =>
  sum(
    life.products.map(({ _id, caseCount }) =>
      worth((life.issued[who].get(_id) ?? 0) - unitsSold(life, who, _id), life.prices.get(_id) ?? 0, caseCount),
    ),
  );

interface Set {
  /** `follows`: the amount follows the total. `typed`: the amount was typed. */
  follows?: boolean;
  typed?: boolean;
  /** The change is about the tag or the payment. */
  moves?: boolean;
}

/** Updates `next` after a change of its lines. Null: a figure would be below 0, or money would need an answer. */
function settled(before: Life, next: Life, set: Set = {}): Life | null {
  for (const line of next.lines.values())
    line.value = line.accepted === null ? line.amount : part(line.amount, line.accepted, line.quantity);
  for (const [maker, one] of next.parts) {
    const items = sum(linesOf(next, maker).map(([, line]) => line.value));
    const amount = one.edited ? one.amount + items - one.items : items;
    if (amount < 0 && amount < one.amount && one.live) return null;
    Object.assign(one, { items, amount });
  }
  next.makers = [...next.parts].filter(([maker, one]) => one.live && linesOf(next, maker).length > 0).length;
  const emptied = next.tag === 'pending' && before.tag === 'pending' && before.makers > 0 && next.makers === 0;
  if (emptied && paidOf(next) > 0) return null;
  if (emptied) next.tag = 'cancelled';
  const isNothing = before.makers > 0 && next.makers === 0 && ordersOf(next) === 0;
  const keepsNone = (emptied || !isCancelledOrDeleted(next.tag)) && (totalOf(next) < 0 || next.adjustment < 0);
  const nothingLeft = isNothing && (isBilled(next.tag) || keepsNone);
  if (nothingLeft) Object.assign(next, { adjustment: 0, discount: 0, fee: isBilled(next.tag) ? 0 : next.fee });
  if (set.follows || nothingLeft) next.amount = totalOf(next);
  else if (!set.typed) next.amount = movedAmount(before, next);
  const least = Math.min(subtotalOf(next), totalOf(next), next.amount);
  if (!isCancelledOrDeleted(next.tag) && least < 0) return null;
  const first =
    !next.posted && (isBilled(next.tag) || (isCancelledOrDeleted(next.tag) && paidOf(next) > 0 && set.moves === true));
  if (first) next.posted = true;
  if (first || (next.posted && next.officer !== before.officer))
    next.ownStock = next.officer !== null && next.issued[next.officer].size > 0;
  return next;
}

function movedAmount(before: Life, next: Life): number {
  const follows = before.amount === totalOf(before) || next.makers === 0;
  if (next.tag === 'draft' && follows) return totalOf(next);
  const moved = before.amount + ordersOf(next) - ordersOf(before);
  return moved < 0 && before.amount >= 0 ? totalOf(next) : moved;
}

const changed = (life: Life, change: (next: Life) => undefined | false, set?: Set): Life | null => {
  const next = structuredClone(life);
  return change(next) === false ? null : settled(life, next, set);
};

export interface Priced {
  quantity?: number;
  rate?: number;
  amount?: number;
  accepted?: number | null;
}

/** K1: a given price makes the amount, and a given amount makes the price, about. */
export const putLine = (life: Life, product: string, given: Priced) =>
  changed(life, (next) => {
    const caseCount = caseOf(next, product);
    const old = next.lines.get(product);
    const usual = next.prices.get(product) ?? 0;
    const quantity = given.quantity ?? old?.quantity ?? 0;
    const line: Line = old ?? { quantity, accepted: null, rate: usual, about: false, amount: 0, value: 0 };
    const stands = old !== undefined && old.quantity === quantity;
    if (given.amount !== undefined) {
      if (!(stands && given.amount === line.amount)) {
        const known = [...(line.about ? [] : [line.rate]), usual, line.rate].find(
          (rate) => part(quantity, rate, caseCount) === given.amount,
        );
        line.about = known === undefined || (known === line.rate && line.about);
        line.rate = known ?? part(given.amount, caseCount, quantity);
        line.amount = given.amount;
      }
    } else if (!stands || given.rate !== undefined) {
      line.about = line.about && (given.rate === undefined || given.rate === line.rate);
      line.rate = given.rate ?? line.rate;
      line.amount = part(quantity, line.rate, caseCount);
    }
    line.quantity = quantity;
    if (given.accepted !== undefined) line.accepted = given.accepted;
    next.lines.set(product, line);
    const maker = makerOf(next, product);
    const own = next.parts.get(maker) ?? { live: true, edited: false, amount: 0, items: 0 };
    if (!old) own.live = true;
    next.parts.set(maker, own);
    return undefined;
  });

export const removeLine = (life: Life, product: string) =>
  changed(life, (next) => {
    next.lines.delete(product);
    const maker = makerOf(next, product);
    if (linesOf(next, maker).length === 0) next.parts.set(maker, { live: false, edited: false, amount: 0, items: 0 });
    return undefined;
  });

export const movePart = (life: Life, maker: string, live: boolean) =>
  changed(life, (next) => {
    const own = next.parts.get(maker);
    // K11: the parts of a cancelled order are cancelled too.
    if (!own || next.tag === 'cancelled') return false;
    own.live = live;
    return undefined;
  });

export const setPartAmount = (life: Life, maker: string, amount: number) =>
  changed(life, (next) => {
    const own = next.parts.get(maker);
    if (!own) return false;
    if (own.amount !== amount) Object.assign(own, { amount, edited: true });
    return undefined;
  });

export const setFigure = (life: Life, what: 'subtotal' | 'fee' | 'amount', kobo: number) =>
  changed(
    life,
    (next) => {
      if (what === 'subtotal' && kobo === 0) return false;
      if (what === 'subtotal') next.adjustment = kobo - ordersOf(next);
      else next[what] = kobo;
      return undefined;
    },
    { typed: what === 'amount' },
  );

export const setDiscount = (life: Life, kobo: number, follows: boolean) =>
  changed(
    life,
    (next) => {
      next.discount = kobo;
      return kobo !== 0 && totalOf(next) < 0 ? false : undefined;
    },
    { follows },
  );

export const pay = (life: Life, cash: number, transfer: number) =>
  changed(
    life,
    (next) => {
      Object.assign(next, { cash, transfer });
      return undefined;
    },
    { moves: true },
  );

/** Naming the present associate again changes nothing, and an edited amount stays. */
export const setOfficer = (life: Life, officer: 0 | 1 | null) =>
  officer === life.officer
    ? life
    : changed(life, (next) => {
        next.officer = officer;
        return undefined;
      });

const MOVES: Record<Tag, readonly Tag[]> = {
  draft: ['pending', 'deleted'],
  pending: ['delivered', 'completed', 'cancelled', 'deleted'],
  delivered: ['completed', 'cancelled'],
  completed: ['cancelled'],
  cancelled: ['completed'],
  deleted: ['completed'],
};

/** K4: money that is in no wallet yet needs an answer. */
export const move = (life: Life, to: Tag, outcome?: 'credit' | 'paid_back') =>
  changed(
    life,
    (next) => {
      const needsLines = to === 'pending' || isCancelledOrDeleted(life.tag);
      if (!MOVES[life.tag].includes(to) || (needsLines && life.makers === 0)) return false;
      if (isCancelledOrDeleted(to) && !life.posted && paidOf(life) > 0 && outcome === undefined) return false;
      next.tag = to;
      if (isCancelledOrDeleted(to) && outcome === 'paid_back') Object.assign(next, { cash: 0, transfer: 0 });
      return undefined;
    },
    { moves: true, follows: to === 'pending' },
  );
