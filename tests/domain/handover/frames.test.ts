/** A paper as QR codes (decision 0670): what is refused first, then that any order, any repetition and any length gives the paper back. */
import { generate, mode } from 'lean-qr';
import { describe, expect, test } from 'vitest';
import { fromBase45, toBase45 } from '#domain/handover/base45.ts';
import { FRAME_LETTERS, framesOf, makeCollector, readFrame } from '#domain/handover/frames.ts';
import { chance } from '#tests/support/chance.ts';

/** A paper that hardly deflates, so that it fills frames. */
function paperOf(letters: number, seed: number): string {
  const { below } = chance(seed);
  return Array.from({ length: letters }, () => String.fromCharCode(33 + below(90))).join('');
}
function shuffled<T>(all: readonly T[], seed: number): T[] {
  const { below } = chance(seed);
  return all
    .map((one) => ({ one, at: below(1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
async function collected(texts: readonly string[], kind: 'offer' | 'answer' = 'offer') {
  const collector = makeCollector(kind);
  const taken = texts.map((text) => collector.take(text));
  return { taken, paper: await collector.paper(), progress: collector.progress() };
}

describe('refused', { tags: ['HAND-41'] }, () => {
  test('a code that is none of a handover, with a barcode of goods among them', async () => {
    for (const text of ['', '5000112637922', 'https://example.test/', 'HAND', 'HANDX0123456789AB0101', 'hando'])
      expect(readFrame(text)).toBe('unreadable');
    expect((await collected(['5000112637922'])).progress).toEqual({ here: 0, of: 0 });
  });

  test('a frame of which one letter was changed, wherever it is', async () => {
    const [frame = ''] = await framesOf('offer', paperOf(300, 1));
    for (let at = 5; at < frame.length; at += 1) {
      const letter = frame[at] === '7' ? '8' : '7';
      expect(typeof readFrame(frame.slice(0, at) + letter + frame.slice(at + 1)), `letter ${at}`).toBe('string');
    }
    expect(readFrame(`${frame}0`)).toBe('changed');
    expect(readFrame(frame.slice(0, -1))).toBe('changed');
  });

  test('frames of another code, and of the other half, which change nothing of what was read', async () => {
    const [mine, other] = [await framesOf('offer', paperOf(2_500, 2)), await framesOf('offer', paperOf(2_500, 3))];
    const answer = await framesOf('answer', paperOf(200, 4));
    const [first = '', ...rest] = mine;
    const found = await collected([first, ...other, ...answer, ...rest]);
    expect(found.taken).toEqual([
      'new',
      ...other.map(() => 'other_code'),
      ...answer.map(() => 'other_side'),
      ...rest.map(() => 'new'),
    ]);
    expect(found.paper).toBe(paperOf(2_500, 2));
    expect((await collected(mine, 'answer')).taken).toEqual(mine.map(() => 'other_side'));
  });

  test('frames that are whole one by one and do not make the paper that they name', async () => {
    const [mine, other] = [await framesOf('offer', paperOf(2_500, 5)), await framesOf('offer', paperOf(2_500, 6))];
    const collector = makeCollector('offer');
    // Somebody writes the head of the one over the piece of the other, with the right checksum.
    const stolen = readFrame(other[1] ?? '');
    const own = readFrame(mine[1] ?? '');
    if (typeof stolen === 'string' || typeof own === 'string') throw new Error('no frames');
    const forged = { ...own, piece: stolen.piece };
    collector.take(mine[0] ?? '');
    for (const text of mine.slice(2)) collector.take(text);
    expect(collector.take(written(forged))).toBe('new');
    expect(await collector.paper()).toBe('changed');
  });

  test('a small code that would inflate to more than a paper may have', async () => {
    const bomb = await framesOf('offer', 'a'.repeat(5_000_000));
    expect(bomb.length).toBeLessThan(10);
    expect((await collected(bomb)).paper).toBe('changed');
  });

  test('a paper that would need more than 99 frames', async () => {
    await expect(framesOf('offer', paperOf(120_000, 7))).rejects.toThrow('99');
  });
});

/** The text of a frame, with its checksum. */
function written({
  kind,
  id,
  index,
  count,
  piece,
}: {
  kind: string;
  id: string;
  index: number;
  count: number;
  piece: string;
}) {
  const two = (one: number) => String(one).padStart(2, '0');
  const head = `${kind === 'offer' ? 'HANDO' : 'HANDA'}${id}${two(index)}${two(count)}`;
  // CRC-32, written a second time.
  let crc = -1;
  for (const char of head + piece) {
    let byte = (crc ^ char.charCodeAt(0)) & 0xff;
    for (let bit = 0; bit < 8; bit += 1) byte = byte & 1 ? (byte >>> 1) ^ -306674912 : byte >>> 1;
    crc = byte ^ (crc >>> 8);
  }
  return `${head}${((crc ^ -1) >>> 0).toString(16).padStart(8, '0').toUpperCase()}${piece}`;
}

describe('taken', { tags: ['HAND-40'] }, () => {
  test('any paper comes back, in any order, each frame any number of times, and never before the last one is there', async () => {
    for (let seed = 10; seed < 60; seed += 1) {
      const paper = paperOf(1 + ((seed * 977) % 9_000), seed) + (seed % 3 === 0 ? 'Adéọlá ₦ 🙂' : '');
      const frames = await framesOf('offer', paper);
      const lost = frames[seed % frames.length] ?? '';
      const collector = makeCollector('offer');
      for (const text of shuffled([...frames, ...frames], seed)) if (text !== lost) collector.take(text);
      expect(await collector.paper(), `${seed}: one is lost`).toBeNull();
      expect(collector.progress().here).toBe(frames.length - 1);
      if (frames.length > 1) expect(collector.progress().of).toBe(frames.length);
      expect(collector.take(lost)).toBe('new');
      expect(collector.take(lost)).toBe('before');
      expect(await collector.paper(), `seed ${seed}`).toBe(paper);
    }
  });

  test('frames of a paper are of one length, within what a code of 101 squares holds', async () => {
    for (const letters of [40, 900, 1_300, 3_000, 20_000]) {
      const frames = await framesOf('answer', paperOf(letters, letters));
      const lengths = frames.map((one) => one.length);
      expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThan(frames.length);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(FRAME_LETTERS + 33);
      const { size } = generate(frames[0] ?? '', { modes: [mode.alphaNumeric] });
      expect(size).toBeLessThanOrEqual(101);
    }
  });

  test('base45 gives any bytes back, and refuses what is none', () => {
    expect(toBase45(new TextEncoder().encode('base-45'))).toBe('UJCLQE7W581');
    for (let length = 0; length < 70; length += 1) {
      const { below } = chance(length + 1);
      const bytes = Uint8Array.from({ length }, () => below(256));
      expect(fromBase45(toBase45(bytes))).toEqual(bytes);
    }
    for (const text of ['A', 'GGW1', ':::', 'a00', '::']) expect(fromBase45(text), text).toBeNull();
  });
});
