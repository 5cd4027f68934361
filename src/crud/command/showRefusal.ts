import { closeToast, type makeRefusalToast } from '#ui/feedback/toasts.ts';

/** How long the toast of a refusal stays that a field shows too, in ms: the documents' time (SHELL-35). */
const AT_FIELD_MS = 6_000;

/**
 * Shows a refusal as the documents want it (ERR-01). `of`: the record or the call that it is about. `atField`: a field shows the text too, so the toast need
 * not stay to be read (decision 1350).
 */
export function showRefusal(
  refusal: ReturnType<typeof makeRefusalToast>,
  text: string,
  of: string,
  atField: boolean,
): void {
  const id = refusal.show(text, of);
  if (atField) setTimeout(() => closeToast(id), AT_FIELD_MS);
}
