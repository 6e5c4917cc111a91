import { BlockList, isIP } from 'node:net';

/** True when the peer at an address, `hop` steps before this server, is a trusted proxy; 0 is the direct peer. */
export type TrustedProxies = (address: string, hop: number) => boolean;

/** Private networks, by the names that Express and Fastify use. */
const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** A longer chain of proxies is a configuration mistake. */
const MAX_HOPS = 10;

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Adds an address, 'address/bits' or a named network to a list; returns false for anything else. */
function addToList(list: BlockList, item: string): boolean {
  const networks = NAMED_NETWORKS[item];
  if (networks) return networks.every((network) => addToList(list, network));
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(item) ?? [];
  if (isIP(address) === 0) return false;
  const maxBits = isIP(address) === 6 ? 128 : 32;
  if (bits !== undefined && Number(bits) > maxBits) return false;
  list.addSubnet(address, bits === undefined ? maxBits : Number(bits), family(address));
  return true;
}

/** An address in a proxy's header, without its port and brackets; null for anything else. */
export function bareAddress(text: string): string | null {
  if (isIP(text) !== 0) return text;
  const address = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(text)?.slice(1).find(Boolean) ?? '';
  return isIP(address) === 0 ? null : address;
}

/** True for an address in one of the networks of the list, with or without a port. */
function isIn(list: BlockList, text: string): boolean {
  const address = bareAddress(text);
  return address !== null && list.check(address, family(address));
}

const privateNetworks = new BlockList();
for (const name of Object.keys(NAMED_NETWORKS)) addToList(privateNetworks, name);

/** True for an address of a private network or of this machine. */
export const isPrivateAddress = (address: string): boolean => isIn(privateNetworks, address);

/**
 * Parses TRUST_PROXY: a number of hops, or a comma-separated list of addresses, networks ('10.0.0.0/8') and the names
 * loopback, linklocal and uniquelocal. Returns null for anything else. A number does not say which proxies are trusted, so a
 * hop is trusted only at a private address. A client on the Internet that bypasses the proxies is therefore not trusted.
 */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    return hops > MAX_HOPS ? null : (address, hop) => hop < hops && isPrivateAddress(address);
  }
  const list = new BlockList();
  const items = text.split(',').map((item) => item.trim());
  return items.every((item) => addToList(list, item)) ? (address) => isIn(list, address) : null;
}
