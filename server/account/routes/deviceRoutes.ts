import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { devicesResponse, doneResponse, signOutDeviceRequest } from '../../../contract/account/account.ts';
import { paths } from '../../../contract/paths.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { done } from '../../platform/process/done.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import type { AccountDeps } from '../address/deps.ts';
import { lockUser } from '../users.ts';

const UNKNOWN_DEVICE = 'Unknown device';

/** Each device is a session. */
const deviceRoutes: FastifyPluginAsyncZod<AccountDeps> = async (app, { database, sessions }) => {
  app.get(
    paths.devices,
    {
      schema: {
        operationId: 'devices',
        tags: ['Account'],
        summary: 'The devices that are signed in',
        response: responseSchemas(200, devicesResponse),
      },
      onRequest: app.requireSession,
    },
    async ({ user }) => {
      const data = (await sessions.list(user.id)).map(({ id, device, created_at, last_used_at }) => ({
        id,
        device: device ?? UNKNOWN_DEVICE,
        signed_in_at: created_at.toISOString(),
        last_used_at: last_used_at.toISOString(),
        is_current: id === user.sessionId,
      }));
      return { data: data.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)) };
    },
  );

  app.post(
    paths.signOutDevice,
    {
      config: { stepUp: true },
      schema: {
        operationId: 'signOutDevice',
        tags: ['Account'],
        summary: 'Signs one device out',
        body: signOutDeviceRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found'],
      },
      onRequest: app.requireSession,
    },
    async ({ body, user }) => {
      if (!(await sessions.revokeOne(user.id, body.id))) {
        throw new ApiError('not-found', 'You are not signed in on this device');
      }
      return done;
    },
  );

  app.post(
    paths.signOutOthers,
    {
      config: { stepUp: true },
      schema: {
        operationId: 'signOutOthers',
        tags: ['Account'],
        summary: 'Signs all other devices out',
        response: responseSchemas(200, doneResponse),
      },
      onRequest: app.requireSession,
    },
    async ({ user }) => {
      await inTransaction(database, async (tx) => {
        await lockUser(tx, user.id);
        await sessions.revokeAll(tx, user.id, user.sessionId ?? undefined);
      });
      return done;
    },
  );
};
export default deviceRoutes;
