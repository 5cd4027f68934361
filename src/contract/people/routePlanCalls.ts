/** Reads which officer visits which retailer, sorted by location and shop (API.md 4.13, 4.18, RTE-10, RTE-11). */
import * as v from 'valibot';
import { query } from '../call.ts';
import { id, optional } from '../fields.ts';
import { routePlan, routePlanBuyer } from './routePlan.ts';

const officer = { sales_officer_id: id('Sales officer', { missing: 'Sales officer field is required.' }) };
const output = v.array(routePlanBuyer);

export const planOfOfficer = query('route_plan/read_by_sales_officer', {
  input: officer,
  output,
  allow: routePlan.reads,
});

/** The same read, under the name in the retailers' part of the API. */
export const buyersOfOfficer = query('buyer/read_by_sales_officer', { input: officer, output, allow: routePlan.reads });

/** Reads the active retailers of a location (`*` for all) whom nobody visits (B9.16). */
export const unattachedBuyers = query('route_plan/read_unattached', {
  input: { location: optional(id('Location')) },
  output,
  allow: routePlan.reads,
});
