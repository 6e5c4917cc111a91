import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { dayPlanQuery, dayPlanResponse } from '../../contract/desk/dayPlan.ts';
import { deskPaths } from '../../contract/desk/paths.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import { dayPlan } from './dayPlan.ts';
import type { DeskDeps } from '../audit/deps.ts';

const planRoutes: FastifyPluginAsyncZod<DeskDeps> = async (app, { database, now }) => {
  app.get(
    deskPaths.dayPlan,
    {
      config: { role: 'staff' },
      schema: {
        operationId: 'dayPlan',
        tags: ['Desk'],
        summary: 'The bookings, holds and blocked times of all rooms on a date',
        querystring: dayPlanQuery,
        response: responseSchemas(200, dayPlanResponse),
      },
    },
    async ({ query }) => ({ data: await dayPlan(database, query.date, now()) }),
  );
};
export default planRoutes;
