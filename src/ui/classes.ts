/** Joins class names; empty, false and missing ones are left out. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** The head of a list: search, filters and related fields, on one line. On a phone the fields fill each row. */
export const FILTER_BAR = 'flex flex-wrap items-end gap-3 border-b p-3 max-sm:*:grow sm:px-5';
