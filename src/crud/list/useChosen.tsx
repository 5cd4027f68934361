import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { plural } from '#domain/plural.ts';
import { useRootMark } from '#ui/hooks/useRootMark.ts';
import { type Column, NUMBER } from '#ui/tables/Table.tsx';
import { ExportButton, type Sheet } from '../export/ExportButton.tsx';

interface Props<Row> {
  /** The rows of the shown pages. */
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The name of a row, for who has its box read out. */
  nameOf: (row: Row) => string;
  /** The query of the list: its search and filters. Another query drops the choice, because the list may no longer show the chosen rows. */
  question: string;
}

export interface ChosenRows<Row> {
  /** Takes the place of the column of numbers. */
  column: Column<Row>;
  has: (row: Row) => boolean;
  rows: readonly Row[];
  clear: () => void;
}

/**
 * The rows that a person chose, over all pages of one question. A faint box stands before each number, and is full under the mouse and once something is
 * chosen; the whole cell presses it. Shift chooses up to there, `x` the row that has the focus, and Shift with an arrow the next one too (ui/tables/rowKeys.ts). A
 * finger has no boxes.
 */
export function useChosen<Row>({ rows, keyOf, nameOf, question }: Props<Row>): ChosenRows<Row> {
  const [kept, setKept] = useState<{ question: string; rows: ReadonlyMap<string, Row> }>({ question, rows: new Map() });
  const chosen: ReadonlyMap<string, Row> = kept.question === question ? kept.rows : new Map();
  const last = useRef<string | null>(null);
  // One key may press two boxes before the list renders, so each press counts from the one before.
  const choose = (some: readonly Row[], on: boolean) =>
    setKept((before) => {
      const next = new Map(before.question === question ? before.rows : []);
      for (const row of some) {
        if (on) next.set(keyOf(row), row);
        else next.delete(keyOf(row));
      }
      return { question, rows: next };
    });
  const press = (row: Row, on: boolean, isRange: boolean) => {
    const at = rows.findIndex((one) => keyOf(one) === keyOf(row));
    const from = isRange ? rows.findIndex((one) => keyOf(one) === last.current) : at;
    last.current = keyOf(row);
    choose(from < 0 ? [row] : rows.slice(Math.min(from, at), Math.max(from, at) + 1), on);
  };
  const isAll = rows.length > 0 && rows.every((row) => chosen.has(keyOf(row)));
  return {
    column: {
      ...NUMBER,
      title: (
        <span className="choose">
          <span>#</span>
          <Box
            label={isAll ? 'Choose none' : 'Choose all rows shown'}
            on={isAll}
            some={!isAll && chosen.size > 0}
            onPress={() => choose(rows, !isAll)}
          />
        </span>
      ),
      cell: (row, index) => {
        const on = chosen.has(keyOf(row));
        return (
          <span className="choose">
            <span className="text-ink-faint">{index + 1}</span>
            <Box label={`Choose ${nameOf(row)}`} on={on} inRow onPress={({ shiftKey }) => press(row, !on, shiftKey)} />
          </span>
        );
      },
    },
    has: (row) => chosen.has(keyOf(row)),
    // A row of the shown pages as it is now; one of another page as it was when it was chosen.
    rows: [...chosen].map(([id, row]) => rows.find((one) => keyOf(one) === id) ?? row),
    clear: () => setKept({ question, rows: new Map() }),
  };
}

function Box({
  label,
  on,
  some = false,
  inRow = false,
  onPress,
}: {
  label: string;
  on: boolean;
  /** Some rows are chosen, not all. */
  some?: boolean;
  /** The row has the focus of the keyboard, and `x` presses its box. */
  inRow?: boolean;
  onPress: (event: MouseEvent) => void;
}) {
  return (
    <label title={inRow ? 'Choose (x)' : label}>
      <input
        type="checkbox"
        aria-label={label}
        checked={on}
        ref={(box) => {
          if (box) box.indeterminate = some;
        }}
        tabIndex={inRow ? -1 : 0}
        data-choose={inRow || undefined}
        onClick={onPress}
        onChange={noChange}
      />
    </label>
  );
}
// The event of the press knows whether Shift was held; the event of the change does not.
const noChange = () => undefined;

/** The actions on the chosen rows, over the foot of the list. `sum`: the sum of the rows. */
export function ChosenBar<Row>({
  chosen,
  sheet,
  sum,
  acts,
}: {
  chosen: ChosenRows<Row>;
  sheet: Sheet<Row>;
  sum?: ReactNode;
  /** Further actions on the rows. */
  acts?: ReactNode;
}) {
  if (chosen.rows.length === 0) return null;
  return (
    <Bar onClear={chosen.clear}>
      <span className="figures whitespace-nowrap px-2 font-semibold" role="status">
        {plural(chosen.rows.length, '# chosen', '# chosen')}
        {sum && <span className="ml-3 font-normal text-brand-soft">{sum}</span>}
      </span>
      {acts}
      <ExportButton sheet={sheet} rows={chosen.rows} chosen />
    </Bar>
  );
}

function Bar({ onClear, children }: { onClear: () => void; children: ReactNode }) {
  useRootMark('choosing');
  const clear = useRef(onClear);
  useEffect(() => {
    clear.current = onClear;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isElsewhere =
        event.defaultPrevented ||
        document.querySelector('[role="dialog"], [popover]:popover-open') !== null ||
        (event.target instanceof Element && event.target.closest('input:not([type=checkbox]), select, textarea'));
      if (event.key === 'Escape' && !isElsewhere) clear.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <section aria-label="Chosen rows" className="chosen-bar no-print w-max">
      {children}
      <button type="button" className="chosen-clear" onClick={onClear}>
        Clear <kbd>Esc</kbd>
      </button>
    </section>
  );
}
