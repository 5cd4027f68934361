import { type Field, list, optional } from './fields.ts';

/** A filter: sent as `name[]` or as `name=a,b`, any of which a row may have (API.md 1.5). One value is a list of one. */
export function anyOf<In, Out>(inner: Field<In, Out, boolean, false>): Field<In, Out, false, true> {
  return { ...optional(list(inner)), commas: true };
}
