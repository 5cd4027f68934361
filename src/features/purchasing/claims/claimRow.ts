/** The types of a claim and its lines, shared by the parts of the claim's page. */
import type * as v from 'valibot';
import type { RowOf } from '#contract/model.ts';
import type { claim } from '#contract/purchasing/claim.ts';
import type { ClaimLine, claimLines } from '#contract/purchasing/claimCalls.ts';
import { koboOf } from '#domain/money.ts';

export type ClaimRow = RowOf<typeof claim>;
export type ClaimLines = v.InferOutput<(typeof claimLines)['output']>;

/** The value that a line adds to the claim, in kobo. Goods that came over have a negative value. */
export const signedValue = ({ kind, value }: ClaimLine): number => (kind === 'over' ? -1 : 1) * koboOf(value);
