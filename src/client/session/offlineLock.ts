/**
 * The offline lock (B10.11, SYNC rule 42): a stored identity may view screens for 12 h after its last use in the foreground. Then this tablet asks
 * for the password and checks it against a verifier made at sign-in. The lock only prevents viewing: the queue is neither read nor changed.
 */
/** How long a stored identity may view screens after its last use, seconds. */
export const USABLE = 12 * 3_600;

/** true: the screens are locked. A clock that was set back only lengthens viewing (rule 42). Epoch seconds. */
export function isLocked(lastUsed: number, now: number): boolean {
  return now - lastUsed > USABLE;
}
