/** Which proxies are trusted to name a client's address, and how addresses are grouped for rate counts (B10.9, SEC-13). */
import { BlockList, isIP } from 'node:net';

/** The network names that KASUWA_TRUST_PROXY accepts. */
export const NAMED_NETWORKS = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
} as const;
const NAMED: Readonly<Record<string, readonly string[]>> = NAMED_NETWORKS;

const family = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/**
 * Returns the test of whether a hop's X-Forwarded-For is believed. Only the nearest hop is believed, and only if its address is in `trusted`.
 * The client can write any entry further left in the header, including an address of the site's own network.
 */
export function nearestOf(trusted: readonly string[]): (address: string, hop: number) => boolean {
  const list = new BlockList();
  for (const one of trusted.flatMap((name) => NAMED[name] ?? [name])) {
    const [address = '', bits] = one.split('/');
    if (bits === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(bits), family(address));
  }
  return (address, hop) => hop === 0 && isIP(address) !== 0 && list.check(address, family(address));
}

/**
 * Returns the form of an address that rate counts use. An IPv4 address counts by itself, also when it is written as IPv6. An IPv6 address
 * counts as its /64 network, because one connection usually owns the whole /64. The audit log keeps the whole address.
 */
export function countedAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  // URL normalizes the address: lower case, no leading zeros, the longest run of zeros as "::".
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const groups = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff')
    return groups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
      .join('.');
  return `${groups.slice(0, 4).join(':')}::/64`;
}
