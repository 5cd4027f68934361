/** The goods that an op moves when the server accepts it: a confirmation moves its lines; a reversal moves the lines of its receipt back. */
import { type Confirmed, type FinishedOp, isKnown, type Op, type ReversePayload } from './op.ts';

/** undefined: the op moves no goods, or it is a confirmation of an older release, which does not list them. */
export function goodsOf(op: Op | undefined): Confirmed | undefined {
  if (!op || !isKnown(op)) return undefined;
  if (op.type === 'execute') return (op as Op<'execute'>).payload.confirmed;
  if (op.type === 'take') return (op as Op<'take'>).payload.about.goods;
  return op.type === 'reverse' ? (op.payload as ReversePayload).about.goods : undefined;
}

/** The server's answer to an accepted reversal. `asked`: the reversal waits for approval, so no goods moved. */
export function reversalAnswer(past: FinishedOp): { status: 'asked' | 'done'; ref: string | null } {
  const { data } = (past.answer ?? {}) as { data?: { status?: unknown; order?: { ref?: unknown } | null } | null };
  const ref = data?.order?.ref;
  return { status: data?.status === 'asked' ? 'asked' : 'done', ref: typeof ref === 'string' ? ref : null };
}

/** The goods that a finished op moved. A reversal that waits for approval moved none. */
export function goodsMoved(past: FinishedOp): Confirmed | undefined {
  if (past.op.state !== 'done' || (past.op.type === 'reverse' && reversalAnswer(past).status === 'asked'))
    return undefined;
  // Either half may have moved the goods. This tablet does not know which; the next read of the stock shows it.
  return past.op.type === 'take' ? undefined : goodsOf(past.op);
}
