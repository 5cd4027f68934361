/**
 * The form fields of the queued changes of a stocktake (SYNC section 12). The tablet and the server's import of an exported queue share them: a body that
 * differs in one field has another fingerprint, so the server would not recognise its key.
 */
import { clientUuid } from '../purchasing/changeFields.ts';

/** The values that open a stocktake. */
export interface OpenValues {
  warehouse_id: string;
  scope: string;
  scope_id: string | null;
  product_ids: readonly string[];
  blind: boolean;
  note: string;
}

/** One figure of a person. */
export interface CountValues {
  product_id: string;
  place: string;
  round: number;
  quantity: number;
  counted_at: number;
  /** domain/lots.ts; '' or absent: none. */
  lots?: string | undefined;
}

/** `again`: the client id of a further opening in the same lane; undefined for the first one, whose client id is the lane's. */
export function openFields(
  { warehouse_id, scope, scope_id, product_ids, blind, note }: OpenValues,
  stocktake: string,
  again?: string,
) {
  const client_id = again ?? clientUuid(stocktake);
  return { warehouse_id, scope, scope_id: scope_id ?? '', product_ids: [...product_ids], blind, note, client_id };
}

/** A row of `stocktake/count`, without the stocktake. A figure without lots has the body that it had before there were lots. */
export function countFields({ product_id, place, round, quantity, counted_at, lots }: CountValues) {
  return { product_id, place, round, quantity, counted_at, ...(lots ? { lots } : {}) };
}
