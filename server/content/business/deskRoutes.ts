import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  businessSavedResponse,
  deskBusinessResponse,
  saveBusinessRequest,
  savePolicyTextRequest,
} from '../../../contract/business.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { Business } from '../../../domain/content/business.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import { deskBusiness, saveBusiness, savePolicyText } from './editBusiness.ts';
import type { DeskDeps } from '../../audit/deps.ts';
import { staffChange, type Staff } from '../../audit/staffChange.ts';

interface BusinessDeps extends DeskDeps {
  /** Of the environment. */
  readonly business: Business;
}

const businessRoutes: FastifyPluginAsyncZod<BusinessDeps> = async (app, { database, now, business }) => {
  const config = { role: 'owner' } as const;
  const change = (staff: Staff) => ({ database, now, staff, role: 'owner' }) as const;
  const saved = responseSchemas(200, businessSavedResponse);

  app.get(
    deskPaths.business,
    {
      config,
      schema: {
        operationId: 'deskBusiness',
        tags: ['Desk'],
        summary: 'The details of the business, and the texts of its site',
        response: responseSchemas(200, deskBusinessResponse),
      },
    },
    async () => ({ data: await deskBusiness(database, business) }),
  );

  app.post(
    deskPaths.saveBusiness,
    {
      config,
      schema: {
        operationId: 'saveBusiness',
        tags: ['Desk'],
        summary: 'Saves the details of the business, which everything public and new invoices name',
        body: saveBusinessRequest,
        response: saved,
        errors: ['changed-meanwhile'],
      },
    },
    async ({ body, staff }) => ({
      data: await staffChange(change(staff), (tx) => saveBusiness(tx, body, business)),
    }),
  );

  app.post(
    deskPaths.savePolicyText,
    {
      config,
      schema: {
        operationId: 'savePolicyText',
        tags: ['Desk'],
        summary: 'Saves a text of the site, such as the terms',
        body: savePolicyTextRequest,
        response: saved,
        errors: ['changed-meanwhile'],
      },
    },
    async ({ body, staff }) => ({
      data: await staffChange(change(staff), (tx) => savePolicyText(tx, body, now())),
    }),
  );
};
export default businessRoutes;
