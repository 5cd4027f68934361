/** What a picker chooses from. */

export interface PickerOption {
  value: string;
  label: string;
  /** A second line: what helps to choose (stock, type). */
  note?: string;
  /** What it stands among: a heading before the first one of a short list. Options of one group stand together. */
  group?: string;
}

/** The options that fit. A list as long as the catalogue makes them when they are looked at: a second object for each row costs memory. */
export interface Hits<Option> {
  readonly length: number;
  slice(from: number, to: number): readonly Option[];
}
