/** Reads the fields of a request by the call's schema. Throws the refusal of `notReadable`, with a text per field, if they do not fit. */
import type { Params } from '#contract/form.ts';
import { readInput } from '#contract/read.ts';
import type { Handler } from './handler.ts';
import { notReadable } from './refusal.ts';

export function checkedInput(answer: Handler, params: Params): Record<string, unknown> {
  const read = readInput(answer.call.input, params, answer.call);
  if (read.ok) return read.input;
  throw notReadable(read, params);
}
