import { isIPv6 } from 'node:net';

/** A subscriber of IPv6 gets a network of 64 bits: the first four groups of an address. */
const NETWORK_GROUPS = 4;

/** The largest network that one customer of a provider usually gets has 48 bits, and its owner uses all of its addresses. */
const SITE_GROUPS = 3;

/** The eight groups of an IPv6 address, normalised by the URL parser. */
function groupsOf(address: string): string[] {
  const normalised = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const split = (part: string): string[] => part.split(':').filter((group) => group !== '');
  const [head = '', tail = ''] = normalised.split('::');
  const [first, last] = [split(head), split(tail)];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last];
}

/** An IPv4 address itself, also when it is mapped to IPv6, and the first groups of an IPv6 address. */
function firstGroups(address: string, groups: number): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? `${groupsOf(address).slice(0, groups).join(':')}::/${groups * 16}`;
}

/**
 * The network of an address for rate limits: an IPv4 address itself, also when it is mapped to IPv6, and the first 64
 * bits of an IPv6 address.
 */
export const networkOf = (address: string): string => firstGroups(address, NETWORK_GROUPS);

/** The network of an address for the limit on unpaid holds: like `networkOf`, with the first 48 bits of an IPv6 address. */
export const siteOf = (address: string): string => firstGroups(address, SITE_GROUPS);
