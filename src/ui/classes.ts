/** Joins class names, leaving out what is not set. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** The head of a list: search, filters, what else concerns it, with their fields on one line. On a phone each row of them is filled. */
export const FILTER_BAR = 'flex flex-wrap items-end gap-3 border-b p-3 max-sm:*:grow sm:px-5';
