import { isIPv6 } from 'node:net';

/** An IPv6 network hands out its lower 64 bits freely: one subscriber has them all. */
const GROUPS_OF_A_NETWORK = 4;

/** The eight groups of an IPv6 address, as the URL standard writes them out. */
function groupsOf(address: string): string[] {
  const written = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const split = (part: string): string[] => part.split(':').filter((group) => group !== '');
  const [head = '', tail = ''] = written.split('::');
  const [first, last] = [split(head), split(tail)];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last];
}

/**
 * Whose network an address is of, as limits count: an IPv4 address itself, also where it is written as an IPv6 one, and
 * the first 64 bits of an IPv6 address.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? `${groupsOf(address).slice(0, GROUPS_OF_A_NETWORK).join(':')}::/64`;
}
