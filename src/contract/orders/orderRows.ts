/** The response rows of order groups and orders. */
import type * as v from 'valibot';
import { type RowOf, rowSchema } from '../model.ts';
import { order } from './order.ts';
import { orderGroup } from './orderGroup.ts';

export const groupRow = rowSchema(orderGroup) as v.GenericSchema<unknown, RowOf<typeof orderGroup>>;
export const orderRow = rowSchema(order) as v.GenericSchema<unknown, RowOf<typeof order>>;
export type OrderGroupRow = RowOf<typeof orderGroup>;
export type OrderRow = RowOf<typeof order>;
