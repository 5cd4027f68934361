/** The lists of people that do not begin with ten rows and no filter. */
import { buyer } from '#contract/people/buyer.ts';
import { manager } from '#contract/people/manager.ts';
import { salesOfficer } from '#contract/people/salesOfficer.ts';
import type { AreaLists } from '#crud/list/firstPage.ts';

export const PEOPLE_LISTS = {
  '/buyers': { of: buyer, filters: { status: 'active', location_id: '', store_type_id: '', category: '' } },
  '/managers': { of: manager, size: 30, filters: { status: 'active', role: '', starter: '' } },
  // The default filters (CONST-27).
  '/sales-officers': {
    of: salesOfficer,
    filters: { status: 'active', role: 'sales_officer.manager', sellers: '', starter: '' },
  },
} satisfies AreaLists;
