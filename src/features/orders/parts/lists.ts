/** The lists of orders. */
import type { AreaLists } from '#crud/list/firstPage.ts';
import { pagesThatFit } from '#crud/list/useListState.ts';
import { defaultOrderFilters, orderQuery } from '#domain/orderFilters.ts';
import { groupInput, groupPage } from './groupReads.ts';

/** The rows per page of both lists. */
export const GROUPS = 10;
/** The orders that wait, the oldest first. */
export const PENDING = { input: { tag: 'pending' }, defaultSort: '-age' } as const;

const firstGroups = (input: Readonly<Record<string, string>>, sort: string) =>
  groupPage(groupInput(input, { search: '', sort }, sort), { page: 1, per_page: GROUPS * pagesThatFit(GROUPS) });

export const ORDER_LISTS = {
  '/order-groups': {
    page: () => firstGroups(orderQuery(defaultOrderFilters(Math.floor(Date.now() / 1_000))), '-created'),
  },
  '/pending-orders': { page: () => firstGroups(PENDING.input, PENDING.defaultSort) },
} satisfies AreaLists;
