import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '../../../contract/account/account.ts';
import {
  deskEnquiryResponse,
  enquiriesQuery,
  enquiriesResponse,
  enquiryQuery,
  markRequest,
  enquiryReplyRequest,
} from '../../../contract/desk/enquiries.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { done } from '../../platform/process/done.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import type { DeskDeps } from '../../audit/deps.ts';
import { deskEnquiry, enquiries, markEnquiry, replyToEnquiry } from './inbox.ts';
import { staffChange } from '../../audit/staffChange.ts';

const enquiryInboxRoutes: FastifyPluginAsyncZod<DeskDeps> = async (app, { database, now }) => {
  const config = { role: 'staff' } as const;

  app.get(
    deskPaths.enquiries,
    {
      config,
      schema: {
        operationId: 'enquiries',
        tags: ['Desk'],
        summary: 'The enquiries of a state',
        querystring: enquiriesQuery,
        response: responseSchemas(200, enquiriesResponse),
      },
    },
    ({ query }) => enquiries(database, query.state),
  );

  app.get(
    deskPaths.enquiry,
    {
      config,
      schema: {
        operationId: 'enquiry',
        tags: ['Desk'],
        summary: 'An enquiry with its history',
        querystring: enquiryQuery,
        response: responseSchemas(200, deskEnquiryResponse),
        errors: ['not-found'],
      },
    },
    async ({ query, staff }) => ({
      data: await deskEnquiry(database, query.id, { staffId: staff.id, canMail: app.canMail }),
    }),
  );

  app.post(
    deskPaths.replyToEnquiry,
    {
      config,
      schema: {
        operationId: 'replyToEnquiry',
        tags: ['Desk'],
        summary: 'Answers an enquiry by an email',
        body: enquiryReplyRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found', 'changed-meanwhile'],
      },
    },
    async ({ body, staff }) => {
      await staffChange({ database, now, staff, role: 'staff' }, (tx) =>
        replyToEnquiry(tx, body, staff, { now: now(), canMail: app.canMail }),
      );
      return done;
    },
  );

  app.post(
    deskPaths.markEnquiry,
    {
      config,
      schema: {
        operationId: 'markEnquiry',
        tags: ['Desk'],
        summary: 'Takes an enquiry over or hands it back, closes or reopens it',
        body: markRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found', 'changed-meanwhile'],
      },
    },
    async ({ body, staff }) => {
      await staffChange({ database, now, staff, role: 'staff' }, (tx) => markEnquiry(tx, body, staff, now()));
      return done;
    },
  );
};
export default enquiryInboxRoutes;
