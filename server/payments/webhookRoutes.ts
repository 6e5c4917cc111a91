import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { ZodError } from 'zod';
import { paths } from '../../contract/paths.ts';
import { fieldError } from '../apiError.ts';
import type { PaymentDeps } from './deps.ts';
import { paymentNotVerified, providerUnavailable } from './paymentErrors.ts';
import { isSignedWebhook } from './signature.ts';
import { handleWebhook, type WebhookOutcome } from './webhook.ts';

/** The provider counts a delivery as failed after five seconds; the work goes on, and the next delivery finds it done. */
const RESPONSE_TIMEOUT_MS = 4_500;

/** No event id is near as long; a longer one is no reason to lose an event. */
const EVENT_ID = /^[\x21-\x7e]{1,100}$/;

/** How many deliveries this process answered, by how. */
export type WebhookCounts = Map<WebhookOutcome | 'forged' | 'malformed' | 'failed', number>;

export interface WebhookDeps extends PaymentDeps {
  /** What deliveries may be signed with: the present secret first, then those rotated out. */
  readonly secrets: readonly string[];
  readonly counts: WebhookCounts;
}

const headerText = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' && EVENT_ID.test(value) ? value : undefined;

/** Rejects with 'unavailable' when the work is not done in time; it goes on by itself. */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const tooLate = delay(RESPONSE_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
    throw providerUnavailable(new Error('the webhook took too long'));
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    timer.abort();
    tooLate.catch(() => {});
    work.catch(() => {});
  }
}

/**
 * Where the provider reports what happened, whether or not a browser is there to tell. 200 for everything that was
 * understood, also a second time, and for what can never be applied (docs/decisions/0016-what-anybody-may-send.md); 400, and nothing changed, for what it did not sign or what cannot be read; a 5xx asks
 * it to deliver again. Who may call is for the signature over the body's very bytes to say.
 */
const webhookRoutes: FastifyPluginAsync<WebhookDeps> = async (app, { secrets, counts, ...deps }) => {
  const count = (outcome: Parameters<WebhookCounts['get']>[0]): void => {
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  };

  app.removeAllContentTypeParsers();
  // In an object of its own, for the bytes are nobody's fields to look through.
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
      const eventId = headerText(headers['x-razorpay-event-id']);
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
