import { useId } from 'react';
import { type LotUnits, lotsIn, lotsText } from '#domain/lots.ts';
import { expiryTyped, lotCode } from '#domain/lotTyping.ts';
import { expiryWords } from '#domain/lotWords.ts';
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
  if (lots.reduce((sum, { units }) => sum + units, 0) > moved) return { error: 'The lots hold more than the line.' };
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
        <div key={at} className="grid grid-cols-[1fr_1fr_5rem_auto] items-center gap-2">
          <input
            aria-label={`Lot ${at + 1}`}
            value={row.code}
            maxLength={20}
            placeholder="Lot"
            onChange={(event) => put(at, { code: event.target.value })}
            className={inputClasses}
          />
          <input
            aria-label={`Expiry day ${at + 1}`}
            value={row.expires}
            inputMode="numeric"
            placeholder="0327"
            title={expiryWords(expiryTyped(row.expires) ?? '')}
            onChange={(event) => put(at, { expires: event.target.value })}
            onBlur={() => put(at, { expires: expiryTyped(row.expires) ?? row.expires })}
            className={inputClasses}
          />
          <input
            aria-label={`Units of lot ${at + 1}`}
            value={row.units}
            inputMode="numeric"
            placeholder="Units"
            onChange={(event) => put(at, { units: event.target.value })}
            className={inputClasses}
          />
          <IconButton
            icon="close"
            label={`Remove lot ${at + 1}`}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {error && (
        <p id={id} role="alert" className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
      <div>
        <Button icon="plus" onClick={() => onChange([...rows, { code: '', expires: '', units: '' }])}>
          Add a lot
        </Button>
      </div>
    </fieldset>
  );
}
