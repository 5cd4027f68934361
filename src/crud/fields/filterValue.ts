/** The value of a filter chip: one text of an address. Several values are joined by commas, in the order of the options. */

export interface FilterOption {
  value: string;
  label: string;
  disabled?: boolean;
  /** Behind the label, in pale letters. */
  note?: string;
  /** Among several values: this one stands alone, because it stands for several values itself ("Pending and Completed"). */
  alone?: boolean;
}

/** The chosen values; [] while the filter lets everything through. `none`: the value that does. */
export const valuesIn = (value: string, many: boolean, none: string | undefined): string[] =>
  value === none ? [] : many ? value.split(',').filter(Boolean) : [value];

/** The value after an option was pressed. */
export function pressed(
  value: string,
  option: FilterOption,
  options: readonly FilterOption[],
  { many, none }: { many: boolean; none: string | undefined },
): string {
  if (!many || option.alone || option.value === none) return option.value;
  const isAlone = (one: string) => options.find((known) => known.value === one)?.alone;
  const before = valuesIn(value, many, none).filter((one) => !isAlone(one));
  const after = before.includes(option.value)
    ? before.filter((one) => one !== option.value)
    : [...before, option.value];
  // The same values are always the same text, so a saved filter is found again. A value without an option keeps its place at the end.
  const place = (one: string) => options.findIndex((known) => known.value === one) + 1 || options.length + 1;
  return after.toSorted((a, b) => place(a) - place(b)).join(',') || (none ?? '');
}

/** The longest text of two values that a chip shows; beyond it the chip shows their number. */
const LONGEST = 26;

/** "Pending, Delivered"; "3" where the names of the values would be too long for a chip. */
export function shortOf(labels: readonly string[]): string {
  const whole = labels.join(', ');
  return labels.length < 2 || (labels.length === 2 && whole.length <= LONGEST) ? whole : String(labels.length);
}
