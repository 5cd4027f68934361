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
  /** No option has the typed words: these have nearly the same. */
  readonly isNear?: boolean;
  slice(from: number, to: number): readonly Option[];
}

/** Over options that have nearly the typed words, before Enter and after it. Not among the texts of the kit, which are in the first load. */
export const nearTexts = {
  found: 'No exact match. Closest:',
  onceMore: 'No exact match. Press Enter again for the closest one.',
} as const;
