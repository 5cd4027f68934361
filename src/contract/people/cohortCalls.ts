import { commandRows } from '../call.ts';
import { id } from '../fields.ts';
import { NEEDS } from '../needs.ts';

/** Adds retailers to a cohort; a retailer who is already in it counts as succeeded (COH-07, API.md 4.12). */
export const addCohortBuyers = commandRows('cohort_buyer/add_bulk', {
  shared: { cohort_id: id('Cohort', { missing: 'Cohort field is required.' }) },
  row: { buyer_id: id('Buyer', { missing: 'Buyer field is required.' }) },
  allow: NEEDS.cohort.update,
});
