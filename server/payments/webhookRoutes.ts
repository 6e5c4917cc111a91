import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { ZodError } from 'zod';
import { paths } from '../../contract/paths.ts';
import { fieldError } from '../apiError.ts';
import type { PaymentDeps } from './deps.ts';
import { paymentNotVerified, providerUnavailable } from './paymentErrors.ts';
import { isSignedWebhook } from './signature.ts';
import { handleWebhook, type WebhookOutcome } from './webhook.ts';

/**
 * The provider counts a delivery as failed after five seconds. The work continues, and the redelivery finds it done.
 */
export const RESPONSE_TIMEOUT_MS = 4_500;

/** No event id is nearly as long. An event with a longer one is processed without an id. */
const EVENT_ID = /^[\x21-\x7e]{1,100}$/;

/** The number of deliveries of this process by outcome. */
export type WebhookCounts = Map<WebhookOutcome | 'forged' | 'malformed' | 'failed', number>;

export interface WebhookDeps extends PaymentDeps {
  /** The secrets that a delivery may be signed with: the present one first, then rotated ones. */
  readonly secrets: readonly string[];
  readonly counts: WebhookCounts;
}

const validEventId = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' && EVENT_ID.test(value) ? value : undefined;

/** Rejects with 'unavailable' after the timeout; the work continues. */
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
 * POST webhook: the provider's reports. 200 for every valid event, including redelivered ones and those that can never
 * be applied (docs/decisions/0016-what-anybody-may-send.md). 400, with nothing changed, for a wrong signature or an
 * unreadable body. A 5xx makes the provider deliver again. The signature over the body's bytes authenticates the
 * caller.
 */
const webhookRoutes: FastifyPluginAsync<WebhookDeps> = async (app, { secrets, counts, ...deps }) => {
  const count = (outcome: Parameters<WebhookCounts['get']>[0]): void => {
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  };

  app.removeAllContentTypeParsers();
  // Wrapped in an object, so that the check for NUL characters does not search the bytes.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => ({
    bytes: body,
  }));

  app.post<{ Body: { bytes: Buffer } | undefined }>(
    paths.paymentWebhook,
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
export default webhookRoutes;
