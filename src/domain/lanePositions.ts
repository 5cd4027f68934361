/**
 * The kinds of queued changes (SYNC section 2) and the position of each in its lane. A lane is one transfer or one stocktake; a rule of the queue asks
 * for the position where the rule is the same for both.
 */

const POSITIONS = {
  create: { position: 'begins', of: 'transfer' },
  header: { position: 'details', of: 'transfer' },
  upsert: { position: 'row', of: 'transfer' },
  remove: { position: 'removal', of: 'transfer' },
  execute: { position: 'closes', of: 'transfer' },
  reverse: { position: 'closes', of: 'reversal' },
  give: { position: 'closes', of: 'transfer' },
  take: { position: 'begins', of: 'transfer' },
  open: { position: 'begins', of: 'stocktake' },
  count: { position: 'row', of: 'stocktake' },
  finish: { position: 'closes', of: 'stocktake' },
} as const satisfies Readonly<Record<string, { position: LanePosition; of: Subject }>>;

/** The kind of a person's action. A reversal waits in the lane of its receipt but is an action of its own. */
export type Subject = 'transfer' | 'reversal' | 'stocktake';

/**
 * `begins`: the first change of its lane; the others need the id that the server gives. `row`: up to 125 of these are sent together. `closes`: it waits for
 * all changes before it, and those after it wait for it. `details` and `removal` only wait for their chain.
 */
export type LanePosition = 'begins' | 'details' | 'row' | 'removal' | 'closes';
export type ChangeType = keyof typeof POSITIONS;

const kindOf = (type: string): { position: LanePosition; of: Subject } | undefined =>
  (POSITIONS as Readonly<Record<string, { position: LanePosition; of: Subject }>>)[type];

/** The position of a change in its lane; null: newer code wrote it (SYNC rule 45). */
export const positionOf = ({ type }: { type: string }): LanePosition | null => kindOf(type)?.position ?? null;

/** The subject of a change; `transfer` if newer code wrote the change (SYNC rule 45). */
export const subjectOf = ({ type }: { type: string }): Subject => kindOf(type)?.of ?? 'transfer';

/** Whether the change belongs to a stocktake. */
export const isOfStocktake = ({ type }: { type: string }): boolean => subjectOf({ type }) === 'stocktake';
