import { createHmac } from 'node:crypto';
import type { LinkPurpose } from '../platform/database/schema.ts';

/** That of a link, or reading and leaving an entry of the waiting list. */
export type TokenPurpose = LinkPurpose | 'waitlist';

/**
 * The token of a link in an email, 256 bits as base64url. It is computed from the server's secret and the id of the request, so
 * neither the outbox nor the row of the request contains it. The code that creates the request stores a hash of the token, and
 * the code that sends the email computes the token again.
 * @param secret `refreshTokenSecret` of the configuration
 */
export const linkToken = (secret: string, purpose: TokenPurpose, requestId: string): string =>
  createHmac('sha256', secret).update(`link ${purpose} ${requestId}`).digest('base64url');
