/** Writes changed and removed lines of one document, and asks about a line that another person changed meanwhile (B12.6). */
import { useState } from 'react';
import { invalidateAll } from '#client/reads/queries.ts';
import { type Command, type Refusals, useCommand } from '#crud/command/useCommand.ts';
import { type ChangedField, ConflictDialog, type FieldDifference } from '#crud/conflict/ConflictDialog.tsx';
import type { Conflicted } from '#crud/conflict/useRowSnapshot.tsx';
import { differencesIn } from '#crud/form/formValues.ts';
import { casesText } from '#domain/units.ts';
import { useIsMounted } from '#ui/hooks/useIsMounted.ts';
import type { LineFigures } from './lineFigures.ts';

/** A line as the server stores it. */
interface StoredLine extends LineFigures, ChangedField {
  version: number;
  product: { case_count: number };
}

/** What differs by document. `Change` is what a person types for a line; `Line` is the stored line, which holds the same fields. */
export interface LinePolicy<Line extends StoredLine & Change, Change extends LineFigures> {
  /** Label and text of each field that a conflict shows, always in the same order. `cases`: the text of a number of units. */
  wordsOf: (values: Change, cases: (units: number) => string) => readonly (readonly [label: string, text: string])[];
  /** Merges `mine` into `over`, the line as it is now. What does not differ from `seen`, the line as it was, keeps its value in `over`. */
  merge: (mine: Change, seen: Line, over: Line) => Change;
  /** Writes a change over the version of `over`. Resolves null when it was refused. */
  change: (send: Command['send'], change: Change, over: Line, on: Refusals) => Promise<unknown>;
  /** Removes a line over `version`. Resolves null when it was refused. */
  remove: (send: Command['send'], line: Line, version: number, on: Refusals) => Promise<unknown>;
}

/** A line that another person changed: as it was when typing began (`seen`), as it is now, and as it was typed. `mine` null: it was to be removed. */
interface ChangedLine<Line, Change> {
  message: string;
  seen: Line;
  current: Line;
  mine: Change | null;
}

/**
 * The writes of the lines of one screen or dialog. `question` asks about a line that another person changed; it must be rendered. `onDone` closes the
 * dialog of that line: it was written, or the other person's values were taken.
 */
export function useLineWrites<Line extends StoredLine & Change, Change extends LineFigures>(
  policy: LinePolicy<Line, Change>,
  onDone: () => void,
) {
  const { busy, send, refused, retyped } = useCommand();
  const here = useIsMounted();
  const [changed, setChanged] = useState<ChangedLine<Line, Change> | null>(null);
  /** Resolves true when the server has stored the change. Otherwise the typed values are still needed. */
  const write = async (seen: Line, mine: Change | null, over = seen): Promise<boolean> => {
    let hasConflict = false;
    const on = {
      conflict: ({ message, current }: Conflicted<Line>) => {
        hasConflict = true;
        setChanged({ message, seen, current, mine });
      },
    };
    const stored =
      mine === null
        ? await policy.remove(send, seen, over.version, on)
        : await policy.change(send, over === seen ? mine : policy.merge(mine, seen, over), over, on);
    // After a refusal the lines are shown as they are now: another person may have removed this one.
    if (stored === null && !hasConflict && here.current) void invalidateAll();
    return stored !== null;
  };
  const close = () => setChanged(null);
  const question = changed && (
    <ConflictDialog
      message={changed.message}
      theirs={changed.current}
      differences={differencesOf(policy, changed)}
      busy={busy}
      onMine={() => {
        close();
        // If the write is refused, the line's dialog stays open with what was typed.
        void write(changed.seen, changed.mine, changed.current).then((stored) => stored && onDone());
      }}
      onTheirs={() => {
        close();
        onDone();
      }}
      onClose={close}
    />
  );
  return {
    busy,
    send,
    refused,
    retyped,
    change: (line: Line, mine: Change) => write(line, mine),
    remove: (line: Line) => write(line, null),
    question,
  };
}

/** The differences of a line field by field, in cases and naira. */
function differencesOf<Line extends StoredLine & Change, Change extends LineFigures>(
  { wordsOf, merge }: LinePolicy<Line, Change>,
  { seen, current, mine }: ChangedLine<Line, Change>,
): FieldDifference[] {
  const cases = (units: number) => casesText(units, current.product.case_count);
  if (!mine) return [{ label: 'Product', mine: 'Removed', theirs: `${cases(current.quantity)}, changed`, typed: true }];
  // A changed amount is shown as it would be written: it follows from the merged quantity and price.
  const shown = mine.amount === seen.amount ? mine : { ...mine, amount: merge(mine, seen, current).amount };
  return differencesIn<Change>((values) => wordsOf(values, cases), shown, seen, current);
}
