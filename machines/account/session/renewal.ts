import type { LiveSession } from './events.ts';

/** A token is refreshed this long before its expiry (spec 9). */
const RENEW_BEFORE_MS = 60_000;
/** A short token lifetime must not cause a loop of refreshes. */
const MIN_BETWEEN_RENEWALS_MS = 30_000;

interface Received {
  readonly session: LiveSession | null;
  readonly receivedAt: number | null;
}

/** Before the expiry of the access token, but not right after the last refresh. */
export const renewalAt = ({ session, receivedAt }: Received): number =>
  Math.max(
    (session?.expiresAt ?? 0) - RENEW_BEFORE_MS,
    receivedAt === null ? 0 : receivedAt + MIN_BETWEEN_RENEWALS_MS,
  );
