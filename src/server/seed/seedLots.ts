/**
 * Lots of the demo: four products are tracked by lot, and each shipment of them is one lot. Biscuits and tea come on every weekday on which a demo may be
 * made, so "Expiring" always has lots that have expired, and lots of this month and of the next ones.
 */
import { lotsText } from '#domain/lots.ts';

const DAY = 86_400;

/** Days from the shipment to the expiry day, by product. */
const KEEPS: Readonly<Record<string, number>> = {
  // Cadbury Dairy Milk Rum&Raisin
  product_6001065601106: 50,
  // Oreo Original
  product_6111031003558: 120,
  // Bakers Ginger Nut Biscuits 200 GR
  product_6001056294003: 25,
  // Rooibos Tea Pure And Natural
  product_6009628800027: 75,
};

export const isTrackedByLot = (product: string): boolean => KEEPS[product] !== undefined;

/** The lots of a line of a shipment; nothing for other products. `units`: what came, `at`: when, epoch seconds. */
export function lotsOfShipment(product: string, units: number, at: number): { lots?: string } {
  const keeps = KEEPS[product];
  if (keeps === undefined || units === 0) return {};
  const day = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10);
  const code = `L${day(at).slice(5).replace('-', '')}`;
  return { lots: lotsText([{ code, expires: day(at + keeps * DAY), units }]) };
}
