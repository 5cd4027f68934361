/**
 * A paper as QR codes: deflated, encoded in the letters that a QR code packs most tightly, and cut into frames that name their paper. Frames may be read in any
 * order and repeatedly.
 */
import { fromBase45, toBase45 } from './base45.ts';
import type { HandoverReason } from './rules.ts';
import { hashOf } from './signing.ts';

/** The paper to which a frame belongs: the offer of the giver, or the answer of the taker. */
export type FrameKind = 'offer' | 'answer';

/** The most letters of a frame beside its head: a QR code of 101 squares a side, which a tablet reads from a screen at arm's length. */
export const FRAME_LETTERS = 1_200;
/** The most frames of a paper. */
const MOST_FRAMES = 99;
/** The most letters that a paper may have when it is inflated again, so that a small code cannot fill the memory. */
const MOST_LETTERS = 200_000;
const MARK: Readonly<Record<FrameKind, string>> = { offer: 'HANDO', answer: 'HANDA' };
const HEAD = /^(HAND[OA])([0-9A-F]{12})(\d\d)(\d\d)([0-9A-F]{8})(.*)$/s;

export interface Frame {
  kind: FrameKind;
  /** The first twelve digits of the SHA-256 of the paper. */
  id: string;
  /** From 1 on. */
  index: number;
  count: number;
  piece: string;
}

/** A letter that was read wrong changes it. */
function checksum(text: string): string {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (~crc >>> 0).toString(16).padStart(8, '0').toUpperCase();
}

const idOf = async (paper: string): Promise<string> => (await hashOf(paper)).slice(0, 12).toUpperCase();

const through = (
  bytes: Uint8Array<ArrayBuffer>,
  by: CompressionStream | DecompressionStream,
): ReadableStream<Uint8Array> => new Blob([bytes]).stream().pipeThrough(by as TransformStream<Uint8Array, Uint8Array>);

/** A paper as texts for QR codes. Throws where it would need more than {@link MOST_FRAMES}. */
export async function framesOf(kind: FrameKind, paper: string): Promise<string[]> {
  const packed = through(new TextEncoder().encode(paper), new CompressionStream('deflate'));
  const text = toBase45(new Uint8Array(await new Response(packed).arrayBuffer()));
  const count = Math.ceil(text.length / FRAME_LETTERS);
  if (count > MOST_FRAMES) throw new Error(`${count} frames are more than ${MOST_FRAMES}.`);
  // Frames of one length: the last one is not a small square that the camera has to find anew.
  const length = Math.ceil(text.length / count);
  const id = await idOf(paper);
  const two = (number: number) => String(number).padStart(2, '0');
  return Array.from({ length: count }, (_, at) => {
    const head = `${MARK[kind]}${id}${two(at + 1)}${two(count)}`;
    const piece = text.slice(at * length, (at + 1) * length);
    return `${head}${checksum(head + piece)}${piece}`;
  });
}

/** `unreadable`: it is no frame. `changed`: a letter of it was read wrong, or somebody changed it. */
export function readFrame(text: string): Frame | Extract<HandoverReason, 'unreadable' | 'changed'> {
  const [, mark = '', id = '', at = '', of = '', sum = '', piece = ''] = HEAD.exec(text) ?? [];
  if (mark === '') return 'unreadable';
  const [index, count] = [Number(at), Number(of)];
  const isWhole = index >= 1 && index <= count && checksum(`${mark}${id}${at}${of}${piece}`) === sum;
  if (!isWhole) return 'changed';
  return { kind: mark === MARK.offer ? 'offer' : 'answer', id, index, count, piece };
}

/** The effect of a text on a collection: `new`, read `before`, or the reason why it does not belong to it. */
export type FrameTaken =
  | 'new'
  | 'before'
  | Extract<HandoverReason, 'unreadable' | 'changed' | 'other_code' | 'other_side'>;

export interface Collector {
  take(text: string): FrameTaken;
  /** How many frames are here, and of how many; `of` 0: none was read yet. */
  progress(): { here: number; of: number };
  /** The paper; null while frames are missing; `changed`: the frames do not make the paper that they name. */
  paper(): Promise<string | 'changed' | null>;
}

/** Collects the frames of one paper. The first frame selects the paper; frames of others are refused. */
export function makeCollector(kind: FrameKind): Collector {
  let first: Frame | null = null;
  const pieces = new Map<number, string>();
  return {
    take(text) {
      const frame = readFrame(text);
      if (typeof frame === 'string') return frame;
      if (frame.kind !== kind) return 'other_side';
      first ??= frame;
      if (frame.id !== first.id || frame.count !== first.count) return 'other_code';
      if (pieces.has(frame.index)) return 'before';
      pieces.set(frame.index, frame.piece);
      return 'new';
    },
    progress: () => ({ here: pieces.size, of: first?.count ?? 0 }),
    async paper() {
      if (!first || pieces.size < first.count) return null;
      const text = Array.from({ length: first.count }, (_, at) => pieces.get(at + 1) ?? '').join('');
      const bytes = fromBase45(text);
      const paper = bytes && (await inflated(bytes));
      return paper !== null && (await idOf(paper)) === first.id ? paper : 'changed';
    },
  };
}

/** null: it is not what was deflated, or more than a paper may have. */
async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const reader = through(bytes, new DecompressionStream('deflate')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      text += decoder.decode(value, { stream: !done });
      if (done) return text;
      if (text.length > MOST_LETTERS) {
        await reader.cancel();
        return null;
      }
    }
  } catch {
    return null;
  }
}
