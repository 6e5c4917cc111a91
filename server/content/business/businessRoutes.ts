import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { policyTextQuery, policyTextResponse } from '../../../contract/business.ts';
import { paths } from '../../../contract/paths.ts';
import type { Database } from '../../platform/database/schema.ts';
import { etag } from '../../platform/http/etag.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import type { ReadContentVersion } from '../../platform/http/contentVersion.ts';
import { policyText } from './business.ts';

interface BusinessDeps {
  readonly database: Database;
  readonly contentVersion: ReadContentVersion;
}

const businessRoutes: FastifyPluginAsyncZod<BusinessDeps> = async (app, { database, contentVersion }) => {
  app.get(
    paths.policyText,
    {
      schema: {
        operationId: 'policyText',
        tags: ['Site'],
        summary: 'The text of a policy, if an owner has saved one',
        querystring: policyTextQuery,
        response: responseSchemas(200, policyTextResponse),
      },
      ...etag(async () => (await contentVersion()).business),
    },
    async ({ query }) => ({ data: await policyText(database, query.name) }),
  );
};
export default businessRoutes;
