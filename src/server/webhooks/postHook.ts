/** Sends one body to a hook. */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { insideProblem, publicLookup } from './hookAddress.ts';

/** The result of one attempt. `code`: the HTTP status; null: no answer. `answer`: the beginning of the answer's body, or the error. */
export interface HookAnswer {
  readonly code: number | null;
  readonly answer: string;
  readonly ms: number;
}

const PATIENCE_MS = 10_000;
/** Stored length of an answer, characters. */
const KEPT = 300;

const printable = (text: string) => text.replace(/\p{Cc}+/gu, ' ').slice(0, KEPT);

/**
 * Posts a JSON body and waits ten seconds for the answer at most. Follows no redirect, because the body and its signature are for this address alone. Never
 * throws. `strict`: only https to the public network; where a name leads is looked at
 * with each attempt.
 */
export async function postHook(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  strict: boolean,
): Promise<HookAnswer> {
  const began = performance.now();
  const outcome = await send(address, headers, body, strict).catch((error: unknown) => ({
    code: null,
    answer: printable(
      error instanceof Error && error.name === 'AbortError' ? 'No answer in 10 seconds.' : String(error),
    ),
  }));
  return { ...outcome, ms: Math.round(performance.now() - began) };
}

function send(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  strict: boolean,
): Promise<Omit<HookAnswer, 'ms'>> {
  return new Promise((done, fail) => {
    const problem = insideProblem(new URL(address), strict);
    if (problem) return fail(new Error(problem));
    const request = address.startsWith('https:') ? requestHttps : requestHttp;
    const sent = request(address, {
      method: 'POST',
      headers: {
        ...headers,
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'Kasuwa-Webhooks/1',
      },
      // A connection of its own: none may be left over that was looked at under other rules.
      agent: false,
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(strict ? { lookup: publicLookup } : {}),
    });
    sent.on('error', fail);
    sent.on('response', (response) => {
      let text = '';
      const finish = () => done({ code: response.statusCode ?? null, answer: printable(text) });
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        // The rest is of no use, and could be endless.
        if (text.length >= KEPT) response.destroy();
      });
      response.on('close', finish);
      response.on('error', finish);
    });
    sent.end(body);
  });
}
