import { randomFillSync } from 'node:crypto';

/** If the clock was put back by more than this, new ids use the clock's time again. */
const PUT_BACK_MS = 10_000;
const MAX_COUNT = 0xfff;

const BYTES = 16;
/** Random bytes are drawn for many ids at once, because a batch of lines needs 250 ids. */
const POOL = Buffer.alloc(256 * BYTES);

let ms = 0;
let count = 0;
let used = POOL.length;

function chance(): Buffer {
  if (used === POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  used += BYTES;
  return POOL.subarray(used - BYTES, used);
}

/** Returns a UUIDv7 with 62 random bits (B1.7). The ids of one process sort in the order of their creation, also within one millisecond. */
export function newId(): string {
  const bytes = chance();
  const now = Date.now();
  if (now > ms || now < ms - PUT_BACK_MS) {
    ms = now;
    // The count starts in the lower half of its range, so that it can grow within the millisecond.
    count = bytes.readUInt16BE(6) & (MAX_COUNT >> 1);
  } else if (count < MAX_COUNT) count += 1;
  else {
    ms += 1;
    count = 0;
  }
  bytes.writeUIntBE(ms, 0, 6);
  bytes.writeUInt16BE(0x7000 | count, 6);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
