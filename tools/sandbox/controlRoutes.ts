import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isFromThisMachine } from '../thisMachine.ts';
import type { SandboxControls } from './controls.ts';
import { apiEndpoints, callFault, times, webhookEventName, webhookFault } from './faults.ts';
import { readBody } from './orders.ts';
import { badRequest } from './providerError.ts';

export const CONTROL_HEADER = 'x-sandbox-control';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const amountInput = z.object({ amount: z.int().min(1).optional() });
const refundInput = amountInput.extend({ speed: z.enum(['normal', 'optimum']).default('normal') });
const refusalInput = z.object({ reason: z.enum(['too-old', 'never', 'balance']).nullable() });
const decisionInput = z.object({ status: z.enum(['under_review', 'won', 'lost', 'closed']) });
const changeInput = z.object({ fee: z.int().min(0).default(0), discount: z.int().min(0).default(0) });

interface ById {
  Params: { id: string };
}

const callsInput = z.object({ endpoint: z.enum(apiEndpoints), fault: callFault, times });
const webhooksInput = z.object({
  fault: webhookFault,
  event: webhookEventName.or(z.literal('any')).default('any'),
  times,
});
const clockInput = z.object({ advanceMs: z.int().min(0) });
const deliverInput = z.object({ now: z.int().optional() });
const targetInput = z.object({
  url: z.url({ protocol: /^http$/, hostname: /^(127\.\d+\.\d+\.\d+|localhost)$/ }).nullable(),
});
const authorizeInput = z.object({
  afterMs: z.int().min(0).default(0),
  capture: z.enum(['by-rule', 'always']).default('by-rule'),
});

/**
 * The controls over HTTP, for tests with a separate server process (docs/sandbox.md). Responds only to callers on the
 * same machine with the control secret; for anyone else the routes do not exist.
 */
export async function controlRoutes(
  app: FastifyInstance,
  { controls, secret }: { controls: SandboxControls; secret: string },
): Promise<void> {
  const expected = digest(secret);

  app.addHook('onRequest', async (request) => {
    const secretHeader = request.headers[CONTROL_HEADER];
    const allowed = isFromThisMachine(request) && typeof secretHeader === 'string';
    if (!allowed || !timingSafeEqual(expected, digest(secretHeader)))
      throw badRequest('The requested URL was not found on the server.');
  });

  app.post('/faults/calls', async ({ body }) => {
    const { endpoint, fault, times: often } = readBody(callsInput, body);
    controls.failCalls(endpoint, fault, often);
    return {};
  });
  app.post('/faults/webhooks', async ({ body }) => {
    const { fault, event, times: often } = readBody(webhooksInput, body);
    controls.injectWebhookFaults(fault, { event, times: often });
    return {};
  });
  app.post('/faults/refunds', async ({ body }) => {
    controls.failNextRefunds(readBody(z.object({ times }), body).times);
    return {};
  });

  app.get('/clock', async () => ({ now: controls.now() }));
  app.post('/clock', async ({ body }) => {
    await controls.advanceClock(readBody(clockInput, body).advanceMs);
    return { now: controls.now() };
  });

  app.get('/webhooks', async () => ({ items: await controls.webhooks() }));
  app.post('/webhooks/deliver', async ({ body }) => ({
    items: await controls.deliverDue(readBody(deliverInput, body).now),
  }));
  app.post('/webhooks/target', async ({ body }) => {
    controls.sendWebhooksTo(readBody(targetInput, body).url);
    return {};
  });

  app.post<ById>('/payments/:id/authorize', ({ params, body }) =>
    controls.authorizePayment(params.id, readBody(authorizeInput, body)),
  );
  app.post<ById>('/payments/:id/fail', ({ params }) => controls.failPayment(params.id));
  app.post<ById>('/refunds/:id/process', ({ params }) => controls.processRefund(params.id));
  app.post<ById>('/refunds/:id/fail', ({ params }) => controls.failRefund(params.id));

  app.post<ById>('/payments/:id/refund', ({ params, body }) =>
    controls.refundByHand(params.id, readBody(refundInput, body)),
  );
  app.post('/refunds/refuse', async ({ body }) => {
    controls.refuseRefunds(readBody(refusalInput, body).reason);
    return {};
  });
  app.post<ById>('/payments/:id/dispute', ({ params, body }) =>
    controls.openDispute(params.id, readBody(amountInput, body)),
  );
  app.post<ById>('/disputes/:id/decide', ({ params, body }) =>
    controls.decideDispute(params.id, readBody(decisionInput, body).status),
  );
  app.post('/payments/amounts', async ({ body }) => {
    controls.changeAmounts(readBody(changeInput, body));
    return {};
  });

  app.post('/reset', async () => {
    await controls.reset();
    return {};
  });
}
