/** For which host name passkeys are made, and from which origins their answers are taken (docs/decisions/0151). */
import { isIP } from 'node:net';
import type { Config } from '../config.ts';

export type PasskeyConfig = Pick<Config, 'passkeys' | 'siteUrl'>;

export interface RelyingParty {
  /** The host name without a port; '' where the server is reached by a bare address, for which no browser makes a passkey. */
  readonly id: string;
  readonly origins: string[];
}

/**
 * The configured origin alone, else how this request reached the server. Behind a proxy that ends TLS the server itself may see http: an
 * https page of the same host is the same app. Whoever asks by another host gets nothing by it: each passkey is kept with the host it was
 * made for, and a browser signs only for the host that it shows.
 */
export function relyingParty({ siteUrl }: PasskeyConfig, seen: string): RelyingParty {
  const url = new URL(siteUrl ?? (URL.canParse(seen) ? seen : 'http://0.0.0.0'));
  const id = isIP(url.hostname.replace(/^\[|\]$/g, '')) ? '' : url.hostname;
  const origins = siteUrl ? [siteUrl] : [...new Set([url.origin, `https://${url.host}`])];
  return { id, origins };
}
