/** Returns the input of a call, validated by its contract. Throws Refusal 422 with a text per field. */
import type { Params } from '#contract/form.ts';
import { readInput } from '#contract/read.ts';
import type { Handler } from './handler.ts';
import { notReadable } from './refusal.ts';

export function checkedInput(answer: Handler, params: Params): Record<string, unknown> {
  const read = readInput(answer.call.input, params, answer.call);
  if (read.ok) return read.input;
  throw notReadable(read, params);
}
