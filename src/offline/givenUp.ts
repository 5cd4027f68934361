/** Keys that a person gave up and that a restored server has to close again (closeAgain.ts), kept until it did. */
import { isSettledHere, type Op, type Past } from './op.ts';
import type { Tx } from './ports.ts';

export interface GivenUp {
  key: string;
  /** The server binds a key to whoever closes it, so only its own author does. */
  user_id: string;
}

export async function givenUp(tx: Tx): Promise<readonly GivenUp[]> {
  const kept = await tx.meta('given_up');
  return Array.isArray(kept) ? kept : [];
}

export const setGivenUp = (tx: Tx, all: readonly GivenUp[]): Promise<void> => tx.setMeta('given_up', all);

/**
 * Of ops that go without a word of the server about their own keys, with one that had it: a copy of them may be on its way, so they are closed at
 * the next pass, and count as sent if that copy came first. `every`: also those that no copy can be of, so that the server's record says who let
 * them go (rule 40).
 */
export async function closeSoon(tx: Tx, ops: readonly Op[], every = false): Promise<void> {
  const open = ops.filter((op) => every || !isSettledHere(op)).map(({ key, user_id }) => ({ key, user_id }));
  if (open.length > 0) await setGivenUp(tx, [...(await givenUp(tx)), ...open]);
}

/** A copy of it may be somewhere: it was sent at least once, or left this tablet in a file. */
export const mayHaveCopies = ({ op }: Past): boolean => op.attempts > 0 || op.copied === true;
