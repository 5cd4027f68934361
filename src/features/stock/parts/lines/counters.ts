/** Says who else counts a transfer, from the server's lines. */
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { plural } from '#domain/plural.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import type { FinishedOp, TransferLine } from '#offline/outbox/op.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';

export interface Counters {
  /** The name of the other person who entered the figure of a product last. */
  byProduct: ReadonlyMap<string, string>;
  /** "Zainab Bello counted 3 lines", or "entered" if nothing was expected. '' if nobody else did. */
  words: string;
}

type Item = Pick<PurchaseOrderItem, 'product_id' | 'quantity_accepted' | 'version' | 'modified_by'>;

/**
 * `me`: the id of the person at this tablet. `isCount`: lines were announced. A person who announced a line with its figure did not count that line.
 * Without announced lines each line with a figure was entered, even the first time.
 */
export function countersOf(items: readonly Item[], me: string | undefined, isCount: boolean): Counters {
  const counted = items.flatMap(({ product_id, quantity_accepted, version, modified_by: by }) =>
    by && by._id !== me && quantity_accepted !== null && (version > 1 || !isCount)
      ? [[product_id, by.name] as const]
      : [],
  );
  const [name, ...others] = new Set(counted.map((one) => one[1]));
  const who = name && others.length > 0 ? `${name} ${plural(others.length, 'and # other', 'and # others')}` : name;
  return {
    byProduct: new Map(counted),
    words: who
      ? `${who} ${isCount ? plural(counted.length, 'counted # line', 'counted # lines') : plural(counted.length, 'entered # line', 'entered # lines')}`
      : '',
  };
}

/**
 * The lines whose figure this person had entered and another person replaced, as sentences by product id: "You entered 12 cases, Zainab Bello 9
 * cases.". `past`: the finished changes of this tablet.
 */
export function replacedBy(
  { transfer, lines }: Pick<TransferView, 'transfer' | 'lines'>,
  { byProduct }: Counters,
  past: readonly FinishedOp[],
  me: string | undefined,
): ReadonlyMap<string, string> {
  const own = new Map<string, TransferLine>();
  for (const { op } of past.toSorted((a, b) => a.op.seq - b.op.seq))
    if (op.transfer === transfer && op.user_id === me && op.type === 'upsert' && op.state === 'done')
      own.set((op.payload as TransferLine).product_id, op.payload as TransferLine);
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const by = byProduct.get(line.product_id);
      const mine = own.get(line.product_id);
      // In any other state the line has a newer figure of this tablet.
      if (by === undefined || !mine || line.state !== 'sent' || line.quantity_accepted === null) return [];
      if (movedQuantity(mine) === movedQuantity(line) || mine.about?.opens === true) return [];
      const size = (of: TransferLine | typeof line) => casesText(movedQuantity(of), line.case_count);
      return [[line.product_id, `You entered ${size(mine)}, ${by} ${size(line)}.`]];
    }),
  );
}
