/** The rules of deposits, shared by the dialog and the server (B6.5). */

/** The largest deposit in kobo, positive or negative: 999,999,999.99 naira. */
export const MAX_DEPOSIT = 99_999_999_999;
const CORRECTION_WORDS = 10;

/** Returns error texts by field; the result is empty if the deposit may be posted. `value` is in kobo. */
export function depositErrors(deposit: { value: number; description: string }): Record<string, string> {
  if (deposit.value === 0) return { value: 'Value must not be 0.' };
  if (Math.abs(deposit.value) > MAX_DEPOSIT) return { value: 'Value is too large.' };
  if (deposit.value < 0 && deposit.description.trim().length < CORRECTION_WORDS)
    return { description: `Description must be at least ${CORRECTION_WORDS} characters.` };
  return {};
}
