import { createHmac } from 'node:crypto';

/** What a link in a letter does. */
export type LinkPurpose = 'confirm-address' | 'reset';

/** What a token of a letter is good for: a link's purpose, or reading and leaving an entry of the waiting list. */
export type TokenPurpose = LinkPurpose | 'waitlist';

/**
 * The token of a link in a letter, 256 bits as base64url. It is computed from the server's secret and the id of the request, so
 * that neither the outbox nor the request's row has it: who makes the request stores a hash of it, and who sends the
 * letter computes it again.
 * @param secret `refreshTokenSecret` of the configuration
 */
export const linkToken = (secret: string, purpose: TokenPurpose, requestId: string): string =>
  createHmac('sha256', secret).update(`link ${purpose} ${requestId}`).digest('base64url');
