import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { deskPaths } from '../../../contract/desk/paths.ts';
import {
  deskPolicyResponse,
  policyChangedResponse,
  removePolicyRequest,
  setPolicyRequest,
} from '../../../contract/desk/policy.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import { deskPolicy, removePolicy, setPolicy } from './cancellationPolicy.ts';
import type { DeskDeps } from '../../audit/deps.ts';
import { staffChange, type Staff } from '../../audit/staffChange.ts';

const policyRoutes: FastifyPluginAsyncZod<DeskDeps> = async (app, { database, now }) => {
  const config = { role: 'owner' } as const;
  const change = (staff: Staff) => ({ database, now, staff, role: 'owner' }) as const;
  const changed = responseSchemas(200, policyChangedResponse);

  app.get(
    deskPaths.policy,
    {
      config,
      schema: {
        operationId: 'cancellationPolicy',
        tags: ['Desk'],
        summary: 'The cancellation policy for bookings that are made now, and those from later days on',
        response: responseSchemas(200, deskPolicyResponse),
      },
    },
    async () => ({ data: await deskPolicy(database, now()) }),
  );

  app.post(
    deskPaths.setPolicy,
    {
      config,
      schema: {
        operationId: 'setCancellationPolicy',
        tags: ['Desk'],
        summary: 'Sets the cancellation policy for bookings that are made from a date on',
        body: setPolicyRequest,
        response: changed,
        errors: ['changed-meanwhile'],
      },
    },
    async ({ body, staff }) => ({
      data: await staffChange(change(staff), (tx) => setPolicy(tx, body, now())),
    }),
  );

  app.post(
    deskPaths.removePolicy,
    {
      config,
      schema: {
        operationId: 'removeCancellationPolicy',
        tags: ['Desk'],
        summary: 'Removes a cancellation policy that is not in force yet',
        body: removePolicyRequest,
        response: changed,
        errors: ['not-found', 'changed-meanwhile'],
      },
    },
    async ({ body, staff }) => ({
      data: await staffChange(change(staff), (tx) => removePolicy(tx, body, now())),
    }),
  );
};
export default policyRoutes;
