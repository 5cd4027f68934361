/** Sends requests to the server: encodes the form, adds headers and reads the envelope. Shows no toasts (DESIGN style 14). */

import type { Call } from '#contract/call.ts';
import type { Fields, Sendable } from '#contract/fields.ts';
import { encodeForm } from '#contract/form.ts';
import { CallError, NoAnswer, ServerFailed } from './callError.ts';
import { contactStore, noteAnswer, noteNoAnswer, probe } from './online.ts';
import { plainServer } from './server/plainServer.ts';
import { isPlain, noteAnswerOf } from './server/shown.ts';
import { apiUrl, takesOurHeaders, tokenHeader } from './server/where.ts';
import { deviceId } from './session/device.ts';
import { pageSession, pageToken } from './session/state.ts';
import { newUuid } from './uuid.ts';

declare const __APP_VERSION__: string;

/** The headers of every call (API.md 1.2); the token alone for a server that does not know the others. */
export function callHeaders(bearer: string | null, now: number): Record<string, string> {
  const token = tokenHeader(bearer);
  return takesOurHeaders()
    ? {
        ...token,
        'X-Device-Id': deviceId(),
        'X-App-Version': __APP_VERSION__,
        'X-Client-Time': String(Math.floor(now / 1_000)),
      }
    : token;
}

type Plain = { method: string; headers: Record<string, string>; body?: string };

type LongReader = (
  url: string,
  init: Plain,
  signal: AbortSignal,
  asLooked: boolean,
) => Promise<{ answer: unknown; date: string | null }>;

let longReader: LongReader | null = null;

/** Sets the reader for answers of catalogue size (longAnswer.ts). The app sets it, so that the reader is not in the first load. */
export function setLongReader(reader: LongReader): void {
  longReader = reader;
}

interface CallOptions {
  /** The idempotency key, minted when a form was opened for submit (B12.7). A write without one gets a new key. */
  key?: string;
  signal?: AbortSignal;
  /** Gets the envelope's message, for toasts that quote the server. */
  onMessage?: (message: string) => void;
  /**
   * The answer may be as long as the catalogue, so it is read in a worker (longAnswer.ts); with 'as-looked' its rows are parsed only when they are
   * used (longRows.ts).
   */
  long?: boolean | 'as-looked';
}

export type SendOptions = CallOptions & { write?: boolean };

/**
 * Sends one call. Resolves with `data` on code 200. Rejects with {@link CallError} for any other code and with {@link NoAnswer} when no envelope
 * came.
 */
export async function callApi<In extends Fields, Out>(
  call: Call<In, Out>,
  input: Sendable<In>,
  ways: CallOptions = {},
): Promise<Out> {
  const { path, rest } = filledPath(call.path, input);
  return (await callPath(call.method, path, rest, { ...ways, write: call.write })) as Out;
}

/** Fills fields into a path like `buyer/order_retention_{kind}`; these fields are not sent in the body. */
function filledPath(path: string, input: Readonly<Record<string, unknown>>) {
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value ?? ''));
  });
  return { path: filled, rest };
}

/** SHORT_WAIT: a longer requested wait (seconds) is reported to the caller instead of waiting. WAITS: how often a read waits at most. */
const SHORT_WAIT = 5;
const WAITS = 15;

/**
 * Like callApi, for a path: used for the generic model calls. A read that the server asks to wait a moment, because other reports run (B13), waits
 * and is sent again.
 */
export async function callPath(
  method: 'GET' | 'POST',
  path: string,
  input: Readonly<Record<string, unknown>>,
  ways: SendOptions = {},
): Promise<unknown> {
  if (isPlain()) return (await plainServer()).plainCall(method, path, input, ways);
  for (let waits = 0; ; waits += 1) {
    try {
      return await sendOnce(method, path, input, ways);
    } catch (error) {
      const seconds = !ways.write && waits < WAITS && error instanceof CallError ? error.wait : 0;
      if (seconds <= 0 || seconds > SHORT_WAIT) throw error;
      await new Promise((again) => setTimeout(again, seconds * 1_000));
      ways.signal?.throwIfAborted();
    }
  }
}

/** Sends one request and reads its answer; rejects like {@link callApi}. */
export async function sendOnce(
  method: 'GET' | 'POST',
  path: string,
  input: Readonly<Record<string, unknown>>,
  ways: SendOptions,
): Promise<unknown> {
  const file = Object.values(input).some((value) => value instanceof Blob);
  const body = file ? formData(input) : encodeForm(input);
  const sent = pageToken();
  const headers = callHeaders(sent, Date.now());
  if (ways.write && takesOurHeaders()) headers['Idempotency-Key'] = ways.key ?? newUuid();
  // With a file the browser sets the content type, because only the browser knows the boundary.
  if (method === 'POST' && !file) headers['Content-Type'] = 'application/x-www-form-urlencoded;charset=UTF-8';
  const limit = AbortSignal.timeout(file ? 180_000 : 30_000);
  const signal = ways.signal ? AbortSignal.any([ways.signal, limit]) : limit;
  const url = apiUrl(method === 'GET' && typeof body === 'string' && body ? `${path}?${body}` : path);
  const init = { method, headers, ...(method === 'POST' ? { body } : {}) };
  let date: string | null;
  let answer: unknown;
  let responseHeaders: Headers | undefined;
  let status = 0;
  try {
    // Without contact there is probably no answer to read, so no worker is started.
    if (ways.long && longReader && contactStore.read().online)
      ({ answer, date } = await longReader(url, init as Plain, signal, ways.long === 'as-looked'));
    else {
      const response = await fetch(url, { ...init, cache: 'no-store', redirect: 'error', signal });
      ({ status } = response);
      answer = await response.json();
      responseHeaders = response.headers;
      date = responseHeaders.get('date');
    }
  } catch (cause) {
    if (ways.signal?.aborted) throw cause;
    throw await unanswered(ways, cause instanceof ServerFailed ? 500 : status, cause);
  }
  // The envelope is checked by hand, because valibot's object parser would be used for nothing else in the first load.
  if (!isEnvelope(answer)) throw await unanswered(ways, status, answer);
  noteAnswer(date);
  if (answer.code === 200) {
    if (responseHeaders) noteAnswerOf(responseHeaders, sent !== null || path.startsWith('administrator/login'));
    ways.onMessage?.(answer.message);
    return answer.data;
  }
  const refused = new CallError(answer.code, answer.message, answer.data);
  // Only a verified 401 ends a session. A wrong password at the lock screen says nothing about the token that is still valid.
  if (refused.code === 401 && refused.word !== 'bad_credentials' && sent) pageSession.refuse(sent);
  throw refused;
}

/**
 * The error of a request without an envelope. After a write the health call decides whether the server can be reached (K26). A read is sent again anyway.
 * Whoever answers 500 can be reached; one such write says nothing about the server's other answers (decision 1180).
 */
async function unanswered({ write }: { write?: boolean }, status: number, cause: unknown): Promise<NoAnswer> {
  if (!write) noteNoAnswer(status);
  else if (status !== 500) await probe();
  return new (status === 500 ? ServerFailed : NoAnswer)('No answer', { cause });
}

/** The body of a request with a file; other values are text, as encodeForm writes them. */
function formData(input: Readonly<Record<string, unknown>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(input)) {
    if (value instanceof Blob) data.append(name, value, value.type === 'image/png' ? 'file.png' : 'file.jpg');
    else if (value !== undefined) data.append(name, value === null ? '' : String(value));
  }
  return data;
}

function isEnvelope(answer: unknown): answer is { code: number; message: string; data: unknown } {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'code' in answer &&
    Number.isInteger(answer.code) &&
    'message' in answer &&
    typeof answer.message === 'string'
  );
}
