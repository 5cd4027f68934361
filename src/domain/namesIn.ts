/** Returns the names of all records inside a row, by id. A record is any `{_id, name}` up to three levels deep. */
export function namesIn(row: unknown): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, depth: number) => {
    if (typeof value !== 'object' || value === null || depth > 3) return;
    if ('_id' in value && 'name' in value && typeof value._id === 'string' && typeof value.name === 'string')
      found.set(value._id, value.name);
    for (const inner of Object.values(value)) walk(inner, depth + 1);
  };
  walk(row, 0);
  return found;
}
