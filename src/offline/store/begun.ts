/**
 * Transfers that a person began by one press and that have no line yet. They are kept on this tablet alone: a slip of the finger makes no record. The first
 * line writes the creation with it, in one transaction (SYNC rule 17).
 */

import { isLocal, type TransferHeader } from '../outbox/op.ts';
import type { Tx } from './ports.ts';

export interface Begun {
  /** The transfer's local id. */
  transfer: string;
  user_id: string;
  header: TransferHeader;
}

/** The name of the record in `meta`. */
export const BEGUN = 'begun';
/** The most that are kept, of all persons: older ones were forgotten by everybody. */
const MOST = 40;

export const begunIn = async (tx: Tx): Promise<Begun[]> => ((await tx.meta(BEGUN)) as Begun[] | undefined) ?? [];

/** Keeps what a person began. The same parties again are the same transfer, with the newer date. Gives its local id. */
export async function keepBegun(tx: Tx, one: Begun): Promise<string> {
  const all = await begunIn(tx);
  const known = all.find((other) => other.user_id === one.user_id && isBetweenSame(other.header, one.header));
  const kept = { ...one, transfer: known?.transfer ?? one.transfer };
  await tx.setMeta(BEGUN, [kept, ...all.filter((other) => other !== known)].slice(0, MOST));
  return kept.transfer;
}

const isBetweenSame = (a: TransferHeader, b: TransferHeader) =>
  a.source_type === b.source_type &&
  a.source === b.source &&
  a.destination_type === b.destination_type &&
  a.destination === b.destination;

/** Takes out what this person began under this id; null: it is not one of those. */
export async function takeBegun(tx: Tx, transfer: string, userId: string): Promise<TransferHeader | null> {
  if (!isLocal(transfer)) return null;
  const all = await begunIn(tx);
  const found = all.find((one) => one.transfer === transfer && one.user_id === userId);
  if (!found) return null;
  await tx.setMeta(
    BEGUN,
    all.filter((one) => one !== found),
  );
  return found.header;
}
