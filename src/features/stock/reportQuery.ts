/** The inventory report that the address asks for, and its answer. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { allQuery, queryFor } from '#client/reads/queries.ts';
import { movedByDay, type ReportRow, report, sales } from '#contract/stock/stockCalls.ts';
import { warehouse } from '#contract/stock/warehouse.ts';
import type { AreaLists } from '#crud/list/firstPage.ts';
import type { Search } from '#crud/routes.ts';
import {
  ALL_HUBS,
  CONTEXT_LABEL,
  type Context,
  canRefresh,
  lastReportDay,
  usualReportDays,
  warehouseLabel,
} from '#domain/report.ts';
import { containsWords } from '#domain/text.ts';
import { dateInput, epochOf } from '#domain/time.ts';
import type { PartyType } from '#domain/transfer.ts';
import { rangeFault } from '#ui/fields/dateRule.ts';
import { dayText } from '#ui/when.ts';
import type { EntriesFilter } from './ReportEntries.tsx';

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** The last day (yyyy-MM-dd) on which a report of this type may end today. */
export const lastDay = (context: string) => lastReportDay(context, nowSeconds());

/**
 * The report that the address asks for. Missing parts mean the current stock, all hubs, and the last 30 days. Null: the address asks for an invalid
 * report.
 */
export function requestOf(search: Search): EntriesFilter | null {
  const warehouse_ids = (search.warehouses ?? ALL_HUBS).split(',').filter(Boolean);
  const usual = usualReportDays(nowSeconds());
  const isOpen = search.from_timestamp === undefined && search.to_timestamp === undefined;
  const [from, to] = isOpen ? [usual.from, usual.to] : [epochOf(search.from_timestamp), epochOf(search.to_timestamp)];
  const { context = 'current_inventory' } = search;
  if (!canRefresh({ context, warehouses: warehouse_ids, from, to })) return null;
  if (context === 'current_inventory' || from === null || to === null) return { context, warehouse_ids };
  return rangeFault(dateInput(from), dateInput(to), lastDay(context)) ? null : { context, warehouse_ids, from, to };
}

/** The read of a report. If `request` is null, the read must stay disabled. */
export const reportRead = (request: EntriesFilter | null) =>
  request?.context === 'sales'
    ? queryFor(sales, {
        warehouse_ids: request.warehouse_ids,
        from_timestamp: request.from,
        to_timestamp: request.to,
      })
    : queryFor(report, {
        warehouse_ids: request?.warehouse_ids ?? [],
        context: request?.context ?? '',
        from_timestamp: request?.from,
        to_timestamp: request?.to,
      });

/** The answer to `request`. Null reads nothing. */
export const useReport = (request: EntriesFilter | null) =>
  useQuery({ ...reportRead(request), enabled: request !== null });

/** The days of the report. Without a range the request names no days and means the last 30, so that the saved copy is also found tomorrow. */
export const daysRead = (request: EntriesFilter | null) =>
  queryFor(movedByDay, {
    warehouse_ids: request?.warehouse_ids ?? [],
    from_timestamp: request?.from,
    to_timestamp: request?.to,
  });

/** What the report of a first visit reads. */
export const STOCK_LISTS = {
  '/inventory/report': {
    page: () => reportRead(requestOf({})),
    beside: () => [daysRead(requestOf({})), allQuery(warehouse)],
  },
} satisfies AreaLists;

export const useReportDays = (request: EntriesFilter | null) =>
  useQuery({ ...daysRead(request), enabled: request !== null });

export const useWarehouses = () => useQuery(allQuery(warehouse));
export type Warehouses = ReturnType<typeof useWarehouses>;

/** The rows of the chosen products (ids, separated by commas) that contain the words of `search`. */
export function useShownRows(products: readonly ReportRow[] | undefined, search: string, chosen: string): ReportRow[] {
  return useMemo(() => {
    const wanted = new Set(chosen.split(',').filter(Boolean));
    return (products ?? []).filter(
      ({ product_id, product }) =>
        (wanted.size === 0 || wanted.has(product_id)) &&
        (!search || containsWords(`${product.name} ${product.brand.name} ${product.manufacturer.name}`, search)),
    );
  }, [products, search, chosen]);
}

/**
 * The title of the shown figures, not of the filters for the next ones. `name`: the report type; `about`: type and warehouse, and the days if the
 * report has any.
 */
export function titleOf(request: EntriesFilter | null, warehouses: Warehouses): { name: string; about: string[] } {
  const name = request ? CONTEXT_LABEL[request.context as Context] : 'Inventory Report';
  const place = warehouses.data?.data.find((row) => row._id === request?.warehouse_ids[0]);
  const isAll = request?.warehouse_ids[0] === ALL_HUBS;
  const where = place ? warehouseLabel(place.parent.name, place.parent_type as PartyType) : isAll ? 'all hubs' : '';
  const days = request?.from ? [`${dayText(request.from)} to ${dayText(request.to ?? request.from)}`] : [];
  return { name, about: [where ? `${name}, ${where}` : name, ...days] };
}
