import { BlockList, isIP } from 'node:net';

/** True when the peer at an address, `hop` steps before this server, is a trusted proxy; 0 is the direct peer. */
export type TrustedProxies = (address: string, hop: number) => boolean;

/** Private networks, by the names that other servers' documentation uses. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** The largest number of hops; a longer chain of proxies is a mistake. */
const MAX_HOPS = 10;

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Adds an address, 'address/bits' or a named range to a list; false for anything else. */
function add(list: BlockList, item: string): boolean {
  const named = NAMED[item];
  if (named) return named.every((network) => add(list, network));
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(item) ?? [];
  if (isIP(address) === 0) return false;
  const most = isIP(address) === 6 ? 128 : 32;
  if (bits !== undefined && Number(bits) > most) return false;
  list.addSubnet(address, bits === undefined ? most : Number(bits), family(address));
  return true;
}

/** An address in a proxy's header, without its port and brackets; null for anything else. */
export function bareAddress(text: string): string | null {
  if (isIP(text) !== 0) return text;
  const address = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(text)?.slice(1).find(Boolean) ?? '';
  return isIP(address) === 0 ? null : address;
}

/** True for an address in one of these networks, with or without a port. */
function isIn(list: BlockList, text: string): boolean {
  const address = bareAddress(text);
  return address !== null && list.check(address, family(address));
}

const local = new BlockList();
for (const name of Object.keys(NAMED)) add(local, name);

/** True for an address of a private network or of this machine. */
export const isLocal = (address: string): boolean => isIn(local, address);

/**
 * Parses TRUST_PROXY: a number of hops, or a comma-separated list of addresses, networks ('10.0.0.0/8') and the names
 * loopback, linklocal and uniquelocal. Null for anything else. A number does not say which proxies are trusted, so a
 * hop counts only at a private address: a client that bypasses the proxies is not trusted.
 */
export function readTrustedProxies(text: string): TrustedProxies | null {
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    return hops > MAX_HOPS ? null : (address, hop) => hop < hops && isLocal(address);
  }
  const list = new BlockList();
  const items = text.split(',').map((item) => item.trim());
  return items.every((item) => add(list, item)) ? (address) => isIn(list, address) : null;
}
