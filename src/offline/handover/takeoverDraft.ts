/**
 * The draft of a takeover: what a person has read and counted on this tablet before "Take over" is pressed (decision 0721). IndexedDB stores it beside the
 * session, encrypted in the same way as saved reads. It is deleted three days after the offer, when the handover can no longer be taken.
 */
import type { ReadsKey } from '../reads/readsKey.ts';
import { canSeal, newReadsKey, sealJson, unsealJson } from '../reads/readsKey.ts';
import { withSessionStore } from './deviceKey.ts';

/**
 * The check of one line: as offered, or the counted quantity in units (null while nothing is typed). `parts`: the units counted of each lot, in the order of
 * `givenParts`; absent: the line names no lots.
 */
export type LineCheck = 'right' | { quantity: number | null; note: string; parts?: (number | null)[] };

export interface TakeoverDraft {
  /** The paper of the offer, as it was read. */
  paper: string;
  /** By product id. */
  looked: [product: string, how: LineCheck][];
}

interface Kept {
  key: ReadsKey;
  sealed: Uint8Array<ArrayBuffer>;
}

const nameOf = (userId: string) => `taking ${userId}`;

/** The latest draft, which waits until the previous one is on the disk. */
let next: { userId: string; taking: TakeoverDraft | null } | null = null;
let writing: Promise<void> | null = null;

/** Stores the draft; null deletes it. The latest draft wins. Resolves when it is on the disk. If the disk refuses it, the draft ends with the page. */
export function saveTakeoverDraft(userId: string, taking: TakeoverDraft | null): Promise<void> {
  next = { userId, taking };
  writing ??= write().finally(() => {
    writing = null;
  });
  return writing;
}

async function write(): Promise<void> {
  while (next) {
    const { userId, taking } = next;
    next = null;
    try {
      if (taking) await put(userId, taking);
      else await withSessionStore('readwrite', (store) => store.delete(nameOf(userId)));
    } catch {
      // The page still has the draft in memory.
    }
  }
}

async function put(userId: string, taking: TakeoverDraft): Promise<void> {
  if (!canSeal()) return;
  const before = await kept(userId);
  const key = before?.key ?? (await newReadsKey(userId));
  const record: Kept = { key, sealed: await sealJson(key, nameOf(userId), taking) };
  await withSessionStore('readwrite', (store) => store.put(record, nameOf(userId)));
}

const kept = (userId: string) =>
  withSessionStore<Kept | undefined>('readonly', (store) => store.get(nameOf(userId)) as IDBRequest<Kept | undefined>);

/** Returns the draft that this person had when the page closed; null: there is none, or the disk cannot be read. */
export async function readTakeoverDraft(userId: string): Promise<TakeoverDraft | null> {
  try {
    await writing;
    const found = await kept(userId);
    return found ? ((await unsealJson(found.key, nameOf(userId), found.sealed)) as TakeoverDraft) : null;
  } catch {
    return null;
  }
}
