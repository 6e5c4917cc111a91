import type { FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { bareAddress, isPrivateAddress, type TrustedProxies } from '../../config/trustedProxies.ts';

const isForwarded = ({ headers }: FastifyRequest): boolean =>
  headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;

/**
 * Sets `request.ip` to the visitor's address for the rate limits. A port that some proxies add is removed, and an invalid
 * address is replaced by that of the peer, because a visitor could otherwise get a new rate limit with each request. Logs one
 * warning per process when a proxy forwards requests that TRUST_PROXY does not name.
 */
export default plugin<{ trusted: TrustedProxies | false }>(async (app, { trusted }) => {
  let warned = false;

  function warnOnce(request: FastifyRequest, peer: string): void {
    if (warned || !isForwarded(request)) return;
    if (trusted === false ? !isPrivateAddress(peer) : trusted(peer, 0)) return;
    warned = true;
    request.log.warn(
      { peer },
      trusted === false
        ? 'A proxy forwards requests, and TRUST_PROXY is not set: all visitors share one rate limit. See docs/runbook.md.'
        : 'Forwarded addresses from a peer that TRUST_PROXY does not name are ignored. See docs/runbook.md.',
    );
  }

  app.addHook('onRequest', (request, _reply, done) => {
    const peer = request.socket.remoteAddress ?? '';
    warnOnce(request, peer);
    if (trusted !== false) {
      const address = bareAddress(request.ip) ?? peer;
      if (address !== request.ip) Object.defineProperty(request, 'ip', { value: address });
    }
    done();
  });
});
