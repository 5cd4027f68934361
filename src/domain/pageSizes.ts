/** Page sizes of lists (CONST-03..09) and what the URL says of them (A5, CONST-06). */

/** Default of each list, by its route word. Lists not named here: 10 (CONST-03). */
export const DEFAULT_PAGE_SIZE = {
  warehouses: 10,
  order_groups: 10,
  ledger_logs: 10,
  areas: 10,
  agents: 10,
  distributors: 10,
  sellers: 10,
  brands: 10,
  categories: 10,
  manufacturers: 10,
  store_types: 10,
  cohorts: 10,
  sales_officers: 10,
  distributor_officers: 10,
  buyers: 10, // B7.3
  warehouse_products: 20, // CONST-04
  report: 20,
  managers: 30, // CONST-05, A5
  purchase_orders: 30, // CONST-06
  locations: 30, // CONST-07
  fulfilment: 50, // CONST-09
} as const;

export type PagedList = keyof typeof DEFAULT_PAGE_SIZE;

/** CONST-08: choices of the products list and of the route plan's Selected tab. */
export const PRODUCT_PAGE_SIZES = [10, 20, 50, 75, 100, 150, 200, 250, 300] as const;

/** CONST-09. */
export const FULFILMENT_PAGE_SIZES = [10, 20, 50, 100, 200] as const;

/** B13: per_page is clamped, never refused. */
export const PER_PAGE = { min: 1, max: 500, server: 30 } as const;

/** B13: what the server makes of a sent per_page; the server's default when it is no number. */
export function clampPerPage(perPage: number): number {
  if (Number.isNaN(perPage)) return PER_PAGE.server;
  return Math.min(PER_PAGE.max, Math.max(PER_PAGE.min, Math.trunc(perPage)));
}

/** A5: the size from the URL, else the one last chosen on this screen, else the document's default. */
export function pageSize(list: PagedList, inUrl: number | null, lastChosen: number | null): number {
  return inUrl ?? lastChosen ?? DEFAULT_PAGE_SIZE[list];
}

/** A5, CONST-06: the URL leaves out page 1 and per_page 10. */
export function pageQuery(page: number, perPage: number): { page?: number; per_page?: number } {
  return { ...(page === 1 ? {} : { page }), ...(perPage === 10 ? {} : { per_page: perPage }) };
}
