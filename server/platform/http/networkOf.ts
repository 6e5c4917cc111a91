import { isIPv6 } from 'node:net';

/** A network, and how many times the limit of the smallest one it may use. */
export interface Network {
  readonly network: string;
  readonly share: number;
}

/**
 * The networks of an IPv6 address from the smallest to the largest, in bits. A subscriber gets 64, 56 or 48 bits, so one person
 * may have 65,536 of the smallest ones; but the larger ones may also belong to several people.
 */
const IPV6_NETWORKS = [
  { bits: 64, share: 1 },
  { bits: 56, share: 2 },
  { bits: 48, share: 4 },
] as const;
const BITS_PER_GROUP = 16;
/** `networksOf` returns at most this many. */
export const MAX_NETWORKS = IPV6_NETWORKS.length;

/** Eight groups, normalised by the URL parser. */
function groupsOf(address: string): string[] {
  const normalised = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const split = (part: string): string[] => part.split(':').filter((group) => group !== '');
  const [head = '', tail = ''] = normalised.split('::');
  const [first, last] = [split(head), split(tail)];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last];
}

/** The first `bits` bits. */
function prefixOf(groups: readonly string[], bits: number): string {
  const whole = groups.slice(0, Math.floor(bits / BITS_PER_GROUP));
  const rest = bits % BITS_PER_GROUP;
  if (rest > 0) {
    const group = Number.parseInt(groups[whole.length] ?? '0', 16);
    whole.push((group & (0xffff << (BITS_PER_GROUP - rest))).toString(16));
  }
  return `${whole.join(':')}::/${bits}`;
}

/**
 * The networks of an address for rate limits, the smallest first: an IPv4 address itself, also when it is mapped to IPv6, and the
 * first 64, 56 and 48 bits of an IPv6 address.
 */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  if (!isIPv6(address)) return [{ network: address, share: 1 }];
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return [{ network: mapped, share: 1 }];
  const groups = groupsOf(address);
  const [smallest, ...larger] = IPV6_NETWORKS.map(({ bits, share }) => ({
    network: prefixOf(groups, bits),
    share,
  }));
  return [smallest as Network, ...larger];
}

export const networkOf = (address: string): string => networksOf(address)[0].network;

/** For the limit on unpaid holds: the largest network that `networksOf` returns. */
export const siteOf = (address: string): string =>
  (networksOf(address).at(-1) ?? networksOf(address)[0]).network;
