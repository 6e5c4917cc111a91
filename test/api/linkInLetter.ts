import { linkToken, type LinkPurpose } from '../../server/letters/linkToken.ts';
import type { LetterKind } from '../../server/letters/letter.ts';
import { insertionOrder } from '../fixtures/insertionOrder.ts';
import type { TestServer } from './startServer.ts';

export interface QueuedLetter {
  readonly kind: LetterKind;
  /** The recipient: an address, or the current one of a user; null for a user that does not exist. */
  readonly to: string | null;
  readonly payload: Record<string, unknown>;
}

/** The letters in the outbox, in the order of their creation. */
export async function lettersOf({ database }: Pick<TestServer, 'database'>): Promise<QueuedLetter[]> {
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

/** The letters to an address. */
export const lettersTo = async (
  server: Pick<TestServer, 'database'>,
  address: string,
): Promise<QueuedLetter[]> =>
  (await lettersOf(server)).filter(({ to }) => to?.toLowerCase() === address.toLowerCase());

/** The tokens of the links in the letters to an address. */
export const tokensTo = async (
  server: Pick<TestServer, 'database' | 'config'>,
  address: string,
  purpose: LinkPurpose,
): Promise<string[]> =>
  (await lettersTo(server, address))
    .filter(({ kind }) => kind === purpose)
    .map(({ payload }) =>
      linkToken(server.config.refreshTokenSecret, purpose, String(payload['request_id'])),
    );
