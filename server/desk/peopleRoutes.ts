import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { doneResponse } from '../../contract/account/account.ts';
import { deskPaths } from '../../contract/desk/paths.ts';
import {
  addAddressRequest,
  blockRequest,
  confirmAgainRequest,
  correctRequest,
  grantRequest,
  membershipRequest,
  peopleQuery,
  peopleResponse,
  personQuery,
  personResponse,
  pointsExportQuery,
} from '../../contract/desk/people.ts';
import { addAddress } from '../account/address/addAddress.ts';
import type { Links } from '../account/address/links.ts';
import type { Sessions } from '../account/session/sessions.ts';
import type { Tx } from '../platform/database/schema.ts';
import { BYTE_ORDER_MARK } from '../../domain/text/csv.ts';
import { done } from '../platform/process/done.ts';
import { exportEntries } from '../points/exportEntries.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import type { DeskDeps } from '../audit/deps.ts';
import { confirmAgain } from './confirmAgain.ts';
import { adjustPoints, setBlocked, setMembership } from './membership.ts';
import { people, person } from './people.ts';
import { staffChange, type AuditedResult, type Staff } from '../audit/staffChange.ts';

interface PeopleDeps extends DeskDeps {
  readonly sessions: Pick<Sessions, 'revokeAll'>;
  readonly links: Links;
}

/** Search, memberships, blocking and points. */
const peopleRoutes: FastifyPluginAsyncZod<PeopleDeps> = async (app, { database, now, sessions, links }) => {
  const forStaff = { role: 'staff' } as const;
  const forManagers = { role: 'manager' } as const;
  const response = responseSchemas(200, doneResponse);
  async function change(staff: Staff, work: (tx: Tx) => Promise<AuditedResult<null>>) {
    await staffChange({ database, now, staff, role: 'manager' }, work);
    return done;
  }

  app.get(
    deskPaths.people,
    {
      config: forStaff,
      schema: {
        operationId: 'people',
        tags: ['Desk'],
        summary: 'Finds accounts, bookings and invoices by name, address, phone or number',
        querystring: peopleQuery,
        response: responseSchemas(200, peopleResponse),
      },
    },
    ({ query }) => people(database, query.search),
  );

  app.get(
    deskPaths.person,
    {
      config: forStaff,
      schema: {
        operationId: 'person',
        tags: ['Desk'],
        summary: 'An account with its bookings, tax documents and points',
        querystring: personQuery,
        response: responseSchemas(200, personResponse),
        errors: ['not-found'],
      },
    },
    async ({ query }) => ({ data: await person(database, query.user_id) }),
  );

  app.post(
    deskPaths.membership,
    {
      config: forManagers,
      schema: {
        operationId: 'setMembership',
        tags: ['Desk'],
        summary: 'Starts, changes or ends a membership',
        body: membershipRequest,
        response,
        errors: ['not-found', 'changed-meanwhile', 'email-unconfirmed'],
      },
    },
    ({ body, staff }) => change(staff, (tx) => setMembership(tx, body, now())),
  );

  app.post(
    deskPaths.confirmAgain,
    {
      config: forStaff,
      schema: {
        operationId: 'confirmAgain',
        tags: ['Desk'],
        summary: 'Sends the email again that lets the user of an account prove the address',
        body: confirmAgainRequest,
        response,
        errors: ['not-found', 'changed-meanwhile', 'no-recipient', 'too-many-requests'],
      },
    },
    async ({ body, staff }) => {
      await staffChange({ database, now, staff, role: 'staff' }, (tx) =>
        confirmAgain(tx, body.user_id, { links, now }),
      );
      return done;
    },
  );

  app.post(
    deskPaths.addAddress,
    {
      config: forStaff,
      schema: {
        operationId: 'addAddress',
        tags: ['Desk'],
        summary: 'Gives an account that has only a phone number an email address',
        body: addAddressRequest,
        response,
        errors: ['not-found', 'changed-meanwhile', 'email-taken'],
      },
    },
    async ({ body, staff }) => {
      await staffChange({ database, now, staff, role: 'staff' }, (tx) =>
        addAddress(tx, body, { links, now }),
      );
      return done;
    },
  );

  app.post(
    deskPaths.blockPerson,
    {
      config: forManagers,
      schema: {
        operationId: 'blockPerson',
        tags: ['Desk'],
        summary: 'Blocks an account and ends its sessions, or unblocks it',
        body: blockRequest,
        response,
        errors: ['not-found', 'last-owner'],
      },
    },
    ({ body, staff }) => change(staff, (tx) => setBlocked(tx, body, sessions)),
  );

  app.post(
    deskPaths.grantPoints,
    {
      config: forManagers,
      schema: {
        operationId: 'grantPoints',
        tags: ['Desk'],
        summary: 'Gives Lit points',
        body: grantRequest,
        response,
        errors: ['not-found', 'changed-meanwhile', 'email-unconfirmed'],
      },
    },
    ({ body, staff }) => change(staff, (tx) => adjustPoints(tx, 'grant', body, now())),
  );

  app.post(
    deskPaths.correctPoints,
    {
      config: forManagers,
      schema: {
        operationId: 'correctPoints',
        tags: ['Desk'],
        summary: 'Corrects a balance of Lit points',
        body: correctRequest,
        response,
        errors: ['not-found', 'changed-meanwhile', 'email-unconfirmed'],
      },
    },
    ({ body, staff }) => change(staff, (tx) => adjustPoints(tx, 'correction', body, now())),
  );

  app.get(
    deskPaths.exportPoints,
    {
      config: forManagers,
      schema: {
        operationId: 'exportPoints',
        tags: ['Desk'],
        summary: 'The points ledger of a period, as CSV',
        produces: ['text/csv'],
        querystring: pointsExportQuery,
        response: responseSchemas(200, z.custom<string>()),
      },
    },
    async ({ query: { from, to, user_id: userId } }, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="points-${from}-${to}.csv"`)
        .send(`${BYTE_ORDER_MARK}${await exportEntries(database, { from, to, userId })}`),
  );
};
export default peopleRoutes;
