/** Loads pictures of a server that requires the session's token for them, which an `img` cannot send. Loaded after such a picture was refused. */
import { apiUrl, tokenHeader } from '../server/where.ts';
import { pageToken } from '../session/state.ts';

/** The most pictures in the memory of the page. */
const MOST = 200;
const kept = new Map<string, Promise<string | null>>();
let keptFor: string | null = null;

const originOf = (address: string) => new URL(address, location.href).origin;

/**
 * The object URL of the picture in this page; null: the server sent none. The token is sent only to the origin of the calls, because the path of a picture is
 * data and may lead anywhere.
 */
export function pictureWithToken(src: string): Promise<string | null> {
  const token = pageToken();
  if (!token || originOf(src) !== originOf(apiUrl(''))) return Promise.resolve(null);
  if (keptFor !== token) forget([...kept.keys()]);
  keptFor = token;
  const known = kept.get(src);
  if (known) return known;
  const read = bytesOf(src, token).catch(() => null);
  kept.set(src, read);
  forget([...kept.keys()].slice(0, Math.max(0, kept.size - MOST)));
  return read;
}

async function bytesOf(src: string, token: string): Promise<string | null> {
  const answer = await fetch(src, {
    headers: tokenHeader(token),
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
  });
  // A refusal may come with the status 200.
  if (!answer.ok || !answer.headers.get('content-type')?.startsWith('image/')) return null;
  return URL.createObjectURL(await answer.blob());
}

function forget(names: readonly string[]): void {
  for (const name of names) {
    void kept.get(name)?.then((url) => url && URL.revokeObjectURL(url));
    kept.delete(name);
  }
}
