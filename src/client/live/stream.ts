/**
 * One stream of changes: opens `GET /api/live`, reads its events until it ends, and returns the reason for the end. `EventSource` cannot carry the session's
 * token.
 */
import { BEAT_MS, type Bye, type Changed, LIVE_PATH } from '#contract/live.ts';
import { isPlain } from '../server/shown.ts';
import { apiUrl } from '../server/where.ts';
import { pageToken } from '../session/state.ts';
import { callHeaders } from '../transport.ts';

/** The events of an open stream. */
export interface StreamEvents {
  /** The stream is open; `changed` lists the changes since `lastId`. */
  onHello(changed: Changed): void;
  onChange(changed: Changed): void;
  /** The account changed: role, hub or rights. */
  onWho(): void;
  /** The id from which a later stream resumes. */
  onId(id: string): void;
}

/**
 * Why a stream ended. `refused`: by the server, with the call's code and wait in seconds. `mute`: accepted, but no event came, as behind a proxy that buffers
 * answers. `bye`: the server ended it. `cut`: anything else.
 */
export type Ended =
  | { how: 'refused'; code: number; wait: number }
  | { how: 'mute' }
  | { how: 'bye'; why: Bye['why'] }
  | { how: 'cut' };

/** How long the first event may take, ms. */
const HELLO_MS = 10_000;

/**
 * Reads one stream. `lastId`: an id of an earlier stream, `..seconds` of the server's clock, or null. Never rejects; resolves with `cut` when `signal` is
 * aborted.
 */
export async function readStream(
  lastId: string | null,
  events: StreamEvents,
  signal: AbortSignal,
  patience = { hello: HELLO_MS, beat: 2 * BEAT_MS + 5_000 },
): Promise<Ended> {
  // A plain server has no stream.
  if (isPlain()) return { how: 'refused', code: 404, wait: 0 };
  const own = new AbortController();
  let isMute = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waitAtMost = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => own.abort(), ms);
  };
  waitAtMost(patience.hello);
  try {
    const response = await fetch(apiUrl(LIVE_PATH), {
      headers: { ...callHeaders(pageToken(), Date.now()), ...(lastId === null ? {} : { 'Last-Event-ID': lastId }) },
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.any([signal, own.signal]),
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (!response.ok || !isStream || !response.body) {
      void response.body?.cancel();
      // A page in place of the stream comes from a captive portal or an old proxy.
      return { how: 'refused', code: response.ok ? 404 : response.status, wait: waitIn(response) };
    }
    let bye: Bye | null = null;
    for await (const { id, event, data } of eventsIn(response.body)) {
      waitAtMost(patience.beat);
      if (id !== null) events.onId(id);
      if (event === 'hello') {
        isMute = false;
        events.onHello(data as Changed);
      } else if (event === 'change') events.onChange(data as Changed);
      else if (event === 'who') events.onWho();
      else if (event === 'bye') bye = data as Bye;
    }
    return bye ? { how: 'bye', why: bye.why } : { how: 'cut' };
  } catch {
    return own.signal.aborted && isMute ? { how: 'mute' } : { how: 'cut' };
  } finally {
    clearTimeout(timer);
  }
}

function waitIn({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after'));
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
}

interface Event {
  id: string | null;
  event: string;
  data: unknown;
}

/** The events of a body, in the form of server-sent events as this server writes them. Throws when the body breaks off. */
async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<Event> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (rest + value).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) yield eventIn(part);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function eventIn(text: string): Event {
  const found: Event = { id: null, event: '', data: null };
  for (const line of text.split('\n')) {
    const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name === 'id') found.id = value;
    if (name === 'event') found.event = value;
    if (name === 'data') found.data = JSON.parse(value);
  }
  return found;
}
