import { expect, test, vi } from 'vitest';
import { whenReady } from '#ui/whenReady.ts';

test('a button that lacks something counts as disabled, and its press does not act', () => {
  const act = vi.fn();
  const lacking = whenReady('There is nothing to print yet.', act);
  expect(lacking.waits).toBe(true);
  lacking.onClick();
  expect(act).not.toHaveBeenCalled();
  const ready = whenReady(false, act);
  expect(ready.waits).toBe(false);
  ready.onClick();
  expect(act).toHaveBeenCalledOnce();
});
