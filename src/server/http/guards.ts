/** Checks of a request before any lookup: its body, token, origin and app version (API.md 1.1, 1.2, 1.9). */

import type { Call } from '#contract/call.ts';
import { decodeForm, type Params } from '#contract/form.ts';
import type { Actor } from '../auth/session.ts';
import type { ApiRequest } from '../calls/apiRequest.ts';
import { Refusal } from '../calls/refusal.ts';
import type { Config } from '../config.ts';

export function readParams(request: ApiRequest): Params {
  if (request.method === 'GET') return decodeForm(request.query);
  if (request.parts) return request.parts;
  if (request.body !== '' && !request.contentType.toLowerCase().startsWith('application/x-www-form-urlencoded'))
    throw new Refusal('media_type');
  return decodeForm(request.body);
}

export const bearer = (request: ApiRequest): string | null => bearerIn(request.headers.authorization);

/** The token of an Authorization header. */
export function bearerIn(header: string | undefined): string | null {
  return /^Bearer ([\w-]{20,200})$/i.exec(header ?? '')?.[1] ?? null;
}

/** API.md 1.9: a write from a foreign page is refused; there is no cookie, but nobody should try (SEC-12). */
export function refuseForeign(request: ApiRequest, write: boolean, config: Config): void {
  if (!write || request.headers['sec-fetch-site'] !== 'cross-site') return;
  if (!config.origins.includes(request.headers.origin ?? '')) throw new Refusal('forbidden');
}

export function refuseOldApp(version: string | undefined, oldest: string): void {
  if (!version) return;
  const parts = (text: string) => text.split(/[.+-]/).slice(0, 3).map(Number);
  const [mine, least] = [parts(version), parts(oldest)];
  if (mine.some(Number.isNaN)) return;
  for (let at = 0; at < 3; at += 1) {
    const difference = (mine[at] ?? 0) - (least[at] ?? 0);
    if (difference > 0) return;
    if (difference < 0) throw new Refusal('upgrade_required');
  }
}

/**
 * SYNC rule 35: a queue's request that was made for the store before a restore is not applied: what it builds on comes first, again. The
 * answer names the store as it is now.
 */
export function refuseOtherStore(request: ApiRequest, write: boolean, storeEpoch: string): void {
  const meant = request.headers['x-store-epoch'];
  if (write && meant && meant !== storeEpoch)
    throw new Refusal('unavailable', 'The server was restored. Everything is sent again.');
}

/** Epoch seconds that a header says; null: it says none. */
export function secondsOf(header: string | undefined): number | null {
  return header && /^\d{1,12}$/.test(header) ? Number(header) : null;
}

/** Calls that an account with a starter password may still ask (B10.6). */
const BEFORE_CHANGE = new Set(['administrator/read_delegate', 'user/update_auth', 'auth/revoke']);

/** Calls that an account may still ask of which the site demands a passkey and which has none (security S7). */
const BEFORE_PASSKEY = new Set([
  'administrator/read_delegate',
  'user/change_auth',
  'auth/revoke',
  'passkey/read_mine',
  'passkey/register_options',
  'passkey/register',
  'passkey/removal_read',
]);

/** Nothing else is answered before a password of one's own was chosen (B10.6), then before a passkey that the site demands was registered (S7). */
export function refuseBeforeOwn(who: Actor, { allow, path }: Call): void {
  if (allow === 'open') return;
  if (who.must_change && !BEFORE_CHANGE.has(path)) throw new Refusal('must_change_password');
  if (who.must_register && !who.must_change && !BEFORE_PASSKEY.has(path)) throw new Refusal('must_register_passkey');
}
