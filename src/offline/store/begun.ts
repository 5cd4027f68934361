/**
 * Stores transfers that a person began by one press and that have no line yet. They exist only on this tablet, so that an accidental press creates no record.
 * The first line writes the create with it, in one transaction (SYNC rule 17).
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
/** The most stored begun transfers of all persons. Older ones are dropped. */
const MOST = 40;

/** The begun transfers without a saved line on this tablet, of all users, the newest first. */
export const begunIn = async (tx: Tx): Promise<Begun[]> => ((await tx.meta(BEGUN)) as Begun[] | undefined) ?? [];

/** Stores a begun transfer. The same parties give the same transfer, with the newer date. Returns its local id. */
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

/** Removes and returns the transfer that this person began under this id; null: there is no such transfer. */
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
