/** What another tab or the worker sent makes the reads of this page stale (SYNC rule 6); what it sent itself is marked by its own pass. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { crossTab } from '#offline/drain/crossTab.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function page() {
  const stale = vi.fn();
  const own = { sending: false };
  return { stale, own, ...crossTab(stale, () => own.sending) };
}

test('what was sent before this page looked is no news, nor is a look that finds the same, nor a store that holds nothing', {
  tags: ['SYNC-06'],
}, () => {
  const t = page();
  for (const at of [5, 5, null, null]) {
    t.saw(at);
    vi.advanceTimersByTime(5_000);
  }
  expect(t.stale).not.toHaveBeenCalled();
});

test('another tab sends in many batches: told once, when it is quiet', { tags: ['SYNC-06'] }, () => {
  const t = page();
  t.saw(null);
  for (let at = 1; at <= 8; at += 1) {
    t.saw(at);
    vi.advanceTimersByTime(500);
  }
  expect(t.stale).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  expect(t.stale).toHaveBeenCalledTimes(1);
  t.saw(9);
  vi.advanceTimersByTime(1_000);
  expect(t.stale).toHaveBeenCalledTimes(2);
});

test('this page sends: its own pass marks, also where the store tells before or after; what was sent elsewhere is told after a pass that sent nothing', {
  tags: ['SYNC-06'],
}, () => {
  const t = page();
  t.saw(1);
  t.own.sending = true;
  t.saw(2);
  vi.advanceTimersByTime(3_000);
  t.own.sending = false;
  t.marked(3);
  t.saw(3);
  vi.advanceTimersByTime(3_000);
  expect(t.stale).not.toHaveBeenCalled();
  t.own.sending = true;
  t.saw(4);
  vi.advanceTimersByTime(3_000);
  expect(t.stale).not.toHaveBeenCalled();
  t.own.sending = false;
  vi.advanceTimersByTime(1_000);
  expect(t.stale).toHaveBeenCalledTimes(1);
});
