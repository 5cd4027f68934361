/** Bytes as the 45 letters that a QR code packs most tightly (RFC 9285): two bytes are three letters. */

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
const VALUES = new Map([...LETTERS].map((letter, value) => [letter, value]));

export function toBase45(bytes: Uint8Array): string {
  let text = '';
  const put = (value: number, letters: number) => {
    for (let left = value, at = 0; at < letters; at += 1, left = Math.floor(left / 45)) text += LETTERS[left % 45];
  };
  for (let at = 0; at + 1 < bytes.length; at += 2) put((bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0), 3);
  if (bytes.length % 2 === 1) put(bytes.at(-1) ?? 0, 2);
  return text;
}

/** null: it is no base45. */
export function fromBase45(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 3 === 1) return null;
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 3) {
    const group = text.slice(at, at + 3);
    let value = 0;
    for (const letter of [...group].reverse()) {
      const one = VALUES.get(letter);
      if (one === undefined) return null;
      value = value * 45 + one;
    }
    const isPair = group.length === 3;
    if (value > (isPair ? 0xffff : 0xff)) return null;
    if (isPair) bytes.push(value >> 8);
    bytes.push(value & 0xff);
  }
  return Uint8Array.from(bytes);
}
