import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiEndpoint, CallFault, CallFaults } from './faults.ts';
import { trouble } from './providerError.ts';

/** What a proxy in front of the provider says when nothing behind it answers. */
const BAD_GATEWAY = '<html><body><h1>502 Bad Gateway</h1></body></html>';

/** Makes the calls of a scope go wrong as they were told to. `prefix`: what comes before an endpoint's path. */
export function installCallFaults(app: FastifyInstance, faults: CallFaults, prefix: string): void {
  const faultOf = new WeakMap<FastifyRequest, CallFault>();

  /** The answer in place of the real one; undefined when it is the real one after all. */
  function respondWithFault(fault: CallFault, reply: FastifyReply): string | undefined {
    if (fault.kind === 'server-error') {
      reply.code(trouble.status).type('application/json; charset=utf-8');
      return JSON.stringify(trouble.body);
    }
    if (fault.kind !== 'bad-gateway') return undefined;
    reply.code(502).type('text/html');
    return BAD_GATEWAY;
  }

  // Not before the body was read, or the connection could not be used again.
  app.addHook('preHandler', async (request, reply) => {
    const path = (request.routeOptions.url ?? '').slice(prefix.length);
    const fault = faults.take(`${request.method} ${path}` as ApiEndpoint);
    if (fault === undefined) return;
    if ('done' in fault && !fault.done) await reply.send(respondWithFault(fault, reply));
    else faultOf.set(request, fault);
  });

  // What was asked for has been done and committed by now.
  app.addHook('onSend', async (request, reply, payload) => {
    const fault = faultOf.get(request);
    if (fault === undefined) return payload;
    if (fault.kind === 'latency') await delay(fault.ms);
    if (fault.kind === 'dropped-answer') request.raw.socket.destroy();
    return respondWithFault(fault, reply) ?? payload;
  });
}
