/**
 * Stores the first page of each list of a person's menu on this device, so that a list that was never opened can be read without the server (decision 1261).
 * Also stores the code that writes Excel files (decision 1360). The file is loaded a second after the start, and runs once for the signed-in person.
 */
import { contactStore } from '#client/online.ts';
import { allQuery, oneQuery, pageQuery, queryClient, queryFor, type SavedAnswer } from '#client/reads/queries.ts';
import { isPlain } from '#client/server/shown.ts';
import { sessionStore } from '#client/session/state.ts';
import { whenIdle } from '#client/whenIdle.ts';
import * as models from '#contract/models.ts';
import { searchNames } from '#contract/search/searchCalls.ts';
import { keepSheetWriter } from '#crud/export/exportSheet.ts';
import { type AreaLists, firstPage, type ListReads } from '#crud/list/firstPage.ts';
import type { Address } from '#crud/paths.ts';
import { type KeptPlace, setKeptPlaces } from '#crud/query/keptPlaces.ts';
import { MAX_PER_PAGE } from '#domain/limits.ts';
import { listOf, RECORDS, type RecordName } from '#domain/records.ts';
import { CATALOGUE_LISTS } from '#features/catalogue/parts/lists.ts';
import { NETWORK_LISTS } from '#features/network/parts/lists.ts';
import { ORDER_LISTS } from '#features/orders/parts/lists.ts';
import { PEOPLE_LISTS } from '#features/people/parts/lists.ts';
import { PURCHASING_LISTS } from '#features/purchasing/parts/lists.ts';
import { STOCK_LISTS } from '#features/stock/reportQuery.ts';
import { type MenuLink, menuFor } from './menu.ts';

/** The age in ms below which a stored page is not read again: once a working day. */
const KEPT_MS = 20 * 3_600_000;
/** The pause before each read in ms. There is one read at a time, and a person's own reads come first. */
const PAUSE_MS = 700;
/** The pause before the lists that people open most. It is short, because the server may be lost within seconds (decision 1511). */
const FIRST_PAUSE_MS = 100;
/** The number of pauses before the code that writes Excel files is loaded. */
const LATE = 15;
/** The number of records of a first page that are stored with their lines. */
const KEPT_RECORDS = 10;
/** A list with at most so many rows is stored whole. It is also the largest page of the server (decision 1510). */
const WHOLE = MAX_PER_PAGE;

interface Stored {
  rows?: { _id: string; modified: number }[];
  total?: number;
}
type Read = { queryKey: readonly unknown[] };

/** With more products than this the inventory report is not stored, because its answer has half a kB for each product (decision 1425). */
const MOST_PRODUCTS = 1_000;

/** The list of each plain model, with ten rows and no filter. A list that begins otherwise is in the lists of its area. */
const plainLists: AreaLists = Object.fromEntries(
  Object.values(models)
    .filter((model) => model.name in RECORDS)
    .map((model) => [listOf(model.name as RecordName), { of: model }]),
);

const LISTS: AreaLists = {
  ...plainLists,
  ...CATALOGUE_LISTS,
  ...NETWORK_LISTS,
  ...ORDER_LISTS,
  ...PEOPLE_LISTS,
  ...PURCHASING_LISTS,
  ...STOCK_LISTS,
};

/** What the screen at this address reads at a first visit. Undefined: it has no list that is kept. */
function readsOf(to: Address): ListReads | undefined {
  const list = LISTS[to];
  return list && 'of' in list ? { page: () => firstPage(list) } : list;
}

/** All rows of a list whose first page has not all of them. Null: it has, or there are too many, or the list has sums and grows each day. */
function wholeOf({ queryKey: [path, input] }: Read, { rows = [], total = 0 }: Stored): Read | null {
  const model = Object.values(models).find(({ name }) => path === `${name}/read_all`);
  const isFew = total > rows.length && total <= WHOLE;
  if (!model || !isFew || GROWING.has(model.name)) return null;
  return pageQuery(model, { ...(input as object), per_page: WHOLE });
}
const GROWING: ReadonlySet<string> = new Set(['order_group', 'purchase_order', 'claim']);

/** The lists that people open most, which are stored first. */
export const FIRST: readonly Address[] = [
  '/order-groups',
  '/products',
  '/buyers',
  '/purchase-orders',
  '/pending-orders',
];

interface Line {
  saveData?: boolean;
  type?: string;
  effectiveType?: string;
}

/** Whether nothing may be loaded without a request of the person, because the person pays for data or the line is slow. */
export function isSpared(): boolean {
  const { saveData, type, effectiveType = '4g' } = (navigator as { connection?: Line }).connection ?? {};
  return saveData === true || type === 'cellular' || effectiveType !== '4g';
}

/** Whether the browser has enough storage left. The queue's own limit is 80 % (SYNC rule 48). */
async function hasRoom(): Promise<boolean> {
  const { usage = 0, quota = 0 } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return quota === 0 || usage < quota * 0.6;
}

const idle = () => new Promise<void>((resolve) => whenIdle(resolve));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The lists whose records have lines that the rows of the list lack. `most`: the number of records that are stored with their lines. A row of any other list
 * has as much as its record (decision 1390). Pending orders are few, and people work on them most, so all of the page are stored (decision 1425).
 */
const WITH_LINES = [
  { to: '/pending-orders', model: models.orderGroup, most: Number.POSITIVE_INFINITY },
  { to: '/order-groups', model: models.orderGroup, most: KEPT_RECORDS },
  { to: '/purchase-orders', model: models.purchaseOrder, most: KEPT_RECORDS },
] as const;

/** Resolves when the screen's own reads have ended, after ten seconds at the latest. */
async function untilReadsEnd(): Promise<void> {
  for (let n = 0; n < 40 && queryClient.isFetching() > 0; n += 1) await pause(250);
}

/** The id of the person whose lists are stored or are being stored. */
let done: string | null = null;

/** The links of the person's menu whose lists are stored. Lists that people open most come first. */
function placesOf(permissions: readonly string[]): MenuLink[] {
  const links = menuFor(permissions)
    .flatMap((group) => group.links)
    .filter(({ to }) => LISTS[to] !== undefined);
  const rank = ({ to }: MenuLink) => (FIRST.indexOf(to) + 1 || FIRST.length + 1) as number;
  return links.toSorted((one, other) => rank(one) - rank(other));
}

/** The lists that are stored on this device. */
async function storedPlaces(): Promise<KeptPlace[]> {
  const { savedHere } = await import('#features/stock/parts/savedHere.ts');
  const saved = await savedHere();
  // The sign-in brings what the home shows, so the home can always be read.
  const found: KeptPlace[] = [{ to: '/', title: 'Home' }];
  for (const { to, title } of placesOf(sessionStore.read().profile?.permissions ?? [])) {
    const query = readsOf(to)?.page();
    if (query && (await saved.savedAt(query.queryKey)) !== null) found.push({ to, title });
  }
  return found;
}
setKeptPlaces(storedPlaces);

/** Reads an answer for the disk. The answer does not stay in memory. */
const read = (query: Read) =>
  queryClient.fetchQuery({ ...query, meta: { patient: true }, gcTime: 0, retry: false }).catch(() => undefined);

/**
 * Reads the first pages that this device lacks, then records of these pages, one after another while the page is idle. `ms`: the pause before each read.
 * `firstMs`: the pause before a list that people open most.
 */
export async function keepLists(ms = PAUSE_MS, firstMs = FIRST_PAUSE_MS): Promise<void> {
  const { profile } = sessionStore.read();
  if (done === (profile?.user_id ?? null)) return;
  done = profile?.user_id ?? null;
  if (!profile || isPlain() || isSpared() || !(await hasRoom())) return;
  const { savedHere } = await import('#features/stock/parts/savedHere.ts');
  const saved = await savedHere();
  const isTime = async (wait: number) => {
    await pause(wait);
    await untilReadsEnd();
    await idle();
    const isHere = document.visibilityState === 'visible' && contactStore.read().online;
    return isHere && sessionStore.read().profile?.user_id === done;
  };
  const isFresh = async (key: readonly unknown[], since = 0) => {
    const at = await saved.savedAt(key);
    return at !== null && at > since && Date.now() - at < KEPT_MS;
  };
  const places = placesOf(profile.permissions);
  /** Resolves with false if nothing more may be read now. */
  const keepOne = async (query: Read, wait: number) => {
    if (await isFresh(query.queryKey)) return true;
    if (!(await isTime(wait))) return false;
    // An answer that the person opened meanwhile is stored already.
    if (queryClient.getQueryState(query.queryKey)?.data === undefined) await read(query);
    return true;
  };
  const storedPage = async ({ queryKey }: Read) =>
    ((await saved.savedCopy(queryKey)) as SavedAnswer<Stored> | null)?.data ?? {};
  const storedRows = async (query: Read) => (await storedPage(query)).rows ?? [];
  const isLarge = async () => ((await storedPage(CATALOGUE_LISTS['/products'].page())).total ?? 0) > MOST_PRODUCTS;
  const keep = async (some: readonly MenuLink[], wait: number) => {
    for (const { to } of some) {
      const reads = readsOf(to);
      if (!reads || (to === '/inventory/report' && (await isLarge()))) continue;
      const page = reads.page();
      if (!(await keepOne(page, wait))) return false;
      const beside = reads.beside?.(await storedRows(page), profile) ?? [];
      for (const one of beside) if (!(await keepOne(one, wait))) return false;
    }
    return true;
  };
  const keepWhole = async (some: readonly MenuLink[]) => {
    for (const { to } of some) {
      const page = readsOf(to)?.page();
      const whole = page && wholeOf(page, await storedPage(page));
      if (whole && !(await keepOne(whole, ms))) return false;
    }
    return true;
  };
  const first = places.filter(({ to }) => FIRST.includes(to));
  if (!(await keep(first, firstMs))) return;
  if (!(await keepOne(queryFor(searchNames, {}), firstMs))) return;
  if (!((await keepWhole(first)) && (await keep(places, ms)) && (await keepWhole(places)))) return;
  // The choices in the form of a retailer.
  const choices = places.some(({ to }) => to === '/buyers')
    ? [allQuery(models.storeType), allQuery(models.location)]
    : [];
  for (const query of choices) if (!(await keepOne(query, ms))) return;
  for (const { to, model, most } of WITH_LINES) {
    const list = places.some((place) => place.to === to) && readsOf(to)?.page();
    const records = list ? (await storedRows(list)).slice(0, most) : [];
    for (const { _id, modified } of records) {
      const query = oneQuery(model, _id);
      if (await isFresh(query.queryKey, modified * 1_000)) continue;
      if (!(await isTime(ms))) return;
      await read(query);
    }
  }
  // The code comes last, because it is long and few people export.
  if (await isTime(ms * LATE)) await keepSheetWriter().catch(() => undefined);
}
