import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { billingRequest, billingResponse } from '../../contract/invoices/billing.ts';
import {
  bookingPapersQuery,
  bookingPapersResponse,
  paperContent,
  paperParams,
  paperResponse,
} from '../../contract/invoices/papers.ts';
import { paths } from '../../contract/paths.ts';
import type { Database } from '../database/schema.ts';
import { responseSchemas } from '../responseSchemas.ts';
import { billingDetails, saveBillingDetails } from './billingDetails.ts';
import { fileName } from './paperAttachment.ts';
import { bookingPapers, ownPaper } from './papers.ts';
import { printPage } from './printPage.ts';

interface PaperRouteDeps {
  readonly database: Database;
  readonly now: () => number;
}

/** The routes for billing details and the papers of the user's own bookings (docs/decisions/0038-gst-papers.md). */
const paperRoutes: FastifyPluginAsyncZod<PaperRouteDeps> = async (app, { database, now }) => {
  app.get(
    paths.billing,
    { schema: { response: responseSchemas(200, billingResponse) }, onRequest: app.requireSession },
    async ({ user }) => ({ data: await billingDetails(database, user.id) }),
  );

  app.post(
    paths.billing,
    {
      schema: { body: billingRequest, response: responseSchemas(200, billingResponse) },
      onRequest: app.requireSession,
    },
    async ({ body, user }) => {
      await saveBillingDetails(database, user.id, body, now());
      return { data: await billingDetails(database, user.id) };
    },
  );

  app.get(
    paths.bookingPapers,
    {
      schema: { querystring: bookingPapersQuery, response: responseSchemas(200, bookingPapersResponse) },
      onRequest: app.requireSession,
    },
    async ({ query, user }) => ({ data: await bookingPapers(database, query.booking_id, user.id) }),
  );

  app.get(
    paths.paper(':id'),
    {
      schema: { params: paperParams, response: responseSchemas(200, paperResponse) },
      onRequest: app.requireSession,
    },
    async ({ params, user }) => {
      const { id, content, content_hash: hash } = await ownPaper(database, params.id, user.id);
      return { data: { id, hash, content: paperContent.parse(JSON.parse(content)) } };
    },
  );

  const fileOptions = {
    schema: { params: paperParams, response: responseSchemas(200, z.custom<Buffer | string>()) },
    onRequest: app.requireSession,
    preHandler: app.limitUser('paper'),
  };

  app.get(paths.paperPdf(':id'), fileOptions, async ({ params, user }, reply) => {
    const paper = await ownPaper(database, params.id, user.id);
    // The PDF code is loaded with the first PDF, because fonts and shaping are more code than the rest of the server.
    const { cachedPdf } = await import('./pdf/cachedPdf.ts');
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${fileName(paper.number)}"`)
      .send(await cachedPdf(paper));
  });

  app.get(paths.paperPrint(':id'), fileOptions, async ({ params, user }, reply) => {
    const { content } = await ownPaper(database, params.id, user.id);
    return reply.type('text/html; charset=utf-8').send(printPage(paperContent.parse(JSON.parse(content))));
  });
};
export default paperRoutes;
