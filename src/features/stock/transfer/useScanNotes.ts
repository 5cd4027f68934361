/** The scan notes of the shown transfer, which are stored on this tablet. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { isBeingCounted } from '#domain/receiving.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import {
  type CountedUnnoted,
  changeNotes,
  notToCount,
  type ParkedCode,
  type ScanNotes,
  stillParked,
  watchNotes,
  withoutCounted,
} from '#offline/outbox/scanNotes.ts';
import { theQueue } from '#offline/queue.ts';

const NONE_COUNTED: CountedUnnoted = new Map();

export interface KeptNotes {
  /** Null until the notes are read. */
  notes: ScanNotes | null;
  /** Resolves when the changed notes are on disk. */
  change(make: (now: ScanNotes) => ScanNotes): Promise<void>;
  /** Remembers that the scans of this code are counted although their note could not be written. */
  countedUnnoted(code: ParkedCode): void;
}

export function useScanNotes(transfer: string): KeptNotes {
  const [noted, setNotes] = useState<ScanNotes | null>(null);
  const [counted, setCounted] = useState(NONE_COUNTED);
  const notes = useMemo(() => noted && withoutCounted(noted, counted), [noted, counted]);
  useEffect(() => {
    setCounted(NONE_COUNTED);
    return watchNotes(theQueue().store, transfer, (now) => {
      setNotes(now);
      setCounted((before) => stillParked(before, now));
    });
  }, [transfer]);
  const change = useCallback(
    (make: (now: ScanNotes) => ScanNotes) => changeNotes(theQueue().store.db, transfer, make, Date.now()),
    [transfer],
  );
  const countedUnnoted = useCallback((code: ParkedCode) => setCounted((before) => notToCount(before, code)), []);
  return { notes, change, countedUnnoted };
}

/** True while scans and the form count received goods. */
export function useCounting({ notes, change }: KeptNotes, lines: readonly LineView[]): boolean {
  const open = isBeingCounted(lines);
  useEffect(() => {
    // The mode is stored, so that it does not change when the last line is counted.
    if (notes && notes.counting === null && open) void change((now) => ({ ...now, counting: now.counting ?? true }));
  }, [notes, open, change]);
  return notes?.counting ?? open;
}
