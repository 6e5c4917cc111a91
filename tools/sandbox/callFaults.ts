import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiEndpoint, CallFault, CallFaults } from './faults.ts';
import { serverError } from './providerError.ts';

/** The response of a proxy whose upstream does not respond. */
const BAD_GATEWAY = '<html><body><h1>502 Bad Gateway</h1></body></html>';

/** Injects the armed faults into the calls of a scope. `prefix`: the prefix of an endpoint's path. */
export function installCallFaults(app: FastifyInstance, faults: CallFaults, prefix: string): void {
  const faultOf = new WeakMap<FastifyRequest, CallFault>();

  /** Undefined for the real response. */
  function respondWithFault(fault: CallFault, reply: FastifyReply): string | undefined {
    if (fault.kind === 'server-error') {
      reply.code(serverError.status).type('application/json; charset=utf-8');
      return JSON.stringify(serverError.body);
    }
    if (fault.kind !== 'bad-gateway') return undefined;
    reply.code(502).type('text/html');
    return BAD_GATEWAY;
  }

  // Not before the body was read, because the connection could not be reused.
  app.addHook('preHandler', async (request, reply) => {
    const path = (request.routeOptions.url ?? '').slice(prefix.length);
    const fault = faults.take(`${request.method} ${path}` as ApiEndpoint);
    if (fault === undefined) return;
    if ('done' in fault && !fault.done) await reply.send(respondWithFault(fault, reply));
    else faultOf.set(request, fault);
  });

  // The call has been carried out and committed by now.
  app.addHook('onSend', async (request, reply, payload) => {
    const fault = faultOf.get(request);
    if (fault === undefined) return payload;
    if (fault.kind === 'latency') await delay(fault.ms);
    if (fault.kind === 'lost-response') request.raw.socket.destroy();
    return respondWithFault(fault, reply) ?? payload;
  });
}
