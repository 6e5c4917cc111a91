import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '../../../contract/account/account.ts';
import {
  deskEventsResponse,
  eventChangedResponse,
  removeEventRequest,
  saveEventRequest,
} from '../../../contract/desk/events.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { done } from '../../platform/process/done.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import type { DeskDeps } from '../../audit/deps.ts';
import { deskEvents, removeEvent, saveEvent } from './editEvents.ts';
import { staffChange, type AuditedResult, type Staff } from '../../audit/staffChange.ts';

/** Editing the list of events. */
const deskEventRoutes: FastifyPluginAsyncZod<DeskDeps> = async (app, { database, now }) => {
  const config = { role: 'manager' } as const;
  const change = <T>(staff: Staff, work: (tx: Tx) => Promise<AuditedResult<T>>): Promise<T> =>
    staffChange({ database, now, staff, role: 'manager' }, work);

  app.get(
    deskPaths.events,
    {
      config,
      schema: {
        operationId: 'deskEvents',
        tags: ['Desk'],
        summary: 'All events',
        response: responseSchemas(200, deskEventsResponse),
      },
    },
    async () => ({ data: await deskEvents(database) }),
  );

  app.post(
    deskPaths.saveEvent,
    {
      config,
      schema: {
        operationId: 'saveEvent',
        tags: ['Desk'],
        summary: 'Adds an event, or changes one',
        body: saveEventRequest,
        response: responseSchemas(200, eventChangedResponse),
        errors: ['not-found', 'changed-meanwhile'],
      },
    },
    async ({ body, staff }) => ({ data: await change(staff, (tx) => saveEvent(tx, body)) }),
  );

  app.post(
    deskPaths.removeEvent,
    {
      config,
      schema: {
        operationId: 'removeEvent',
        tags: ['Desk'],
        summary: 'Removes an event',
        body: removeEventRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found', 'changed-meanwhile'],
      },
    },
    async ({ body, staff }) => {
      await change(staff, (tx) => removeEvent(tx, body));
      return done;
    },
  );
};
export default deskEventRoutes;
