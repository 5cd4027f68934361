let collator: Intl.Collator | undefined;

/**
 * The order of names, as the person's language sorts them: negative when `one` comes first. One collator serves all calls, because `localeCompare` looks its
 * rules up anew for each name that has other letters than ASCII, and Yorùbá, Igbo and Hausa names do.
 */
export function compareNames(one: string, other: string): number {
  collator ??= new Intl.Collator();
  return collator.compare(one, other);
}
