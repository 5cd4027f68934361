/** Which confirmations that wait the server will refuse, as far as this tablet knows (`ahead.ts`): such a one moves nothing, so no stock is reckoned with it. */
import { useMemo, useSyncExternalStore } from 'react';
import type { Op } from '#offline/outbox/op.ts';

let expected: ReadonlySet<string> = new Set();
const told = new Set<() => void>();

/** `keys`: of the confirmations that are expected to be refused. */
export function expectRefusalOf(keys: readonly string[]): void {
  if (keys.length === expected.size && keys.every((key) => expected.has(key))) return;
  expected = new Set(keys);
  for (const tell of told) tell();
}

const subscribe = (tell: () => void) => {
  told.add(tell);
  return () => void told.delete(tell);
};

/** The ops without the confirmations that are expected to be refused. */
export const without = (ops: Op[], refused: ReadonlySet<string>): Op[] =>
  ops.some((op) => refused.has(op.key)) ? ops.filter((op) => !refused.has(op.key)) : ops;

/** `ops` as they will move goods. */
export function useOpsThatMove(ops: Op[]): Op[] {
  const refused = useSyncExternalStore(subscribe, () => expected);
  return useMemo(() => without(ops, refused), [ops, refused]);
}

/** Whether `op`, a confirmation that waits, is expected to be refused. */
export function useIsRefusalExpected(op: Op | null): boolean {
  const refused = useSyncExternalStore(subscribe, () => expected);
  return op !== null && refused.has(op.key);
}
