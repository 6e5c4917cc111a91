import { linkToken } from '../../server/outbox/linkToken.ts';
import type { LinkPurpose } from '../../server/platform/database/schema.ts';
import type { EmailKind } from '../../server/platform/database/emailPayloads.ts';
import { insertionOrder } from '../fixtures/insertionOrder.ts';
import type { TestServer } from './startServer.ts';

export interface QueuedEmail {
  readonly kind: EmailKind;
  /** An address, or the current one of a user; null for a user that does not exist. */
  readonly to: string | null;
  readonly payload: Record<string, unknown>;
}

/** In the outbox, in the order of their creation. */
export async function emailsOf({ database }: Pick<TestServer, 'database'>): Promise<QueuedEmail[]> {
  const rows = await database
    .selectFrom('letter')
    .leftJoin('app_user', 'app_user.id', 'letter.user_id')
    .select(['letter.kind', 'letter.to_address', 'letter.payload', 'app_user.email'])
    .orderBy('letter.created_at')
    .orderBy(insertionOrder)
    .execute();
  return rows.map(({ kind, to_address, email, payload }) => ({
    kind,
    to: to_address ?? email,
    payload: payload as Record<string, unknown>,
  }));
}

export const emailsTo = async (
  server: Pick<TestServer, 'database'>,
  address: string,
): Promise<QueuedEmail[]> =>
  (await emailsOf(server)).filter(({ to }) => to?.toLowerCase() === address.toLowerCase());

export const tokensTo = async (
  server: Pick<TestServer, 'database' | 'config'>,
  address: string,
  purpose: LinkPurpose,
): Promise<string[]> =>
  (await emailsTo(server, address))
    .filter(({ kind }) => kind === purpose)
    .map(({ payload }) =>
      linkToken(server.config.refreshTokenSecret, purpose, String(payload['request_id'])),
    );
