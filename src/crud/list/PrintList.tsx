/** The printing of a list: every row that the filters show, however many pages they are on the screen (decision 1176). */
import { useEffect, useMemo, useState } from 'react';
import { MAX_PER_PAGE } from '#domain/limits.ts';
import { Button } from '#ui/Button.tsx';
import { usePrintKey } from '#ui/hooks/usePrintKey.ts';
import { NOTHING_TO_PRINT, whenReady } from '#ui/whenReady.ts';
import { useContact } from '../query/useSession.ts';
import type { ListControl } from './useListState.ts';

/** A list that can be one page of all its rows for the time of a print. */
export interface PrintedControl extends ListControl {
  /** true: the state asks for all rows, up to MAX_PER_PAGE. */
  isWhole: boolean;
  setWhole: (on: boolean) => void;
}

/** The state of the rows on the screen. */
export interface RowsState {
  data: unknown;
  isPending: boolean;
  isPlaceholderData: boolean;
}

export function usePrintedList(control: ListControl): PrintedControl {
  const [isWhole, setWhole] = useState(false);
  return useMemo(() => {
    if (!isWhole) return { ...control, isWhole, setWhole };
    const all = { page: 1, per_page: MAX_PER_PAGE };
    return {
      ...control,
      state: { ...control.state, ...all },
      turning: { ...control.turning, paging: all },
      isWhole,
      setWhole,
    };
  }, [control, isWhole]);
}

/** What ends a print: the browser's own event, or, where a browser has none, the next act of the person. */
const ENDS = ['afterprint', 'pointerdown', 'keydown'] as const;

/**
 * "Print", and Ctrl or Cmd + P: the rows of other pages are read first. Without a connection, and where they cannot be read, the rows on the screen are printed; the
 * paper says which of how many they are.
 */
export function PrintButton({
  control: { isWhole, setWhole, turning },
  count,
  of: { data, isPending, isPlaceholderData },
}: {
  control: PrintedControl;
  count: number | undefined;
  of: RowsState;
}) {
  const { online } = useContact();
  const { per_page, together = 1 } = turning.paging;
  const isAll = (count ?? 0) <= per_page * together;
  const isThere = data !== undefined && !isPlaceholderData;
  const isLost = data === undefined && !isPending;
  /** The other rows were not there to be read. */
  const [isShort, setShort] = useState(false);
  useEffect(() => {
    if (isWhole && isLost) {
      setShort(true);
      setWhole(false);
    }
    if (!isWhole && isShort && isThere) {
      setShort(false);
      setTimeout(() => window.print());
    }
    if (!isWhole || !isThere) return;
    const end = () => setWhole(false);
    for (const name of ENDS) window.addEventListener(name, end);
    // A task of its own, because the print stops this one until the person answers.
    const timer = setTimeout(() => window.print());
    return () => {
      clearTimeout(timer);
      for (const name of ENDS) window.removeEventListener(name, end);
    };
  }, [isWhole, isThere, isLost, isShort, setWhole]);
  const mayReadAll = !isAll && online;
  // A list of one page is printed by the browser itself, and so is a dialog over a list.
  usePrintKey(() => {
    if (!(mayReadAll || isWhole) || document.querySelector('[data-panel], [data-sheet]')) return false;
    setWhole(true);
    return true;
  });
  return (
    <Button
      icon="print"
      aria-busy={isWhole || undefined}
      {...whenReady(!count && NOTHING_TO_PRINT, () => (mayReadAll ? setWhole(true) : window.print()))}
    >
      Print
    </Button>
  );
}
