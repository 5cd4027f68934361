/** Checks of a request before any lookup: its body, token, origin and app version (API.md 1.1, 1.2, 1.9). */

import type { Call } from '#contract/call.ts';
import { decodeForm, type Params } from '#contract/form.ts';
import type { Actor } from '../auth/session.ts';
import type { ApiRequest } from '../calls/apiRequest.ts';
import { Refusal } from '../calls/refusal.ts';
import type { Config } from '../config.ts';

/** The fields of a request, from its query or its form. Throws `media_type` for any other body. */
export function readParams(request: ApiRequest): Params {
  if (request.method === 'GET') return decodeForm(request.query);
  if (request.parts) return request.parts;
  if (request.body !== '' && !request.contentType.toLowerCase().startsWith('application/x-www-form-urlencoded'))
    throw new Refusal('media_type');
  return decodeForm(request.body);
}

/** The bearer token of a request; null if there is none. */
export const bearer = (request: ApiRequest): string | null => bearerIn(request.headers.authorization);

/** The token of an Authorization header. */
export function bearerIn(header: string | undefined): string | null {
  return /^Bearer ([\w-]{20,200})$/i.exec(header ?? '')?.[1] ?? null;
}

/** API.md 1.9: refuses a write from a page of another origin. There is no cookie that it could abuse, but it should not try either (SEC-12). */
export function refuseForeign(request: ApiRequest, write: boolean, config: Config): void {
  if (!write || request.headers['sec-fetch-site'] !== 'cross-site') return;
  if (!config.origins.includes(request.headers.origin ?? '')) throw new Refusal('forbidden');
}

/** Throws 426 if the app's version is older than `oldest`. A request without a version, or with one that is no version, passes. */
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
 * SYNC rule 35: refuses a queue's request that was built for the database before a restore. The changes that it depends on must be sent again first. The answer
 * names the present epoch.
 */
export function refuseOtherStore(request: ApiRequest, write: boolean, storeEpoch: string): void {
  const meant = request.headers['x-store-epoch'];
  if (write && meant && meant !== storeEpoch)
    throw new Refusal('unavailable', 'The server was restored. Everything is sent again.');
}

/** The epoch seconds in a header; null: none. */
export function secondsOf(header: string | undefined): number | null {
  return header && /^\d{1,12}$/.test(header) ? Number(header) : null;
}

/** Calls that an account with a starter password may still make (B10.6). */
const BEFORE_CHANGE = new Set(['administrator/read_delegate', 'user/update_auth', 'auth/revoke']);

/** Calls that an account without a passkey may still make on a site that requires one (security S7). */
const BEFORE_PASSKEY = new Set([
  'administrator/read_delegate',
  'user/change_auth',
  'auth/revoke',
  'passkey/read_mine',
  'passkey/register_options',
  'passkey/register',
  'passkey/removal_read',
]);

/** Refuses all other calls until the person has chosen a password (B10.6), then until the person has registered a required passkey (S7). */
export function refuseBeforeOwn(who: Actor, { allow, path }: Call): void {
  if (allow === 'open') return;
  if (who.must_change && !BEFORE_CHANGE.has(path)) throw new Refusal('must_change_password');
  if (who.must_register && !who.must_change && !BEFORE_PASSKEY.has(path)) throw new Refusal('must_register_passkey');
}
