/** The price per case with which a new line begins (B3.6), from the prices that a tablet prepared for work without a network. */
import { kindOf } from './transfer.ts';

/** The prices of one hub, naira text per case, by product id. `shipped`: by distributor id, then by product id. */
export interface HubRates {
  readonly sold: Readonly<Record<string, string>>;
  readonly shipped: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface Ends {
  source_type: string;
  source: string;
  destination_type: string;
  destination: string;
}

/** The hub of a transfer, whose prices count; null: none of both is one. */
export function hubOf({ source_type, source, destination_type, destination }: Ends): string | null {
  if (source_type === 'seller') return source;
  return destination_type === 'seller' ? destination : null;
}

/**
 * The prices that count between both ends of a transfer: the hub's own with a delivery associate, the last ones with a distributor. A product without one has
 * its list price. null: other rules hold (a transfer between two hubs).
 */
export function ratesBetween(ends: Ends, rates: HubRates): Readonly<Record<string, string>> | null {
  const kind = kindOf(ends.source_type, ends.destination_type);
  if (kind === 'transfer') return null;
  if (kind === 'stock_in' || kind === 'stock_out') return rates.sold;
  return rates.shipped[kind === 'shipment_in' ? ends.source : ends.destination] ?? {};
}
