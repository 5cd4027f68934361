/** Who else counts a transfer, as the server's lines say it. */
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { plural } from '#domain/plural.ts';

export interface Counters {
  /** The name of the other person who entered the figure of a product last. */
  byProduct: ReadonlyMap<string, string>;
  /** "Zainab Bello counted 3 lines"; '': nobody else counted. */
  words: string;
}

type Item = Pick<PurchaseOrderItem, 'product_id' | 'quantity_accepted' | 'version' | 'modified_by'>;

/** `me`: the id of the person at this tablet. Who announced a line with its figure did not count it. */
export function countersOf(items: readonly Item[], me: string | undefined): Counters {
  const counted = items.flatMap(({ product_id, quantity_accepted, version, modified_by: by }) =>
    by && by._id !== me && quantity_accepted !== null && version > 1 ? [[product_id, by.name] as const] : [],
  );
  const [name, ...others] = new Set(counted.map((one) => one[1]));
  const who = name && others.length > 0 ? `${name} ${plural(others.length, 'and # other', 'and # others')}` : name;
  return {
    byProduct: new Map(counted),
    words: who ? `${who} ${plural(counted.length, 'counted # line', 'counted # lines')}` : '',
  };
}
