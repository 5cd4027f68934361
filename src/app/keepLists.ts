/**
 * Keeps the first page of each list of a person's menu on this device, so that a list that was never opened can be read without the server (decision 1261),
 * and what writes Excel files (decision 1360).
 * Loaded some time after the start; runs once a page, for who is signed in.
 */
import { contactStore } from '#client/online.ts';
import { allQuery, oneQuery, pageQuery, queryClient, queryFor, type SavedAnswer } from '#client/reads/queries.ts';
import { isPlain } from '#client/server/shown.ts';
import { type Profile, sessionStore } from '#client/session/state.ts';
import { whenIdle } from '#client/whenIdle.ts';
import { brand } from '#contract/catalogue/brand.ts';
import { category } from '#contract/catalogue/category.ts';
import { manufacturer } from '#contract/catalogue/manufacturer.ts';
import { product } from '#contract/catalogue/product.ts';
import { storeType } from '#contract/catalogue/storeType.ts';
import { distributor } from '#contract/network/distributor.ts';
import { location } from '#contract/network/location.ts';
import { seller } from '#contract/network/seller.ts';
import { orderGroup } from '#contract/orders/orderGroup.ts';
import { agent } from '#contract/people/agent.ts';
import { area } from '#contract/people/area.ts';
import { buyer } from '#contract/people/buyer.ts';
import { cohort } from '#contract/people/cohort.ts';
import { distributorOfficer } from '#contract/people/distributorOfficer.ts';
import { manager } from '#contract/people/manager.ts';
import { salesOfficer } from '#contract/people/salesOfficer.ts';
import { claim } from '#contract/purchasing/claim.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { heldOfProducts } from '#contract/stock/productStockCalls.ts';
import { warehouse } from '#contract/stock/warehouse.ts';
import { keepSheetWriter } from '#crud/export/exportSheet.ts';
import { firstPage } from '#crud/list/firstPage.ts';
import { pagesThatFit } from '#crud/list/useListState.ts';
import type { Address } from '#crud/paths.ts';
import { type KeptPlace, setKeptPlaces } from '#crud/query/keptPlaces.ts';
import { seesStock } from '#domain/home.ts';
import { defaultOrderFilters, orderQuery } from '#domain/orderFilters.ts';
import { daysRead, reportRead, requestOf } from '#features/stock/reportQuery.ts';
import { type MenuLink, menuFor } from './menu.ts';

/** A stored first page is not read again for so long, ms: once a working day. */
const KEPT_MS = 20 * 3_600_000;
/** The pause between two reads, ms: a desk never has two of them under way, and people's own reads pass them. */
const PAUSE_MS = 700;
/** The same between the lists that people open most: somebody may lose the server within the first half minute (decision 1391). */
const FIRST_PAUSE_MS = 300;
/** How many pauses what writes Excel files waits. */
const LATE = 15;
/** How many records of a first page are kept. */
const RECORDS = 10;

interface Stored {
  rows?: { _id: string; modified: number }[];
  total?: number;
}
type Read = { queryKey: readonly unknown[] };

const orders = (input: Readonly<Record<string, string>>, sort: string) =>
  pageQuery(orderGroup, { ...input, search: undefined, sort, page: 1, per_page: 10 * pagesThatFit(10), sums: '1' });

/** Of more products the inventory report is not read unasked: its answer has half a kB for each (decision 1425). */
const MOST_PRODUCTS = 1_000;

/** The reads of the lists in the documents' menu, and of the inventory report, as their screens make them at a first visit. */
const LISTS: Partial<Record<Address, () => Read>> = {
  '/order-groups': () => orders(orderQuery(defaultOrderFilters(Math.floor(Date.now() / 1_000))), '-created'),
  '/pending-orders': () => orders({ tag: 'pending' }, '-age'),
  '/products': () =>
    pageQuery(product, {
      ...{ search: undefined, sort: undefined, status: undefined, manufacturer_id: undefined, brand_id: undefined },
      ...{ page: 1, per_page: 20 * pagesThatFit(20) },
    }),
  '/purchase-orders': () => firstPage(purchaseOrder, { size: 30, sums: true }),
  '/buyers': () => firstPage(buyer, { filters: { status: 'active' } }),
  '/warehouses': () => firstPage(warehouse, {}),
  '/claims': () => firstPage(claim, { size: 30, sums: true }),
  '/sales-officers': () => firstPage(salesOfficer, { filters: { status: 'active', role: 'sales_officer.manager' } }),
  '/managers': () => firstPage(manager, { size: 30, filters: { status: 'active' } }),
  '/distributor-officers': () => firstPage(distributorOfficer, {}),
  '/agents': () => firstPage(agent, {}),
  '/manufacturers': () => firstPage(manufacturer, {}),
  '/categories': () => firstPage(category, {}),
  '/brands': () => firstPage(brand, {}),
  '/locations': () => firstPage(location, { size: 30 }),
  '/areas': () => firstPage(area, {}),
  '/sellers': () => firstPage(seller, {}),
  '/distributors': () => firstPage(distributor, {}),
  '/cohorts': () => firstPage(cohort, {}),
  '/store-types': () => firstPage(storeType, {}),
  '/inventory/report': () => reportRead(requestOf({})),
};

/** What a screen reads beside its list. */
const BESIDE: Partial<Record<Address, (rows: readonly { _id: string }[], who: Profile) => Read[]>> = {
  '/products': (rows, who) =>
    rows.length > 0 && seesStock(who) ? [queryFor(heldOfProducts, { product_ids: rows.map(({ _id }) => _id) })] : [],
  '/inventory/report': () => [daysRead(requestOf({})), allQuery(warehouse)],
};

/** The lists that people open most are kept first. */
const FIRST: readonly Address[] = ['/order-groups', '/products', '/buyers', '/purchase-orders', '/pending-orders'];

interface Line {
  saveData?: boolean;
  type?: string;
  effectiveType?: string;
}

/** Whether nothing is loaded unasked: a person pays for the data, or the line is slow. */
function isSpared(): boolean {
  const { saveData, type, effectiveType = '4g' } = (navigator as { connection?: Line }).connection ?? {};
  return saveData === true || type === 'cellular' || effectiveType !== '4g';
}

/** Whether the browser has room: the queue's own limit is 80 % (SYNC rule 48). */
async function hasRoom(): Promise<boolean> {
  const { usage = 0, quota = 0 } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return quota === 0 || usage < quota * 0.6;
}

const idle = () => new Promise<void>((resolve) => whenIdle(resolve));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The lists whose records have lines that their rows lack, and of how many records of the first page the lines are kept. Of all other records the row says as
 * much as the record (decision 1390). Pending orders are few and the most worked on, so all of the page are kept (decision 1425).
 */
const WITH_LINES = [
  { to: '/pending-orders', model: orderGroup, most: Number.POSITIVE_INFINITY },
  { to: '/order-groups', model: orderGroup, most: RECORDS },
  { to: '/purchase-orders', model: purchaseOrder, most: RECORDS },
] as const;

/** Resolves when the screen has what it reads, after ten seconds at the latest. */
async function calm(): Promise<void> {
  for (let n = 0; n < 40 && queryClient.isFetching() > 0; n += 1) await pause(250);
}

/** Whose lists are kept already, or are being kept. */
let done: string | null = null;

/** The links of the person's menu that have a list here, those that people open most first. */
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
  const found: KeptPlace[] = [];
  for (const { to, title } of placesOf(sessionStore.read().profile?.permissions ?? [])) {
    const query = LISTS[to]?.();
    if (query && (await saved.savedAt(query.queryKey)) !== null) found.push({ to, title });
  }
  return found;
}
setKeptPlaces(storedPlaces);

/** Reads an answer for the disk. It leaves the memory at once. */
const read = (query: Read) =>
  queryClient.fetchQuery({ ...query, meta: { patient: true }, gcTime: 0, retry: false }).catch(() => undefined);

/** Reads the first pages that this device lacks, then records of them, one after the other, when the page is idle. `ms`: the pause before each. */
export async function keepLists(ms = PAUSE_MS, firstMs = FIRST_PAUSE_MS): Promise<void> {
  const { profile } = sessionStore.read();
  if (done === (profile?.user_id ?? null)) return;
  done = profile?.user_id ?? null;
  if (!profile || isPlain() || isSpared() || !(await hasRoom())) return;
  const { savedHere } = await import('#features/stock/parts/savedHere.ts');
  const saved = await savedHere();
  const isTime = async (wait: number) => {
    await pause(wait);
    await calm();
    await idle();
    const isHere = document.visibilityState === 'visible' && contactStore.read().online;
    return isHere && sessionStore.read().profile?.user_id === done;
  };
  const isFresh = async (key: readonly unknown[], since = 0) => {
    const at = await saved.savedAt(key);
    return at !== null && at > since && Date.now() - at < KEPT_MS;
  };
  const places = placesOf(profile.permissions);
  /** False: the time for it is over. */
  const keepOne = async (query: Read, wait: number) => {
    if (await isFresh(query.queryKey)) return true;
    if (!(await isTime(wait))) return false;
    // What the person has opened meanwhile is stored by itself.
    if (queryClient.getQueryState(query.queryKey)?.data === undefined) await read(query);
    return true;
  };
  const storedPage = async ({ queryKey }: Read) =>
    ((await saved.savedCopy(queryKey)) as SavedAnswer<Stored> | null)?.data ?? {};
  const storedRows = async (query: Read) => (await storedPage(query)).rows ?? [];
  const isLarge = async () => ((await storedPage((LISTS['/products'] as () => Read)())).total ?? 0) > MOST_PRODUCTS;
  const keep = async (some: readonly MenuLink[], wait: number) => {
    for (const { to } of some) {
      const query = LISTS[to]?.();
      if (!query || (to === '/inventory/report' && (await isLarge()))) continue;
      if (!(await keepOne(query, wait))) return false;
      const beside = BESIDE[to]?.(await storedRows(query), profile) ?? [];
      for (const one of beside) if (!(await keepOne(one, wait))) return false;
    }
    return true;
  };
  if (
    !(await keep(
      places.filter(({ to }) => FIRST.includes(to)),
      firstMs,
    ))
  )
    return;
  if (!(await keep(places, ms))) return;
  // What the form of a retailer offers to choose from.
  const choices = places.some(({ to }) => to === '/buyers') ? [allQuery(storeType), allQuery(location)] : [];
  for (const query of choices) if (!(await keepOne(query, ms))) return;
  for (const { to, model, most } of WITH_LINES) {
    const list = places.some((place) => place.to === to) && LISTS[to]?.();
    const records = list ? (await storedRows(list)).slice(0, most) : [];
    for (const { _id, modified } of records) {
      const query = oneQuery(model, _id);
      if (await isFresh(query.queryKey, modified * 1_000)) continue;
      if (!(await isTime(ms))) return;
      await read(query);
    }
  }
  // Last, because it is the longest and few people export.
  if (await isTime(ms * LATE)) await keepSheetWriter().catch(() => undefined);
}
