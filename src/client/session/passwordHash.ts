/** The value sent instead of the password: the lower-case hex SHA-256 of its UTF-8 bytes (B10.5). */
export async function passwordHash(password: string): Promise<string> {
  if (globalThis.crypto?.subtle) {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(password));
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }
  return (await import('./sha256.ts')).sha256Hex(password);
}
