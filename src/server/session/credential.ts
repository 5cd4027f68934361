/** What a browser's WebAuthn gave, as it was sent: JSON text of the shape that the W3C names. */

interface Shape {
  id: string;
  rawId: string;
  type: string;
  response: object;
}

/** null: no JSON, or not the outline of a credential; what is in it the library looks at. */
export function readCredential<T extends Shape>(sent: string): T | null {
  if (sent.length > 20_000) return null;
  try {
    const read = JSON.parse(sent) as Partial<Shape> | null;
    const whole =
      typeof read?.id === 'string' && typeof read.response === 'object' && read.response !== null && read.id !== '';
    return whole ? (read as T) : null;
  } catch {
    return null;
  }
}
