import type { FastifyError, FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';
import { api } from './api.ts';
import { checkoutApi } from './checkout.ts';
import { pages } from './pages.ts';
import { badRequest, ProviderRefusal } from './providerRefusal.ts';
import { sandboxOn, type SandboxOptions } from './sandbox.ts';

const trouble = new ProviderRefusal(
  {
    code: 'SERVER_ERROR',
    description:
      'We are facing some trouble completing your request at the moment. Please try again shortly.',
    source: 'NA',
    step: 'NA',
    reason: 'NA',
  },
  {},
  500,
);

/** Whatever was thrown, in the provider's words: a body that could not even be read is a bad request. */
function refusalOf(error: FastifyError): ProviderRefusal {
  if (error instanceof ProviderRefusal) return error;
  if (error instanceof Refusal) return badRequest(error.message);
  const status = error.statusCode ?? 500;
  return status < 500 ? badRequest(error.message, {}, status) : trouble;
}

/**
 * A stand-in for the payment provider, so that the site can be tried without an account and without a network: its HTTP
 * contract, its checkout script with the documented behaviour, and its test cards. The official SDK and the browser
 * cannot tell the difference; no money moves. Its state is in tables of its own.
 */
export default async function sandboxPlugin(app: FastifyInstance, options: SandboxOptions): Promise<void> {
  const sandbox = sandboxOn(options);

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal === trouble) request.log.error(error, 'the sandbox failed');
    return reply.code(refusal.status).send(refusal.body);
  });
  app.setNotFoundHandler(() => {
    throw badRequest('The requested URL was not found on the server.');
  });

  await app.register((scope) => api(scope, sandbox), { prefix: '/v1' });
  await app.register((scope) => checkoutApi(scope, sandbox), { prefix: '/v1/checkout' });
  await app.register(pages, { prefix: '/v1' });
}
