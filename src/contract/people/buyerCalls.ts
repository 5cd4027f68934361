/** The figures above the tabs of a retailer's page (proposed, decision 0252). */
import * as v from 'valibot';
import { query } from '../call.ts';
import { productRef } from '../catalogue/product.ts';
import { id } from '../fields.ts';
import { named } from '../model.ts';
import { orderTag } from '../orders/orderGroup.ts';

/** The months of {@link buyerGlance}, this one included. */
export const GLANCE_MONTHS = 12;
/** The most products of {@link buyerGlance}. */
export const GLANCE_PRODUCTS = 6;
/** The number of last orders from which the order interval is computed. */
export const GLANCE_ORDERS = 10;

/** `phone` is empty for people who may not see sales officers. */
const officer = v.object({ _id: v.string(), name: v.string(), phone: v.string() });

/** Amounts are naira text, quantities units, times epoch seconds. Orders are those that count: pending, delivered, completed (B7.1). */
export const buyerGlance = query('buyer/glance', {
  input: { buyer_id: id('Buyer') },
  output: v.object({
    orders: v.number(),
    value: v.string(),
    last: v.nullable(
      v.object({ _id: v.string(), ref: v.string(), tag: orderTag, created: v.number(), total: v.string() }),
    ),
    /** The days between two orders, on average over the last ten; null for fewer than two orders. */
    every: v.nullable(v.number()),
    /** The last twelve months in Lagos, the oldest first. `from`: the start of the month. */
    months: v.array(v.object({ from: v.number(), count: v.number(), amount: v.string() })),
    /** The products with the highest purchases in these months, by amount. `quantity`: accepted units, else ordered ones. */
    products: v.array(v.object({ product: productRef, quantity: v.number(), amount: v.string(), orders: v.number() })),
    /** The hub that serves the retailer's location (B5.0a). */
    hub: v.nullable(named),
    /** The active areas of the retailer's location, each with its representative. */
    areas: v.array(v.object({ ...named.entries, sales_officer: v.nullable(officer) })),
    /** The officers who visit the retailer by a route plan. */
    visitors: v.array(officer),
  }),
  allow: 'view_buyers',
});
export type BuyerGlance = v.InferOutput<(typeof buyerGlance)['output']>;
