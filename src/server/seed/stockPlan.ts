/**
 * The stock movements of the demo, planned before anything is written: each hub has its goods, suppliers refill what became low, and associates take and
 * bring back goods on every weekday. So the stock of a hub rises and falls around one level. One product ran out and came back, and one is out.
 */
import type { PartyType, REASONS } from '#domain/transfer.ts';
import { ASSOCIATES, DISTRIBUTORS, HUB_OF_ACCOUNTS, HUBS, OWN_ASSOCIATE } from './demoPeople.ts';
import { isTrackedByLot } from './seedLots.ts';
import { associateId, type CatalogueProduct, wholeKoboOf } from './seedTypes.ts';

const DAY = 86_400;
/** The number of days with movements. */
const DAYS = 30;
/** The hubs get their first goods so many days ago: before the days that plots show, and before the days that they are compared with. */
const FIRST_DAY = 63;
/** Each hub gets a shipment on every fifth day. */
const SHIPMENT_DAYS = 5;
/** The different goods of a hub, shared between its suppliers. */
const GOODS_OF_HUB = 26;
const LINES_OF_SHIPMENT = 8;
const LINES_OF_ISSUE = 5;
/** The associate with an account fetches stock on every third day on which no other associate of the hub does. */
const QUIET_DAYS = 3;

/** A product that a hub runs out of, `outDays` days ago, and that comes back `backDays` days ago, or not yet. */
interface Shortage {
  hub: number;
  product: string;
  outDays: number;
  backDays: number | null;
  supplier: string;
}
const MILO = 'product_6033000085214';
export const SHORTAGES: readonly Shortage[] = [
  { hub: 0, product: MILO, outDays: 15, backDays: 7, supplier: 'dist_adeola' },
  { hub: 2, product: MILO, outDays: 9, backDays: null, supplier: 'dist_danladi' },
];

export interface PlannedParty {
  type: PartyType;
  id: string;
}
export interface PlannedLine {
  product: string;
  /** Units. */
  quantity: number;
  /** Units that were accepted, and why others than expected, or why goods go back. */
  accepted?: number;
  reason?: (typeof REASONS)[number];
}
export interface PlannedMove {
  daysAgo: number;
  /** Epoch seconds. */
  at: number;
  source: PlannedParty;
  destination: PlannedParty;
  lines: PlannedLine[];
  isCompleted: boolean;
}

/** A fixed sequence of numbers from 0 to 1 (mulberry32), so that every demo is the same. */
export function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The weekday of an epoch second, 0 is Sunday. Days are UTC days, as everywhere in the demo. */
const weekdayOf = (seconds: number) => new Date(seconds * 1_000).getUTCDay();

/**
 * Which associate fetches stock on which day, over the month before `now` (epoch seconds): from `daysAgo` to the hub index and the associate. No hub
 * works on a Sunday, and each works on about half of the other days. The associates of a hub take turns, so that each has movements whatever day the
 * demo is made on.
 */
export function turnsOf(now: number): Map<number, { hub: number; associate: string }[]> {
  const next = sequence(20_260_102);
  const today = Math.floor(now / DAY) * DAY;
  const gone = HUBS.map(() => 0);
  let quiet = 0;
  const turns = new Map<number, { hub: number; associate: string }[]>();
  for (let daysAgo = DAYS; daysAgo >= 0; daysAgo -= 1) {
    // A number is also drawn for Sundays, so that a hub's other days do not depend on where the Sundays fall.
    const working = HUBS.map(() => next() >= 0.45);
    if (weekdayOf(today - daysAgo * DAY) === 0) continue;
    const day = HUBS.flatMap((_, hub) => {
      if (!working[hub]) {
        if (hub !== HUB_OF_ACCOUNTS) return [];
        quiet += 1;
        return quiet % QUIET_DAYS === 0 ? [{ hub, associate: OWN_ASSOCIATE }] : [];
      }
      const crew = ASSOCIATES.flatMap(([at], index) => (at === hub ? [associateId(index)] : []));
      const turn = gone[hub] ?? 0;
      gone[hub] = turn + 1;
      const associate = crew[turn % crew.length];
      return associate ? [{ hub, associate }] : [];
    });
    turns.set(daysAgo, day);
  }
  return turns;
}

/** Adds differences to a shipment: a line in three is a case or two short, damaged or over, at days and hubs that follow from their numbers. */
function asAccepted(lines: readonly PlannedLine[], turn: number, caseOf: (product: string) => number): PlannedLine[] {
  return lines.map((line, at): PlannedLine => {
    const size = caseOf(line.product);
    if (at === 2 && turn % 2 === 0)
      return { ...line, accepted: line.quantity - (1 + (turn % 3)) * size, reason: 'short' };
    if (at === 4 && turn % 3 === 0)
      return { ...line, accepted: line.quantity - size, reason: turn % 2 === 0 ? 'damaged' : 'expired' };
    return at === 6 && turn % 4 === 1 ? { ...line, accepted: line.quantity + size, reason: 'excess' } : line;
  });
}

/** A product of a hub while the month goes by. */
interface Good {
  product: string;
  supplier: string;
  caseCount: number;
  /** The cases that the hub likes to have. */
  par: number;
  /** Units. */
  held: number;
  shortage: Shortage | undefined;
}

/** The goods of a hub: an equal part of what each of its suppliers carries. What is tracked by lot comes first, and the product that runs out, so that each hub has it. */
function goodsOf(hub: number, products: readonly CatalogueProduct[]): Good[] {
  const suppliers = suppliersOf(hub);
  const found = new Map<string, Good>();
  for (const supplier of suppliers) {
    const shortageOf = (product: string) => SHORTAGES.find((one) => one.hub === hub && one.product === product);
    const carried = products
      .filter((one) => (supplier.makers as readonly string[]).includes(one.maker))
      .map((one, at) => {
        const product = `product_${one.barcode}`;
        const isFirst = isTrackedByLot(product) || product === MILO;
        return { product, caseCount: one.case_count, order: isFirst ? -1 : (at * 7 + hub * 5) % 31 };
      })
      .filter(({ product }) => {
        const shortage = shortageOf(product);
        return !found.has(product) && (shortage === undefined || shortage.supplier === supplier._id);
      })
      .sort((a, b) => a.order - b.order);
    for (const { product, caseCount } of carried.slice(0, Math.ceil(GOODS_OF_HUB / suppliers.length))) {
      const shortage = shortageOf(product);
      const par = shortage ? 40 : 18 + ((found.size * 11 + hub * 5) % 25);
      found.set(product, { product, supplier: supplier._id, caseCount, par, held: 0, shortage });
    }
  }
  return [...found.values()];
}

const suppliersOf = (hub: number) => DISTRIBUTORS.filter((one) => (one.hubs as readonly number[]).includes(hub));
const casesOf = (good: Good) => Math.floor(good.held / good.caseCount);
const seller = (hub: number): PlannedParty => ({ type: 'seller', id: HUBS[hub]?._id ?? '' });

/** All movements up to `now` (epoch seconds), in the order of their days. */
export function movesOf(now: number, products: readonly CatalogueProduct[]): PlannedMove[] {
  const next = sequence(20_260_101);
  // Numbers of its own, so that the movements of all others do not depend on this associate.
  const nextOwn = sequence(20_260_103);
  const today = Math.floor(now / DAY) * DAY;
  const turns = turnsOf(now);
  const hubs = HUBS.map((_, hub) => ({ hub, goods: goodsOf(hub, products), shipments: 0 }));
  const moves: PlannedMove[] = [];
  const isClosed = (daysAgo: number) => weekdayOf(today - daysAgo * DAY) === 0;

  for (const { hub, goods } of hubs)
    for (const [at, supplier] of suppliersOf(hub).entries()) {
      const lines = goods
        .filter((good) => good.supplier === supplier._id)
        .map((good) => take(good, good.shortage ? good.par : Math.ceil(good.par * (0.5 + 0.5 * next()))));
      const time = today - FIRST_DAY * DAY + 7 * 3_600 + at * 1_800;
      moves.push(moved(FIRST_DAY, time, { type: 'distributor', id: supplier._id }, seller(hub), lines));
    }
  for (let daysAgo = DAYS; daysAgo >= 0; daysAgo -= 1) {
    const morning = today - daysAgo * DAY + 7 * 3_600;
    if (morning > now || isClosed(daysAgo)) continue;
    for (const state of hubs) {
      const { hub, goods } = state;
      // A shipment of a Sunday comes on Monday.
      const isDue = (day: number) => (day + hub) % SHIPMENT_DAYS === 0;
      if (isDue(daysAgo) || (isClosed(daysAgo + 1) && isDue(daysAgo + 1))) {
        moves.push(...shipments(state, daysAgo, morning, next));
        state.shipments += 1;
      }
      const associate = turns.get(daysAgo)?.find((turn) => turn.hub === hub)?.associate;
      if (!associate) continue;
      const draw = associate === OWN_ASSOCIATE ? nextOwn : next;
      const taken = issued(goods, daysAgo, draw);
      const officer: PlannedParty = { type: 'sales_officer', id: associate };
      if (taken.length > 0)
        moves.push(
          moved(
            daysAgo,
            morning + 1_800,
            seller(hub),
            officer,
            taken.map(({ line }) => line),
          ),
        );
      const back = draw() < 0.5 ? taken.filter(({ good }) => !isGone(good, daysAgo)).slice(0, 2) : [];
      if (back.length === 0) continue;
      const lines = back.map(({ good, line }) => {
        const part = wholeKoboOf(good.caseCount);
        const quantity = Math.min(line.quantity, Math.ceil(line.quantity / 3 / part) * part);
        if (daysAgo > 0) good.held += quantity;
        return { product: good.product, quantity };
      });
      // What comes back today is on its way.
      moves.push({ ...moved(daysAgo, morning + 32_000, officer, seller(hub), lines), isCompleted: daysAgo > 0 });
    }
  }
  return moves;
}

const moved = (
  daysAgo: number,
  at: number,
  source: PlannedParty,
  destination: PlannedParty,
  lines: PlannedLine[],
): PlannedMove => ({
  ...{ daysAgo, at, source, destination, lines, isCompleted: true },
});

/** Adds cases to what the hub has, and answers their line. */
function take(good: Good, cases: number): PlannedLine {
  const quantity = cases * good.caseCount;
  good.held += quantity;
  return { product: good.product, quantity };
}

/** Whether nothing of the goods comes to the hub on that day, because its supplier has none. */
const isGone = ({ shortage }: Good, daysAgo: number): boolean =>
  shortage !== undefined && daysAgo > (shortage.backDays ?? -1);

/** The shipment of a day: what one supplier carries and the hub has least of; sometimes a damaged case goes back. */
function shipments(
  { hub, goods, shipments: turn }: { hub: number; goods: readonly Good[]; shipments: number },
  daysAgo: number,
  morning: number,
  next: () => number,
): PlannedMove[] {
  const suppliers = suppliersOf(hub);
  const back = goods.find((good) => good.shortage && !isGone(good, daysAgo) && casesOf(good) === 0);
  const supplier = back?.supplier ?? suppliers[turn % suppliers.length]?._id ?? DISTRIBUTORS[0]._id;
  const low = goods
    .filter((good) => good.supplier === supplier && good !== back && !isGone(good, daysAgo))
    .sort((a, b) => casesOf(a) / a.par - casesOf(b) / b.par)
    .slice(0, LINES_OF_SHIPMENT - (back ? 1 : 0));
  const wanted = low.map((good) => ({ good, cases: Math.max(4, good.par - casesOf(good) + Math.floor(next() * 5)) }));
  // What was missing for days comes in plenty.
  if (back) wanted.unshift({ good: back, cases: back.par + 8 });
  const lines = asAccepted(
    wanted.map(({ good, cases }) => ({ product: good.product, quantity: cases * good.caseCount })),
    daysAgo + 2 * hub,
    (product) => goods.find((good) => good.product === product)?.caseCount ?? 1,
  );
  for (const [at, { good }] of wanted.entries()) good.held += lines[at]?.accepted ?? lines[at]?.quantity ?? 0;
  const from: PlannedParty = { type: 'distributor', id: supplier };
  const moves = [moved(daysAgo, morning, from, seller(hub), lines)];
  const damaged = wanted[back ? 1 : 0]?.good;
  if (next() < 0.35 && damaged) {
    damaged.held -= damaged.caseCount;
    const line: PlannedLine = { product: damaged.product, quantity: damaged.caseCount, reason: 'damaged' };
    moves.push(moved(daysAgo, morning + 5_400, seller(hub), from, [line]));
  }
  return moves;
}

/** What an associate takes: a quarter to a half of some goods, one case of goods that are tracked by lot, some cases and then the rest of goods that run out. */
function issued(goods: readonly Good[], daysAgo: number, next: () => number): { good: Good; line: PlannedLine }[] {
  const chosen = goods
    .map((good) => ({ good, order: good.shortage && isGone(good, daysAgo) ? -1 : next() }))
    .filter(
      ({ good, order }) =>
        casesOf(good) > 1 || (order < 0 && daysAgo <= (good.shortage?.outDays ?? 0) && casesOf(good) > 0),
    )
    .sort((a, b) => a.order - b.order)
    .slice(0, LINES_OF_ISSUE);
  return chosen.map(({ good }) => {
    const share = 0.25 + 0.25 * next();
    const runsOut = good.shortage !== undefined && isGone(good, daysAgo);
    const some = runsOut ? 2 + Math.floor(8 * share) : Math.max(1, Math.floor(casesOf(good) * share));
    const isLast = runsOut && daysAgo <= (good.shortage?.outDays ?? 0);
    const cases = isTrackedByLot(good.product) ? 1 : Math.min(some, casesOf(good) - 1);
    const quantity = isLast ? good.held : cases * good.caseCount;
    good.held -= quantity;
    return { good, line: { product: good.product, quantity } };
  });
}
