import * as v from 'valibot';
import type { CallContext } from '../callContext.ts';

/** Returns the data of an answer. If the site checks answers, one that violates its contract is a fault (500). */
export function checked({ shared, handler }: CallContext, data: unknown): unknown {
  if (!shared.config.checkAnswers) return data;
  const result = v.safeParse(handler.call.output, data);
  if (!result.success) {
    const issue = result.issues[0];
    throw new Error(
      `The answer of ${handler.call.path} breaks its contract at ${v.getDotPath(issue) ?? ''}: ${issue.message}`,
    );
  }
  return data;
}
