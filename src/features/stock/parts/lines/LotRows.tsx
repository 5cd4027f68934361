import { type ReactNode, useId, useState } from 'react';
import { type LotUnits, lotsIn, lotsText } from '#domain/lots.ts';
import { expiryTyped, lotCode } from '#domain/lotTyping.ts';
import { expiryShown, expiryWords } from '#domain/lotWords.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { inputClasses } from '#ui/fields/Field.tsx';

/** A lot as a person types it. */
export interface LotRow {
  code: string;
  expires: string;
  units: string;
  why?: LotUnits['why'];
}

export const rowsOf = (text: string | undefined): LotRow[] =>
  lotsIn(text).map(({ units, ...lot }) => ({ ...lot, units: String(units) }));

/** The lots of the rows as text, or an error. Rows without a name are left out. `moved`: the units of the line. */
export function lotsOfRows(rows: readonly LotRow[], moved: number): { text: string } | { error: string } {
  const lots: LotUnits[] = [];
  for (const { code, expires, units, why } of rows) {
    const [name, day, count] = [lotCode(code), expiryTyped(expires), Number(units)];
    if (name === '') continue;
    if (day === null) return { error: `No such day for lot ${name}. Type 0327 or 010327.` };
    if (!Number.isSafeInteger(count) || count < 1) return { error: `Type the units of lot ${name}.` };
    lots.push({ code: name, expires: day, units: count, ...(why === undefined ? {} : { why }) });
  }
  if (lots.reduce((sum, { units }) => sum + units, 0) > moved)
    return { error: 'The lots add up to more than the line.' };
  return { text: lotsText(lots) };
}

interface Props {
  rows: readonly LotRow[];
  error: string | null;
  onChange: (rows: LotRow[]) => void;
}

/** The fields for the lots of a line, each with its expiry day and units. The remaining units of the line are of the unknown lot. */
export function LotRows({ rows, error, onChange }: Props) {
  const id = useId();
  const put = (at: number, change: Partial<LotRow>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)));
  return (
    <fieldset aria-describedby={error ? id : undefined} className="grid gap-2">
      <legend className="pb-1 text-sm font-semibold">Lots</legend>
      {rows.map((row, at) => (
        <LotFieldsOfRow
          key={at}
          {...{ row, at }}
          onChange={(change) => put(at, change)}
          onRemove={() => onChange(rows.filter((_, index) => index !== at))}
        />
      ))}
      {error && (
        <p id={id} role="alert" className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
      <div>
        <Button icon="plus" onClick={() => onChange([...rows, { code: '', expires: '', units: '' }])}>
          Add lot
        </Button>
      </div>
    </fieldset>
  );
}

interface RowProps {
  row: LotRow;
  at: number;
  onChange: (change: Partial<LotRow>) => void;
  onRemove: () => void;
}

/** One lot. On a phone its name and its day stand beside each other and the units below, so that the day is not cut. */
function LotFieldsOfRow({ row, at, onChange, onRemove }: RowProps) {
  const [isTyped, setTyped] = useState(false);
  return (
    <div className="grid grid-cols-[1fr_1fr_5rem_auto] items-end gap-2 max-sm:grid-cols-[1fr_1fr] max-sm:border-b max-sm:pb-3">
      <Named words="Lot">
        <input
          aria-label={`Lot ${at + 1}`}
          data-unnamed={row.code === '' || undefined}
          value={row.code}
          maxLength={20}
          onChange={(event) => onChange({ code: event.target.value })}
          className={inputClasses}
        />
      </Named>
      <Named words="Expiry day">
        <input
          aria-label={`Expiry day ${at + 1}`}
          value={expiryShown(row.expires, isTyped)}
          inputMode="numeric"
          placeholder="0327"
          title={expiryWords(expiryTyped(row.expires) ?? '')}
          onFocus={() => setTyped(true)}
          onChange={(event) => onChange({ expires: event.target.value })}
          onBlur={() => {
            setTyped(false);
            onChange({ expires: expiryTyped(row.expires) ?? row.expires });
          }}
          className={inputClasses}
        />
      </Named>
      <Named words="Units">
        <input
          aria-label={`Units of lot ${at + 1}`}
          value={row.units}
          inputMode="numeric"
          onChange={(event) => onChange({ units: event.target.value })}
          className={inputClasses}
        />
      </Named>
      <span className="max-sm:justify-self-end">
        <IconButton icon="close" label={`Remove lot ${at + 1}`} onClick={onRemove} />
      </span>
    </div>
  );
}

/** A field under its name. The accessible name says which lot it is. */
const Named = ({ words, children }: { words: string; children: ReactNode }) => (
  <span className="grid min-w-0 gap-1">
    <span aria-hidden="true" className="text-sm leading-tight text-ink-soft">
      {words}
    </span>
    {children}
  </span>
);
