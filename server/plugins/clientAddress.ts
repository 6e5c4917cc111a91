import type { FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { bareAddress, isLocal, type TrustedProxies } from '../trustedProxies.ts';

const isForwarded = ({ headers }: FastifyRequest): boolean =>
  headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;

/**
 * Makes `request.ip` the visitor's address: without a port that some proxies add, and the peer's own address when a
 * proxy sent an invalid one, so that neither gives a visitor a new rate limit per request. Warns once per process when
 * a proxy is in front that TRUST_PROXY does not name.
 */
export default plugin<{ trusted: TrustedProxies | false }>(async (app, { trusted }) => {
  let warned = false;

  function warn(request: FastifyRequest, peer: string): void {
    if (warned || !isForwarded(request)) return;
    if (trusted === false ? !isLocal(peer) : trusted(peer, 0)) return;
    warned = true;
    request.log.warn(
      { peer },
      trusted === false
        ? 'A proxy forwards requests, and TRUST_PROXY is not set: all visitors share one rate limit. See docs/runbook.md.'
        : 'Forwarded addresses from a peer that TRUST_PROXY does not name are not believed. See docs/runbook.md.',
    );
  }

  app.addHook('onRequest', (request, _reply, done) => {
    const peer = request.socket.remoteAddress ?? '';
    warn(request, peer);
    if (trusted !== false) {
      const address = bareAddress(request.ip) ?? peer;
      if (address !== request.ip) Object.defineProperty(request, 'ip', { value: address });
    }
    done();
  });
});
