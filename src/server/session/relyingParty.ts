/** The host name that passkeys are made for, and the origins whose responses are accepted (docs/decisions/0151). */
import { isIP } from 'node:net';
import type { Config } from '../config.ts';

export type PasskeyConfig = Pick<Config, 'passkeys' | 'siteUrl'>;

export interface RelyingParty {
  /** The host name without a port. '' when the server is reached by a bare IP address, for which browsers make no passkeys. */
  readonly id: string;
  readonly origins: string[];
}

/**
 * Uses the configured origin, or else the origin of the request. Behind a proxy that ends TLS the server may see http, so the https origin of the
 * same host is accepted too. A forged host gains nothing: each passkey is stored with the host it was made for, and a browser signs only for the host
 * it shows.
 */
export function relyingParty({ siteUrl }: PasskeyConfig, seen: string): RelyingParty {
  const url = new URL(siteUrl ?? (URL.canParse(seen) ? seen : 'http://0.0.0.0'));
  const id = isIP(url.hostname.replace(/^\[|\]$/g, '')) ? '' : url.hostname;
  const origins = siteUrl ? [siteUrl] : [...new Set([url.origin, `https://${url.host}`])];
  return { id, origins };
}
