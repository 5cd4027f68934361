/**
 * A random UUID (version 4), made only here. An insecure origin (http on a LAN address, SYNC rule 49) has no `crypto.randomUUID`, but has
 * `getRandomValues`.
 */
export function newUuid(): string {
  return (
    crypto.randomUUID?.() ??
    // The variant digit 8 keeps its highest bit; the other digits take any value.
    '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
      (+digit ^ ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) & (15 >> (+digit / 4)))).toString(16),
    )
  );
}
