/** The input of a call, validated by its contract. */
import type { Params } from '#contract/form.ts';
import { readInput } from '#contract/read.ts';
import type { Handler } from './handler.ts';
import { notReadable } from './refusal.ts';

/** Throws Refusal 422 with a text per field. */
export function checkedInput({ call }: Handler, params: Params): Record<string, unknown> {
  return checked(call, call.input, params);
}

/** The input of one row of a bulk call that is worked alone. Throws as {@link checkedInput}. */
export function checkedRow({ call }: Handler, params: Params): Record<string, unknown> {
  return checked(call, { ...call.input, ...(call.row ?? {}) }, params);
}

function checked(call: Handler['call'], fields: Handler['call']['input'], params: Params): Record<string, unknown> {
  const read = readInput(fields, params, call);
  if (read.ok) return read.input;
  throw notReadable(read, params);
}
