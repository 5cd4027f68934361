/**
 * Makes the small pictures of an uploaded picture: three sizes, WebP, upright, without metadata. libvips works in threads of its own, so the server answers
 * meanwhile. The codec is loaded when it is first needed. A machine without it keeps and serves whole pictures.
 */
import type sharp from 'sharp';
import { PICTURE_SIZES, type PictureSize } from '#domain/pictures.ts';
import { MAX_SIDE } from './image.ts';
import type { FileStore } from './storedFiles.ts';

export type SmallPictures = ReadonlyMap<PictureSize, Buffer>;

/** Seconds for one picture. A picture of our largest size takes a fifth of a second. */
const PATIENCE = 10;
const QUALITY = 78;

/** The name of a small picture in the store, beside the whole picture `name`. */
export const smallName = (name: string, size: PictureSize) => `${name}.${size}.webp`;

let codec: Promise<typeof sharp | null> | null = null;
/** Null where no build of the codec fits the machine. */
function loadCodec(): Promise<typeof sharp | null> {
  codec ??= import('sharp').then(
    ({ default: loaded }) => {
      // Pictures are rarely made twice, and each of them gets one thread, so that files and passwords keep theirs.
      loaded.cache(false);
      loaded.concurrency(1);
      return loaded;
    },
    () => null,
  );
  return codec;
}

/** Pictures are made one after the other: each takes tens of megabytes while it is unpacked. */
let turn: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn.then(work, work);
  turn = mine.catch(() => undefined);
  return mine;
}

/**
 * All sizes of a picture. 'broken': its data cannot be decoded. Null: this machine has no codec. `strict`: damage that a browser would draw as grey
 * counts too.
 */
export async function makeSmall(bytes: Buffer, strict: boolean): Promise<SmallPictures | 'broken' | null> {
  const open = await loadCodec();
  if (!open) return null;
  return inTurn(async () => {
    try {
      const whole = open(bytes, {
        limitInputPixels: MAX_SIDE * MAX_SIDE,
        failOn: strict ? 'warning' : 'error',
        pages: 1,
      })
        .autoOrient()
        .timeout({ seconds: PATIENCE });
      const made = new Map<PictureSize, Buffer>();
      for (const size of PICTURE_SIZES) {
        const fit = { fit: 'inside', withoutEnlargement: true } as const;
        made.set(size, await whole.clone().resize(size, size, fit).webp({ quality: QUALITY }).toBuffer());
      }
      return made;
    } catch {
      return 'broken';
    }
  });
}

export async function putSmall(store: FileStore, name: string, made: SmallPictures): Promise<void> {
  await Promise.all([...made].map(([size, bytes]) => store.put(smallName(name, size), bytes, 'image/webp')));
}

export async function removeSmall(store: FileStore, name: string): Promise<void> {
  for (const size of PICTURE_SIZES) await store.remove(smallName(name, size));
}

/** Names whose small pictures are not tried again before the next start. */
const MAX_HOPELESS = 1_000;

export interface Small {
  bytes: Buffer;
  /** False: the whole picture, because no small one can be made. */
  isSmall: boolean;
}

/**
 * Reads small pictures. A picture that was stored before small ones were made, or that came back from a backup, gets all its sizes at the first request,
 * once for all who ask meanwhile. Null: there is no such picture.
 */
export function smallReader(store: FileStore): (name: string, size: PictureSize) => Promise<Small | null> {
  const making = new Map<string, Promise<SmallPictures | null>>();
  const hopeless = new Set<string>();
  const make = async (name: string, whole: Buffer): Promise<SmallPictures | null> => {
    const made = await makeSmall(whole, false);
    if (made === null || made === 'broken') {
      if (hopeless.size >= MAX_HOPELESS) hopeless.clear();
      hopeless.add(name);
      return null;
    }
    await putSmall(store, name, made);
    return made;
  };
  return async (name, size) => {
    const kept = hopeless.has(name) ? null : await store.get(smallName(name, size));
    if (kept) return { bytes: kept, isSmall: true };
    const whole = await store.get(name);
    if (!whole) return null;
    if (hopeless.has(name)) return { bytes: whole, isSmall: false };
    const running = making.get(name) ?? make(name, whole).finally(() => making.delete(name));
    making.set(name, running);
    const bytes = (await running)?.get(size);
    return bytes ? { bytes, isSmall: true } : { bytes: whole, isSmall: false };
  };
}
