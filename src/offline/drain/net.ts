/** Sends the queue's requests and accepts only verified answers (rules 21, 22). */

import { apiUrl, tokenHeader } from '#client/server/where.ts';
import { readSession } from '#client/session/tokenStore.ts';
import { encodeForm } from '#contract/form.ts';
import type { Net, Reply } from '../store/ports.ts';

export interface Identity {
  device_id: string;
  app_version: string;
}

const TIMEOUT_MS = 20_000;
const HEALTH_MS = 5_000;

/** Hears after each request whether the network works. A page shows it; the service worker does not. */
export interface Witness {
  answered(date: string | null): void;
  silent(): void;
}

export const NOBODY: Witness = { answered: () => undefined, silent: () => undefined };

/** The reply when another tab signed a different user in: the same as for a token that ended. */
const SOMEBODY_ELSE: Reply = { verified: true, code: 401, message: '', data: null, epoch: null, retryAfter: null };

/** `ask`: the browser's fetch. The token is read for each request, so that a new sign-in counts at once. */
export function makeNet(
  identity: Identity,
  witness: Witness = NOBODY,
  ask: typeof fetch = (input, init) => fetch(input, init),
): Net {
  return {
    async send({ user_id, path, fields, key, epoch, saved }): Promise<Reply> {
      const session = await readSession();
      if (session && session.user_id !== user_id) return SOMEBODY_ELSE;
      try {
        const response = await ask(apiUrl(path), {
          method: 'POST',
          redirect: 'error',
          cache: 'no-store',
          signal: AbortSignal.timeout(TIMEOUT_MS),
          headers: {
            'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8',
            'Idempotency-Key': key,
            'X-Device-Id': identity.device_id,
            'X-App-Version': identity.app_version,
            'X-Client-Time': String(Math.floor(Date.now() / 1_000)),
            ...(saved === undefined ? {} : { 'X-Saved-Time': String(saved) }),
            ...(epoch ? { 'X-Store-Epoch': epoch } : {}),
            ...tokenHeader(session?.token),
          },
          body: encodeForm(fields),
        });
        const body: unknown = await response.json();
        const verified =
          typeof body === 'object' &&
          body !== null &&
          'code' in body &&
          Number.isInteger(body.code) &&
          response.headers.get('idempotency-key') === key;
        if (!verified) return await silence();
        witness.answered(response.headers.get('date'));
        const { code, message, data } = body as { code: number; message: unknown; data: unknown };
        return {
          verified: true,
          code,
          message: typeof message === 'string' ? message : '',
          data: data ?? null,
          epoch: response.headers.get('x-store-epoch'),
          retryAfter: Number(response.headers.get('retry-after')) || null,
          date: Date.parse(response.headers.get('date') ?? '') || undefined,
        };
      } catch {
        return await silence();
      }
    },
  };

  /**
   * The reply to a request without a response. It says whether the server answers a probe. If it does, a smaller batch may succeed, and a transfer that needs
   * goods of this one stops waiting.
   */
  async function silence(): Promise<Reply> {
    witness.silent();
    return (await isThere(ask)) ? { verified: false, late: true } : { verified: false };
  }
}

async function isThere(ask: typeof fetch): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(HEALTH_MS);
    const response = await ask(apiUrl('health'), { cache: 'no-store', redirect: 'error', signal });
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null && 'code' in body && body.code === 200;
  } catch {
    return false;
  }
}
