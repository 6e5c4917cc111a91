import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '../../contract/account/account.ts';
import {
  auditQuery,
  auditResponse,
  giveRoleRequest,
  rolesResponse,
  staffResponse,
} from '../../contract/desk/desk.ts';
import { setupResponse, type SetupResponse } from '../../contract/desk/setup.ts';
import { deskPaths } from '../../contract/desk/paths.ts';
import { done } from '../platform/process/done.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import { auditPage } from './audit.ts';
import type { Sessions } from '../account/session/sessions.ts';
import type { DeskDeps } from '../audit/deps.ts';
import { colleagues, giveRole } from './roles.ts';
import { staffChange } from '../audit/staffChange.ts';

interface StaffDeps extends DeskDeps {
  readonly sessions: Pick<Sessions, 'revokeAll'>;
  /** What the public pages still show of the demo, in words. */
  readonly demoDetails: () => Promise<string[]>;
  readonly setup: () => Promise<SetupResponse['data']>;
}

const staffRoutes: FastifyPluginAsyncZod<StaffDeps> = async (
  app,
  { database, now, sessions, demoDetails, setup },
) => {
  app.get(
    deskPaths.staff,
    {
      config: { role: 'employee' },
      schema: {
        operationId: 'staff',
        tags: ['Desk'],
        summary: 'The staff member who is signed in',
        response: responseSchemas(200, staffResponse),
      },
    },
    async ({ staff }) => ({ data: { ...staff, demo_details: await demoDetails() } }),
  );

  app.get(
    deskPaths.setup,
    {
      config: { role: 'owner' },
      schema: {
        operationId: 'setup',
        tags: ['Desk'],
        summary: 'The steps from an empty house to the first booking, and which are done',
        response: responseSchemas(200, setupResponse),
      },
    },
    async () => ({ data: await setup() }),
  );

  app.get(
    deskPaths.roles,
    {
      config: { role: 'owner' },
      schema: {
        operationId: 'roles',
        tags: ['Desk'],
        summary: 'All accounts that have a role',
        response: responseSchemas(200, rolesResponse),
      },
    },
    async () => ({ data: await colleagues(database) }),
  );

  app.post(
    deskPaths.giveRole,
    {
      config: { role: 'owner' },
      schema: {
        operationId: 'giveRole',
        tags: ['Desk'],
        summary: 'Gives an account a role, or takes it away',
        body: giveRoleRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found', 'last-owner', 'email-unconfirmed'],
      },
    },
    async ({ body, staff }) => {
      await staffChange({ database, now, staff, role: 'owner' }, (tx) => giveRole(tx, body, sessions, now()));
      return done;
    },
  );

  app.get(
    deskPaths.audit,
    {
      config: { role: 'staff' },
      schema: {
        operationId: 'audit',
        tags: ['Desk'],
        summary: 'The changes by staff, newest first',
        querystring: auditQuery,
        response: responseSchemas(200, auditResponse),
      },
    },
    ({ query }) => auditPage(database, query),
  );
};
export default staffRoutes;
