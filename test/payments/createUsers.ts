import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { UserTable } from '../../server/platform/database/schema.ts';
import { accessTokens } from '../../server/account/session/accessTokens.ts';
import type { SignedIn } from '../api/client.ts';
import { insertSession } from '../fixtures/insertSession.ts';
import type { PaymentServer } from './startPayments.ts';

/** Creates signed-in users without a password: members, unless `values` says otherwise. */
export async function createUsers(
  server: PaymentServer,
  count: number,
  values: Partial<Insertable<UserTable>> = {},
): Promise<SignedIn[]> {
  const tokens = accessTokens(server.config, () => server.clock.now);
  const rows = await server.database
    .insertInto('app_user')
    .values(
      Array.from({ length: count }, () => ({
        email: `${randomUUID()}@example.com`,
        password_hash: '-',
        first_name: 'Kala',
        phone: '+919840012345',
        is_member: true,
        half_points: 1000,
        ...values,
      })),
    )
    .returning('id')
    .execute();
  return Promise.all(
    rows.map(async ({ id }) => ({
      user_id: id,
      is_member: values.is_member ?? true,
      refresh: '',
      access: await tokens.issue({
        id,
        isMember: values.is_member ?? true,
        sessionId: await insertSession(server.database, id),
      }),
    })),
  );
}
