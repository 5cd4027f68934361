/** Reads a stream of changes over a real connection, as a page does, and collects it. */
import type { Changed } from '#contract/live.ts';

export interface HeardEvent {
  id: string;
  event: string;
  data: Changed & { why?: string };
}

export interface LiveReader {
  status: number;
  headers: Headers;
  /** The envelope if the server refused. */
  refusal: { code: number; data: { error: string } } | null;
  events: HeardEvent[];
  /** Every kind in the stream so far, including `hello`. '*' stands for all kinds. */
  kinds(): string[];
  /** The kinds that the stream marked as this session's own. */
  own(): string[];
  lastId(): string;
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  leave(): void;
}

/** Opens `GET /api/live` at `url`. Resolves when the head of the answer arrives. */
export async function readLive(
  url: string,
  token: string | null,
  headers: Readonly<Record<string, string>> = {},
): Promise<LiveReader> {
  const control = new AbortController();
  const response = await fetch(`${url}/api/live`, {
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    signal: control.signal,
  });
  const events: HeardEvent[] = [];
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const refusal = isStream ? null : ((await response.json()) as LiveReader['refusal']);
  return {
    status: response.status,
    headers: response.headers,
    refusal,
    events,
    kinds: () => events.flatMap(({ data }) => data.kinds ?? []),
    own: () => events.flatMap(({ data }) => data.own ?? []),
    lastId: () => events.at(-1)?.id ?? '',
    ended: isStream && response.body ? take(response.body, events) : Promise.resolve(),
    leave: () => control.abort(),
  };
}

async function take(body: ReadableStream<Uint8Array>, events: HeardEvent[]): Promise<void> {
  let rest = '';
  const decoder = new TextDecoder();
  try {
    for await (const bytes of body) {
      const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const found = new Map(part.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
        if (found.has('data'))
          events.push({
            id: found.get('id') ?? '',
            event: found.get('event') ?? '',
            data: JSON.parse(found.get('data') ?? ''),
          });
      }
    }
  } catch {
    // The reader closed the stream.
  }
}
