/** One sentence that names a fault of a site, and one that says what to do. Neither contains a secret or a person's name. */
export interface Finding {
  readonly what: string;
  readonly todo: string;
}

/** "1 account has", "2 accounts have". */
export const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const MB = 1_048_576;

/** "1.5 GB", "300 MB". */
export const showBytes = (bytes: number): string =>
  bytes >= 1_024 * MB ? `${(bytes / 1_024 / MB).toFixed(1)} GB` : `${Math.round(bytes / MB)} MB`;

/** "3 days", "5 hours", "12 minutes", "40 seconds". */
export function showSpan(seconds: number): string {
  const units: [number, string][] = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
  ];
  const [size, name] = units.find(([one]) => seconds >= 2 * one) ?? [1, 'second'];
  const count = Math.round(seconds / size);
  return counted(count, name, `${name}s`);
}
