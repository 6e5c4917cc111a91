import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { ZodError } from 'zod';
import { paths } from '../../../contract/paths.ts';
import { fieldError } from '../../platform/http/apiError.ts';
import type { PaymentDeps } from '../deps.ts';
import { paymentNotVerified, providerUnavailable } from '../paymentErrors.ts';
import { isSignedWebhook } from '../provider/signature.ts';
import { handleWebhook, type WebhookOutcome } from '../reconcile/webhook.ts';

/**
 * The timeout of a delivery, in milliseconds. The provider counts a delivery as failed after five seconds. After the timeout
 * the work continues, and the redelivery finds the event processed.
 */
export const RESPONSE_TIMEOUT_MS = 4_500;

/** The provider's event ids are much shorter. An event with a longer id is processed without an id. */
const EVENT_ID = /^[\x21-\x7e]{1,100}$/;

/** Deliveries that this process has handled, by outcome. */
export type WebhookCounts = Map<WebhookOutcome | 'forged' | 'malformed' | 'failed', number>;

export interface WebhookDeps extends PaymentDeps {
  /** The current secret first, then rotated ones. */
  readonly secrets: readonly string[];
  readonly counts: WebhookCounts;
}

const validEventId = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' && EVENT_ID.test(value) ? value : undefined;

/** Rejects with 'unavailable' after the timeout. The work continues. */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const timeout = delay(RESPONSE_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
    throw providerUnavailable(new Error('the webhook took too long'));
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    timer.abort();
    timeout.catch(() => {});
    work.catch(() => {});
  }
}

/**
 * POST webhook: the provider's events. Responds with 200 to every valid event, including redelivered events and events that can
 * never be applied. Responds with 400, with nothing changed, to a wrong signature or an unreadable body. After a 5xx the provider
 * delivers the event again. The signature over the body's bytes authenticates the caller.
 */
const paymentRoutes: FastifyPluginAsync<WebhookDeps> = async (app, { secrets, counts, ...deps }) => {
  const count = (outcome: Parameters<WebhookCounts['get']>[0]): void => {
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  };

  app.removeAllContentTypeParsers();
  // The bytes are wrapped in an object, so that the check for NUL characters does not search them.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => ({
    bytes: body,
  }));

  app.post<{ Body: { bytes: Buffer } | undefined }>(
    paths.paymentWebhook,
    {
      schema: {
        operationId: 'paymentWebhook',
        tags: ['Payments'],
        summary: 'Receives the events of the payment provider, signed with its webhook secret',
        errors: ['payment-not-verified', 'bad-input'],
      },
    },
    async ({ body, headers, ip, log }) => {
      const bytes = body?.bytes ?? Buffer.alloc(0);
      if (!isSignedWebhook(bytes, headers['x-razorpay-signature'], secrets)) {
        count('forged');
        log.warn({ ip, bytes: bytes.length }, 'a webhook that the payment provider did not sign');
        throw paymentNotVerified();
      }
      const eventId = validEventId(headers['x-razorpay-event-id']);
      try {
        const outcome = await withTimeout(handleWebhook({ ...deps, log }, { body: bytes, eventId }));
        count(outcome);
        return { status: outcome };
      } catch (error) {
        if (!(error instanceof ZodError || error instanceof SyntaxError)) {
          count('failed');
          throw error;
        }
        count('malformed');
        log.error({ eventId, bytes: bytes.length }, 'a signed webhook that cannot be read');
        throw fieldError('body', 'must be an event of the payment provider');
      }
    },
  );
};
export default paymentRoutes;
