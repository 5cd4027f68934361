/** What a request is asked before anything is looked up: its body, its token, its origin, its app version (API.md 1.1, 1.2, 1.9). */

import { decodeForm, type Params } from '#contract/form.ts';
import type { Gate } from '#contract/gate.ts';
import { isHubSide } from '#domain/permissions.ts';
import type { Asked } from './asked.ts';
import type { Config } from './config.ts';
import { Refusal } from './refusal.ts';
import type { Asker } from './session.ts';

export function readParams(asked: Asked): Params {
  if (asked.method === 'GET') return decodeForm(asked.query);
  if (asked.parts) return asked.parts;
  if (asked.body !== '' && !asked.contentType.toLowerCase().startsWith('application/x-www-form-urlencoded'))
    throw new Refusal('media_type');
  return decodeForm(asked.body);
}

export function bearer(asked: Asked): string | null {
  const found = /^Bearer ([\w-]{20,200})$/i.exec(asked.headers.authorization ?? '');
  return found?.[1] ?? null;
}

export function mayAsk(gate: Gate, who: Asker): boolean {
  if (gate === 'open' || gate === 'any') return true;
  const wanted = typeof gate === 'string' ? [gate] : gate;
  return wanted.some((one) => (one === 'hub_side' ? isHubSide(who.role) : who.permissions.includes(one)));
}

/** API.md 1.9: a write from a foreign page is refused; there is no cookie, but nobody should try (SEC-12). */
export function refuseForeign(asked: Asked, write: boolean, config: Config): void {
  if (!write || asked.headers['sec-fetch-site'] !== 'cross-site') return;
  if (!config.origins.includes(asked.headers.origin ?? '')) throw new Refusal('forbidden');
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
export function refuseOtherStore(asked: Asked, write: boolean, storeEpoch: string): void {
  const meant = asked.headers['x-store-epoch'];
  if (write && meant && meant !== storeEpoch)
    throw new Refusal('unavailable', 'The server was restored. Everything is sent again.');
}

/** Epoch seconds that a header says; null: it says none. */
export function secondsOf(header: string | undefined): number | null {
  return header && /^\d{1,12}$/.test(header) ? Number(header) : null;
}
