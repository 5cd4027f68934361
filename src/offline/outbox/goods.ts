/** What a change of the queue moves once the server says yes: a confirmation the confirmed lines, a reversal the lines of its receipt back. */
import { type Confirmed, isKnown, type Op, type Past, type ReversePayload } from './op.ts';

/** undefined: the op moves nothing, or a confirmation of an older release does not say what. */
export function goodsOf(op: Op | undefined): Confirmed | undefined {
  if (!op || !isKnown(op)) return undefined;
  if (op.type === 'execute') return (op as Op<'execute'>).payload.confirmed;
  if (op.type === 'take') return (op as Op<'take'>).payload.about.goods;
  return op.type === 'reverse' ? (op.payload as ReversePayload).about.goods : undefined;
}

/** What the server said of a reversal that it took. `asked`: it waits for an approval, so nothing moved. */
export function reversalSaid(past: Past): { status: 'asked' | 'done'; ref: string | null } {
  const { data } = (past.answer ?? {}) as { data?: { status?: unknown; order?: { ref?: unknown } | null } | null };
  const ref = data?.order?.ref;
  return { status: data?.status === 'asked' ? 'asked' : 'done', ref: typeof ref === 'string' ? ref : null };
}

/** What a finished op moved: nothing where a reversal waits for an approval. */
export function goodsMoved(past: Past): Confirmed | undefined {
  if (past.op.state !== 'done' || (past.op.type === 'reverse' && reversalSaid(past).status === 'asked'))
    return undefined;
  // The giver's half or the taker's moved the goods: nobody here knows which, and the next reading tells.
  return past.op.type === 'take' ? undefined : goodsOf(past.op);
}
