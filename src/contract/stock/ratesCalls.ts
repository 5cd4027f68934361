/** The default prices of a hub, which a tablet prepares (B3.6). */
import * as v from 'valibot';
import { query } from '../call.ts';
import { id } from '../fields.ts';
import { STOCK_READERS } from './warehouse.ts';

/**
 * The default prices (B3.6) of one hub, naira text per case, by product id: `sold` are the hub's own prices, for what it issues and takes back; `shipped` are
 * the last prices between a distributor (by id) and the hub. A product that is missing in both has its list price. A tablet prepares them, because
 * `read_by_party` knows a price only with both parties.
 */
const hubRates = v.object({
  sold: v.record(v.string(), v.string()),
  shipped: v.record(v.string(), v.record(v.string(), v.string())),
});

export const ratesOfHub = query('warehouse_product/read_rates', {
  input: { seller_id: id('Hub', { missing: 'Hub field is required.' }) },
  output: hubRates,
  allow: STOCK_READERS,
});
