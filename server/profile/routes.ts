import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  closeAccountRequest,
  doneResponse,
  exportResponse,
  updateDetailsRequest,
} from '../../contract/account/account.ts';
import { paths } from '../../contract/paths.ts';
import { brand } from '../../domain/content/brand.ts';
import { parseWebUrl } from '../../domain/content/webUrl.ts';
import { fieldError, sessionEnded } from '../platform/http/apiError.ts';
import { done } from '../platform/process/done.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import { checkPassword } from '../account/address/checkPassword.ts';
import { closeAccount } from './closeAccount.ts';
import closingForCustomer from './closeForCustomer.ts';
import type { AccountDeps } from '../account/address/deps.ts';
import { exportData } from './exportData.ts';
import { userById } from '../account/users.ts';

const EXPORT_NAME = `${brand.name.toLowerCase()}-data.json`;

const profileRoutes: FastifyPluginAsyncZod<AccountDeps> = async (app, deps) => {
  const { database } = deps;

  app.post(
    paths.updateDetails,
    {
      schema: {
        operationId: 'updateDetails',
        tags: ['Account'],
        summary: "Changes the user's name, phone, company and website",
        body: updateDetailsRequest,
        response: responseSchemas(200, doneResponse),
      },
      onRequest: app.requireSession,
    },
    async ({ body, user: { id } }) => {
      const { website = null } = body;
      const stored = await userById(database, id);
      // A website that the registration accepted stays valid, so that the other details can be changed.
      if (website !== null && website !== stored?.website && parseWebUrl(website) === null) {
        throw fieldError('website', 'must be a web address, such as litrooms.in or https://litrooms.in');
      }
      const updated = await database
        .updateTable('app_user')
        .set({
          first_name: body.first_name,
          last_name: body.last_name ?? null,
          phone: body.phone,
          company_name: body.company_name ?? null,
          website,
          business_type: body.business_type ?? null,
        })
        .where('id', '=', id)
        .where('closed_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!updated) throw sessionEnded();
      return done;
    },
  );

  app.get(
    paths.exportData,
    {
      config: { stepUp: true },
      schema: {
        operationId: 'exportData',
        tags: ['Account'],
        summary: 'Everything that is stored about the user, as a file',
        response: responseSchemas(200, exportResponse),
        errors: ['too-many-requests'],
      },
      onRequest: app.requireSession,
      preHandler: app.limitUser('export'),
    },
    async ({ user: { id } }, reply) => {
      const user = await userById(database, id);
      if (!user) throw sessionEnded();
      void reply.header('content-disposition', `attachment; filename="${EXPORT_NAME}"`);
      return exportData(deps, user);
    },
  );

  app.post(
    paths.closeAccount,
    {
      config: { stepUp: true },
      schema: {
        operationId: 'closeAccount',
        tags: ['Account'],
        summary: 'Closes the account; bookings and tax documents are kept as the law requires',
        body: closeAccountRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['wrong-password', 'bookings-ahead', 'last-owner', 'points-left', 'too-many-requests'],
      },
      onRequest: app.requireSession,
    },
    async (request, reply) => {
      const user = await checkPassword(deps, request, reply, request.body.password);
      await closeAccount(deps, user, request.body.lost_points);
      return done;
    },
  );

  await app.register(closingForCustomer, deps);
};
export default profileRoutes;
