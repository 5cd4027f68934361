/**
 * Snapshots of rows that are being edited. What a person types belongs to the row and version that the person saw, whatever is read meanwhile (B12.5,
 * B12.6).
 */
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { fieldInFocus } from '#ui/fields/focus.ts';

/** A 409: its sentence and the server's current row. */
export interface Conflicted<Row> {
  message: string;
  current: Row;
}

/** Receives a conflict of any row. The caller knows the type of its row. */
export type TellConflict = (found: Conflicted<never>) => void;

export interface RowSnapshot<Row> {
  /** The row as it was when the dialog opened. Typed values are compared with it, and its version is sent. */
  row: Row;
  /** Set when another person changed the row meanwhile. Show a ConflictDialog for it. */
  conflict: Conflicted<NonNullable<Row>> | null;
  setConflict: (conflict: Conflicted<NonNullable<Row>> | null) => void;
}

/** For a dialog over one row. It keeps the row that the dialog opened with, so that a colleague's change never looks like the person's own. */
export function useRowSnapshot<Row>(live: Row): RowSnapshot<Row> {
  const [row] = useState(live);
  const [conflict, setConflict] = useState<Conflicted<NonNullable<Row>> | null>(null);
  return { row, conflict, setConflict };
}

interface EditedRow<Row> {
  row: Row;
  /** A key for the form. It changes when the form must restart with another row. */
  turn: number;
  /** The server's current row, if it is newer than `row` and the form has unsaved changes. */
  newer: Row | null;
  onDirty: (dirty: boolean) => void;
  /** Continues with this row and discards what was typed. */
  rebase: (row: Row) => void;
}

interface Props<Row> {
  live: Row;
  children: (held: EditedRow<Row>) => ReactNode;
}

const versionOf = (row: unknown) => (row as { version: number } | null)?.version ?? 0;
/** A link of the row changed, for example a hub's manager. The version stays then, but the row shows something else. */
const modifiedOf = (row: unknown) => (row as { modified: number } | null)?.modified ?? 0;

/** For a form that stays open. The row stays the same while the form has unsaved changes. Without changes it follows the server. */
export function EditSnapshot<Row>({ live, children }: Props<Row>) {
  const [base, setBase] = useState({ row: live, turn: 0 });
  const [dirty, setDirty] = useState(false);
  // When the form restarts, the focus returns to the field that had it.
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
 * For the form inside an {@link EditSnapshot}. It calls `tell` whenever the unsaved state changes. The returned function must be called with the sent
 * values once they are stored. The next read then replaces the row, unless the person has typed on.
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
