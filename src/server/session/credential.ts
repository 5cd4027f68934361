/** Parses a WebAuthn credential as browsers send it: JSON text in the shape of the W3C standard. */

interface Shape {
  id: string;
  rawId: string;
  type: string;
  response: object;
}

/** Null when the text is not JSON or not shaped like a credential. The WebAuthn library checks the content. */
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
