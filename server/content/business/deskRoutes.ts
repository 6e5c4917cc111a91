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
    { config, schema: { response: responseSchemas(200, deskBusinessResponse) } },
    async () => ({ data: await deskBusiness(database, business) }),
  );

  app.post(
    deskPaths.saveBusiness,
    { config, schema: { body: saveBusinessRequest, response: saved } },
    async ({ body, staff }) => ({
      data: await staffChange(change(staff), (tx) => saveBusiness(tx, body, business)),
    }),
  );

  app.post(
    deskPaths.savePolicyText,
    { config, schema: { body: savePolicyTextRequest, response: saved } },
    async ({ body, staff }) => ({
      data: await staffChange(change(staff), (tx) => savePolicyText(tx, body, now())),
    }),
  );
};
export default businessRoutes;
