import { commandRows } from '../call.ts';
import { id } from '../fields.ts';
import { NEEDS } from '../needs.ts';

/** COH-07: retailers join a cohort; who is in already counts as succeeded (API.md 4.12). */
export const addCohortBuyers = commandRows('cohort_buyer/add_bulk', {
  shared: { cohort_id: id('Cohort', { missing: 'Cohort field is required.' }) },
  row: { buyer_id: id('Buyer', { missing: 'Buyer field is required.' }) },
  allow: NEEDS.cohort.update,
});
