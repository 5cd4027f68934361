/** The rules of deposits (B6.5), shared by the dialog and the server. */

/** The largest deposit or correction, 999,999,999.99 naira, in kobo. */
export const MAX_DEPOSIT = 99_999_999_999;
const CORRECTION_WORDS = 10;

/** The messages by field; empty when the deposit may be posted. `value` in kobo. */
export function depositErrors(deposit: { value: number; description: string }): Record<string, string> {
  if (deposit.value === 0) return { value: 'Value must not be 0.' };
  if (Math.abs(deposit.value) > MAX_DEPOSIT) return { value: 'Value is too large.' };
  if (deposit.value < 0 && deposit.description.trim().length < CORRECTION_WORDS)
    return { description: `Description must be at least ${CORRECTION_WORDS} characters.` };
  return {};
}
