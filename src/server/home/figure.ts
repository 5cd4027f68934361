import type { Figure } from '#contract/home/homeCalls.ts';

/** A figure of a home with all that it does not have as null. */
export const figure = (name: Figure['name'], known: Partial<Figure>): Figure => ({
  name,
  count: null,
  amount: null,
  of: null,
  yesterday: null,
  since: null,
  days: [],
  ...known,
});
