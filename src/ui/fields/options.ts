/** The option types of pickers. */

export interface PickerOption {
  value: string;
  label: string;
  /** A second line that helps to choose (stock, type). */
  note?: string;
  /** The group's heading, shown before its first option in a short list. Options of one group must be adjacent. */
  group?: string;
}

/**
 * The options that match. A list as long as the catalogue creates option objects only for visible rows, because a second object per row costs
 * memory.
 */
export interface Hits<Option> {
  readonly length: number;
  slice(from: number, to: number): readonly Option[];
}
