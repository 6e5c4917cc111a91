import { BlockList, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
const isLoopback = (address = ''): boolean => loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Against DNS rebinding: a page of another site whose host name resolves to this machine must not read anything. */
const isLocalName = (host: string): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(host);

/**
 * The headers that proxies add: RFC 7239, RFC 9110, and those of common proxies and content networks. Most name the visitor's
 * address, such as X-Real-IP, Client-IP and X-Azure-ClientIP.
 */
const FORWARDING_HEADER =
  /forwarded|^(?:.*-)?(?:client)?ip$|^via$|^x-original-|^x-envoy-|^x-arr-|^cf-|^cdn-loop$|^x-amzn-trace-id$/;

/**
 * True for a request that a program on this machine made to a local name of it. A proxy on this machine also connects from here,
 * and may send a local name, so a request with any forwarding header is from somewhere else, whether TRUST_PROXY names the
 * proxy or not.
 */
export const isFromThisMachine = ({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean =>
  isLoopback(socket.remoteAddress) &&
  isLocalName(headers.host ?? '') &&
  !Object.keys(headers).some((name) => FORWARDING_HEADER.test(name));
