/** The definitions of discrepancies and claims (decisions 0470 and 0471). Pure, for server and screens. */

/** `short`: it did not come. `over`: more came. `damaged`: it came or went back, and nobody can sell it. */
export const DISCREPANCY_KINDS = ['short', 'over', 'damaged'] as const;
export type DiscrepancyKind = (typeof DISCREPANCY_KINDS)[number];
export const DISCREPANCY_LABEL: Record<DiscrepancyKind, string> = { short: 'Short', over: 'Over', damaged: 'Damaged' };

/** The reasons of goods that nobody can sell. */
export const UNFIT: readonly string[] = ['damaged', 'expired', 'wrong_product'];

/** The groupings for sums of lines. */
export const DISCREPANCY_BY = ['supplier', 'product', 'hub', 'reason', 'officer'] as const;
export type DiscrepancyBy = (typeof DISCREPANCY_BY)[number];
export const DISCREPANCY_BY_LABEL: Record<DiscrepancyBy, string> = {
  supplier: 'Supplier',
  product: 'Product',
  hub: 'Hub',
  reason: 'Reason',
  officer: 'Officer',
};

/** `open`: lines are still gathered. `sent`: the supplier has it. `settled` and `cancelled` are the end. */
export const CLAIM_STATUSES = ['open', 'sent', 'settled', 'cancelled'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];
export const CLAIM_LABEL: Record<ClaimStatus, string> = {
  open: 'Open',
  sent: 'Sent',
  settled: 'Settled',
  cancelled: 'Cancelled',
};

/** `credit`: a credit note. `goods`: the supplier brought the goods after all. */
export const SETTLED_BY = ['credit', 'goods'] as const;
export const SETTLED_LABEL: Record<(typeof SETTLED_BY)[number], string> = { credit: 'Credit note', goods: 'Goods' };

/** The amount of a claim, in kobo: short and damaged units less surplus units. */
export const claimAmount = (lines: readonly { kind: DiscrepancyKind; value: number }[]): number =>
  lines.reduce((sum, { kind, value }) => sum + (kind === 'over' ? -value : value), 0);

/** The text whose SHA-256 hex is the digest of a claim: `item_id:kind:units:value` (kobo), sorted by item_id, joined by line feeds. */
export const claimText = (
  lines: readonly { item_id: string; kind: DiscrepancyKind; units: number; value: number }[],
): string =>
  [...lines]
    .sort((a, b) => (a.item_id < b.item_id ? -1 : a.item_id > b.item_id ? 1 : 0))
    .map(({ item_id, kind, units, value }) => `${item_id}:${kind}:${units}:${value}`)
    .join('\n');

/** The most lines of a claim: what one paper can hold. */
export const MAX_CLAIM_LINES = 125;
