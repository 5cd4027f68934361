/** A link between two records: one per pair, switched on and off by its status (API.md 4.7, 4.8, 4.10). */
import type * as v from 'valibot';
import { type Field, id, status } from './fields.ts';
import type { Gate, Needs } from './gate.ts';
import { type Generic, type Model, model } from './model.ts';

type IdField = Field<string, string, true, false>;
type LinkFields<A extends string, B extends string> = Record<A | B, IdField> & { status: ReturnType<typeof status> };

interface Options<X> {
  label: string;
  needs: Needs;
  reads?: Gate;
  /** Further response fields of a row, about the other side. */
  extra: X;
  bulk?: boolean;
}

const SINGLE: readonly Generic[] = ['create', 'update', 'set_status'];
const BULK: readonly Generic[] = ['create_bulk', 'update_bulk'];

/**
 * Declares a link model, e.g. `link('seller_manufacturer', 'seller_id', ['manufacturer_id', 'Manufacturer'], ...)`. Rows are read by the first side.
 * Creating a pair that exists sets its status and returns its id.
 */
// @__NO_SIDE_EFFECTS__
export function link<N extends string, A extends string, B extends string, X extends Record<string, v.GenericSchema>>(
  name: N,
  [from, fromLabel]: readonly [A, string],
  [to, toLabel]: readonly [B, string],
  { label, needs, reads, extra, bulk = true }: Options<X>,
): Model<N, LinkFields<A, B>, X> {
  return model(
    name,
    {
      [from]: id(fromLabel, { missing: `${fromLabel} field is required.` }),
      [to]: id(toLabel, { missing: `${toLabel} field is required.` }),
      status: status(),
    } as LinkFields<A, B>,
    {
      label,
      needs,
      ...(reads ? { reads } : {}),
      extra,
      generic: bulk ? [...SINGLE, ...BULK] : SINGLE,
      readBy: [from],
      search: [to],
      locked: [from, to],
    },
  );
}
