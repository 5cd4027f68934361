/** A claim and its lines, as the parts of its page share them. */
import type * as v from 'valibot';
import type { RowOf } from '#contract/model.ts';
import type { claim } from '#contract/purchasing/claim.ts';
import type { ClaimLine, claimLines } from '#contract/purchasing/claimCalls.ts';
import { koboOf } from '#domain/money.ts';

export type ClaimRow = RowOf<typeof claim>;
export type ClaimLines = v.InferOutput<(typeof claimLines)['output']>;

/** What a line adds to the claim, in kobo: what came over is taken off. */
export const signedValue = ({ kind, value }: ClaimLine): number => (kind === 'over' ? -1 : 1) * koboOf(value);
