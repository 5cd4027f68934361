import * as v from 'valibot';
import { id, integer, status } from '../fields.ts';
import { baseRow, model } from '../model.ts';

/** A planned visit (RTE-08): day 1 to 6 is Monday to Saturday, week is 0 (every week) or 1 to 4, index is the order within a day. */
export const routePlan = model(
  'route_plan',
  {
    sales_officer_id: id('Sales officer', { missing: 'Sales officer field is required.' }),
    buyer_id: id('Buyer', { missing: 'Buyer field is required.' }),
    day: integer('Day', { min: 1, max: 6, range: 'Day must be between 1 and 6' }),
    week: integer('Week', { min: 0, max: 4, range: 'Week must be between 0 and 4' }),
    index: integer('Index', { min: 0, max: 100_000 }),
    status: status(),
  },
  {
    label: 'Route plan',
    needs: { view: 'view_sales_officers', create: 'update_category', update: 'update_category' },
    reads: ['update_category', 'view_sales_officers'],
    generic: ['create_bulk', 'update_bulk', 'delete_bulk'],
    readBy: ['buyer_id'],
    search: ['buyer_id'],
    sort: ['day', 'index', 'created'],
    defaultSort: 'day',
    locked: ['sales_officer_id', 'buyer_id'],
  },
);

/** A retailer, with the visit if there is one (RTE-09). */
export const routePlanBuyer = v.object({
  _id: v.string(),
  name: v.string(),
  phone: v.string(),
  location: v.object({ _id: v.string(), name: v.string() }),
  location_id: v.string(),
  route_plan: v.nullable(
    v.object({
      ...baseRow.entries,
      status: v.string(),
      day: v.number(),
      week: v.number(),
      index: v.number(),
      buyer_id: v.string(),
      sales_officer_id: v.string(),
    }),
  ),
});
export type RoutePlanBuyer = v.InferOutput<typeof routePlanBuyer>;
