import type { HomeFigure } from '#contract/home/homeCalls.ts';

/** A figure of a home; its unset fields are null. */
export const figure = (name: HomeFigure['name'], known: Partial<HomeFigure>): HomeFigure => ({
  name,
  count: null,
  amount: null,
  of: null,
  yesterday: null,
  since: null,
  days: [],
  ...known,
});
