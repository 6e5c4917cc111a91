import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { enquireRequest, enquireResponse } from '../../contract/enquiry.ts';
import { paths } from '../../contract/paths.ts';
import { responseSchemas } from '../responseSchemas.ts';
import type { Database } from '../database/schema.ts';

/**
 * Enquiries from the home page and its contact variant (spec 3 and 4). An identical one sent again on the same day,
 * after a lost response, is stored once.
 */
const enquiryRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.post(
    paths.enquire,
    {
      schema: { body: enquireRequest, response: responseSchemas(200, enquireResponse) },
      preHandler: app.limitAttempts('enquire'),
    },
    async ({ body }) => {
      await database
        .insertInto('enquiry')
        .values(body)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return { received: true as const };
    },
  );
};
export default enquiryRoutes;
