/**
 * The kinds of queued changes (SYNC section 2) and the part that each plays in its lane. A lane is one transfer or one stocktake; the rules of the queue ask
 * for the part wherever the rule is the same for both.
 */

const PARTS = {
  create: { part: 'begins', of: 'transfer' },
  header: { part: 'details', of: 'transfer' },
  upsert: { part: 'row', of: 'transfer' },
  remove: { part: 'removal', of: 'transfer' },
  execute: { part: 'closes', of: 'transfer' },
  reverse: { part: 'closes', of: 'reversal' },
  give: { part: 'closes', of: 'transfer' },
  take: { part: 'begins', of: 'transfer' },
  open: { part: 'begins', of: 'stocktake' },
  count: { part: 'row', of: 'stocktake' },
  finish: { part: 'closes', of: 'stocktake' },
} as const satisfies Readonly<Record<string, { part: ChangePart; of: Subject }>>;

/** The kind of a person's action. A reversal waits in the lane of its receipt but is an action of its own. */
export type Subject = 'transfer' | 'reversal' | 'stocktake';

/**
 * `begins`: the first change of its lane; the others need the id that the server gives. `row`: up to 125 of these are sent together. `closes`: it waits for
 * all changes before it, and those after it wait for it. `details` and `removal` only wait for their chain.
 */
export type ChangePart = 'begins' | 'details' | 'row' | 'removal' | 'closes';
export type ChangeType = keyof typeof PARTS;

const partsOf = (type: string): { part: ChangePart; of: Subject } | undefined =>
  (PARTS as Readonly<Record<string, { part: ChangePart; of: Subject }>>)[type];

/** The part of a change; null: newer code wrote it (SYNC rule 45). */
export const partOf = ({ type }: { type: string }): ChangePart | null => partsOf(type)?.part ?? null;

/** The subject of a change; `transfer` if newer code wrote the change (SYNC rule 45). */
export const subjectOf = ({ type }: { type: string }): Subject => partsOf(type)?.of ?? 'transfer';

/** Whether the change belongs to a stocktake. */
export const isOfStocktake = ({ type }: { type: string }): boolean => subjectOf({ type }) === 'stocktake';
