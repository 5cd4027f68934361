/** Rows that are being typed over (B12.5, B12.6): what was typed belongs to the row and version that was seen, whatever is read meanwhile. */
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { fieldInFocus } from '#ui/fields/focus.ts';

/** What a 409 said: its sentence, and the row as the server has it now. */
export interface Conflicted<Row> {
  message: string;
  current: Row;
}

/** Takes a conflict of any row: whoever asked knows which row it is. */
export type TellConflict = (found: Conflicted<never>) => void;

export interface RowSnapshot<Row> {
  /** The row as it was when the dialog opened: typed values are compared with it, and its version is sent. */
  row: Row;
  /** Somebody else changed it meanwhile: the question to ask, with a ConflictDialog. */
  conflict: Conflicted<NonNullable<Row>> | null;
  setConflict: (conflict: Conflicted<NonNullable<Row>> | null) => void;
}

/** For a dialog over one row: it keeps the row it opened with. A colleague's change must never look like one of mine. */
export function useRowSnapshot<Row>(live: Row): RowSnapshot<Row> {
  const [row] = useState(live);
  const [conflict, setConflict] = useState<Conflicted<NonNullable<Row>> | null>(null);
  return { row, conflict, setConflict };
}

interface EditedRow<Row> {
  row: Row;
  /** Another row than before: a key for the form, so that it begins anew. */
  turn: number;
  /** What the server holds by now, when that is newer than `row` and something was typed over it. */
  newer: Row | null;
  onDirty: (dirty: boolean) => void;
  /** Goes on with this row: what was typed is given up. */
  rebase: (row: Row) => void;
}

interface Props<Row> {
  live: Row;
  children: (held: EditedRow<Row>) => ReactNode;
}

const versionOf = (row: unknown) => (row as { version: number } | null)?.version ?? 0;
/** A link record of it changed (a hub's manager): the same version, but not the same row. */
const modifiedOf = (row: unknown) => (row as { modified: number } | null)?.modified ?? 0;

/** For a form that stays: the row stays the same while something is typed over it; untouched, it follows the server. */
export function EditSnapshot<Row>({ live, children }: Props<Row>) {
  const [base, setBase] = useState({ row: live, turn: 0 });
  const [dirty, setDirty] = useState(false);
  // Who stands in a field and is about to type goes on in it, when the form begins anew under his hands.
  const again = useRef<(() => void) | null>(null);
  useLayoutEffect(() => {
    again.current?.();
    again.current = null;
  });
  const isNewer = versionOf(live) > versionOf(base.row);
  const take = (row: Row) => {
    setDirty(false);
    setBase(({ turn }) => ({ row, turn: turn + 1 }));
  };
  if ((isNewer || modifiedOf(live) > modifiedOf(base.row)) && !dirty) {
    again.current = fieldInFocus();
    take(live);
  }
  return children({ ...base, newer: isNewer && dirty ? live : null, onDirty: setDirty, rebase: take });
}

/**
 * For the form inside a {@link EditSnapshot}: `tell`s with every key whether something is typed over the row, so that a hold that was let go after a
 * save is taken again by what is typed next. Gives what to call with the sent values once they are stored: what comes with the next read is
 * what was typed here, and nothing is held back any more, unless somebody typed on.
 */
export function useSnapshotDirty<Values>(
  values: Values,
  dirty: boolean,
  tell: (typed: boolean) => void,
): (sent: Values) => void {
  const shown = useRef(values);
  useEffect(() => {
    shown.current = values;
    tell(dirty);
  }, [values, dirty, tell]);
  return (sent) => {
    if (shown.current === sent) tell(false);
  };
}
