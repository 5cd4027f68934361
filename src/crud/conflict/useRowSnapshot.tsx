/**
 * Snapshots of rows that a person edits: typed values belong to the row version that the person saw, even if a newer row is loaded meanwhile (B12.5,
 * B12.6).
 */
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { fieldInFocus } from '#ui/fields/focus.ts';

/** A 409 response: its sentence, and the current row of the server. */
export interface Conflicted<Row> {
  message: string;
  current: Row;
}

/** Handles a conflict of a row of any type; the code that sent the write knows the type. */
export type TellConflict = (found: Conflicted<never>) => void;

export interface RowSnapshot<Row> {
  /** The row as it was when the dialog opened. Typed values are compared with it, and its version is sent. */
  row: Row;
  /** Set when somebody else changed the row meanwhile: a ConflictDialog shows it. */
  conflict: Conflicted<NonNullable<Row>> | null;
  setConflict: (conflict: Conflicted<NonNullable<Row>> | null) => void;
}

/** For a dialog over one row: keeps the row that the dialog opened with, so that a colleague's change never counts as an edit of mine. */
export function useRowSnapshot<Row>(live: Row): RowSnapshot<Row> {
  const [row] = useState(live);
  const [conflict, setConflict] = useState<Conflicted<NonNullable<Row>> | null>(null);
  return { row, conflict, setConflict };
}

interface EditedRow<Row> {
  row: Row;
  /** Grows each time `row` is replaced; used as the form's key, so that the form starts again. */
  turn: number;
  /** The row on the server, if it is newer than `row` and the form has unsaved edits. */
  newer: Row | null;
  onDirty: (dirty: boolean) => void;
  /** Replaces `row` and discards the unsaved edits. */
  rebase: (row: Row) => void;
}

interface Props<Row> {
  live: Row;
  children: (held: EditedRow<Row>) => ReactNode;
}

const versionOf = (row: unknown) => (row as { version: number } | null)?.version ?? 0;
/** A linked record changed (a hub's manager, for example): the version is the same, but the row is not. */
const modifiedOf = (row: unknown) => (row as { modified: number } | null)?.modified ?? 0;

/** For a form that stays open: the row stays the same while the form has unsaved edits; without edits it follows the server. */
export function EditSnapshot<Row>({ live, children }: Props<Row>) {
  const [base, setBase] = useState({ row: live, turn: 0 });
  const [dirty, setDirty] = useState(false);
  // Keeps the focus in its field when the form is mounted again with the new row.
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
 * For the form inside an {@link EditSnapshot}. It calls `tell` after each change with whether the form has unsaved edits. So a snapshot that a save
 * released is held again when the person types on. It returns a function to call with the sent values once they are stored. The snapshot is then
 * released, unless the person has typed on: the next read holds those values.
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
