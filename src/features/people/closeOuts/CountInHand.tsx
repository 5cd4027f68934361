import { TextField } from '#ui/fields/Field.tsx';

/** What was typed of one product: full cases, and the units beside them. */
export interface CountTexts {
  cases: string;
  units: string;
}

export const NOT_COUNTED: CountTexts = { cases: '', units: '' };

const isWhole = (text: string) => text.trim() === '' || /^\d{1,7}$/.test(text.trim());
export const isCount = ({ cases, units }: CountTexts): boolean => isWhole(cases) && isWhole(units);

/** The counted units. null: both fields are empty, so nobody counted; or a text is no count. */
export function unitsOf(counted: CountTexts, caseCount: number): number | null {
  const { cases, units } = counted;
  if ((cases.trim() === '' && units.trim() === '') || !isCount(counted)) return null;
  return Number(cases) * caseCount + Number(units);
}

/** A product with one field for cases and one for units, as goods are counted everywhere else. */
export function CountInHand({
  name,
  note,
  value,
  onChange,
  error,
}: {
  name: string;
  note: string;
  value: CountTexts;
  onChange: (next: CountTexts) => void;
  error: string | undefined;
}) {
  return (
    <fieldset className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b pb-3">
      <legend className="sr-only">{name}</legend>
      <p className="min-w-40 flex-1 pt-1">
        <span className="block font-medium" aria-hidden="true">
          {name}
        </span>
        <span className="block text-sm text-ink-faint">{note}</span>
        {(error || !isCount(value)) && (
          <span role="alert" className="block text-sm font-medium text-bad">
            {error ?? 'Whole cases and units, please.'}
          </span>
        )}
      </p>
      {(['cases', 'units'] as const).map((part) => (
        <div key={part} className="w-20">
          <TextField
            label={part === 'cases' ? 'Cases' : 'Units'}
            inputMode="numeric"
            value={value[part]}
            onChange={(text) => onChange({ ...value, [part]: text })}
          />
        </div>
      ))}
    </fieldset>
  );
}
