/** Which addresses a hook may have. A hook makes this server ask an address that a person typed, so it must not reach what only the server can (SSRF). */
import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Ranges of IPv4 that are not the public network: private, link-local, shared, of documentation, several receivers. */
const INSIDE = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
];
/** Of IPv6 only 2000::/3 is public; in it these stand for an IPv4 address or for documentation. */
const PUBLIC_6 = ['2000::/3'];
const INSIDE_6 = ['2001::/32', '2001:db8::/32', '2002::/16'];

function listOf(networks: readonly string[], type: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), type);
  }
  return list;
}
const inside = listOf(INSIDE, 'ipv4');
const public6 = listOf(PUBLIC_6, 'ipv6');
const inside6 = listOf(INSIDE_6, 'ipv6');

/** Whether an IP address is one of the public network. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !inside.check(address, 'ipv4');
  return isIP(address) === 6 && public6.check(address, 'ipv6') && !inside6.check(address, 'ipv6');
}

const NOT_PUBLIC = 'The address must be one of the public network.';
const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * What is wrong with the address of a webhook, as a sentence; null: nothing. `strict`: the site serves people (production, staging), so only https to the
 * public network is allowed. Elsewhere http to this machine is allowed too.
 */
export function addressProblem(address: string, strict: boolean): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return 'Enter an address such as https://shop.example/hooks.';
  if (url.username || url.password) return 'The address must not hold a name or a password.';
  if (url.hash) return 'The address must not hold a "#".';
  if (url.protocol === 'http:' && (strict || !LOCAL.test(url.hostname))) return 'The address must begin with https://.';
  return strict && LOCAL.test(url.hostname) ? NOT_PUBLIC : insideProblem(url, strict);
}

/** What is wrong with an address without resolving its name: http, or an IP address that is not public. */
export function insideProblem(url: URL, strict: boolean): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (strict && url.protocol !== 'https:') return 'The address must begin with https://.';
  return strict && isIP(host) !== 0 && !isPublic(host) ? NOT_PUBLIC : null;
}

/** Resolves a name and refuses it if any of its addresses is not public. The connection uses the checked address, so a second resolution cannot differ. */
export const publicLookup: LookupFunction = (host, options, done) => {
  resolve(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '');
    if (found.length === 0 || found.some(({ address }) => !isPublic(address))) return done(new Error(NOT_PUBLIC), '');
    if (options.all) return done(null, found);
    const [first] = found;
    return done(null, first?.address ?? '', first?.family);
  });
};
