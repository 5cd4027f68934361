/** Behind an undeclared proxy all users of a site share one address, and the limits by address apply to all of them together (S1). The server warns once. */
import { BlockList, isIP } from 'node:net';
import { NAMED_NETWORKS } from '../calls/addresses.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';

const LOOKED_AT = 200;

/** In production, if no trusted proxy is configured. */
export const watchesAddress = ({ environment, proxyNamed }: Config) => environment === 'production' && !proxyNamed;

/** Called with every call's address. Warns once if the first 200 calls came from one private address. */
export function oneAddressWarning(log: Log): (address: string) => void {
  const own = new BlockList();
  for (const network of NAMED_NETWORKS.uniquelocal) {
    const [address = '', bits] = network.split('/');
    own.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  let first: string | null = null;
  let seen = 0;
  return (address) => {
    if (seen >= LOOKED_AT) return;
    first ??= address;
    seen = address === first ? seen + 1 : LOOKED_AT;
    const isPrivate = isIP(address) !== 0 && own.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
    if (!isPrivate) seen = LOOKED_AT;
    else if (seen === LOOKED_AT && address === first)
      log({
        level: 'warn',
        event: 'one_address',
        address,
        text: `All of the first ${LOOKED_AT} calls came from ${address}. If a proxy stands there, name it in KASUWA_TRUST_PROXY: until then everybody behind it counts as one address.`,
      });
  };
}
