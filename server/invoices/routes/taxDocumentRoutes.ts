import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { billingRequest, billingResponse } from '../../../contract/invoices/billing.ts';
import {
  bookingTaxDocumentsQuery,
  bookingTaxDocumentsResponse,
  taxDocumentContent,
  taxDocumentParams,
  taxDocumentResponse,
} from '../../../contract/invoices/taxDocuments.ts';
import { paths } from '../../../contract/paths.ts';
import type { Database } from '../../platform/database/schema.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import { billingDetails, saveBillingDetails } from '../billingDetails.ts';
import { fileName } from '../documents/taxDocumentAttachment.ts';
import { bookingTaxDocuments, ownTaxDocument } from '../taxDocuments.ts';
import { printPage } from '../printPage.ts';

interface TaxDocumentRouteDeps {
  readonly database: Database;
  readonly now: () => EpochMs;
}

const taxDocumentRoutes: FastifyPluginAsyncZod<TaxDocumentRouteDeps> = async (app, { database, now }) => {
  app.get(
    paths.billing,
    {
      schema: {
        operationId: 'billingDetails',
        tags: ['Tax documents'],
        summary: "The user's billing details",
        response: responseSchemas(200, billingResponse),
      },
      onRequest: app.requireSession,
    },
    async ({ user }) => ({ data: await billingDetails(database, user.id) }),
  );

  app.post(
    paths.billing,
    {
      schema: {
        operationId: 'saveBillingDetails',
        tags: ['Tax documents'],
        summary: 'Saves company name, address, GSTIN and state for invoices',
        body: billingRequest,
        response: responseSchemas(200, billingResponse),
      },
      onRequest: app.requireSession,
    },
    async ({ body, user }) => {
      await saveBillingDetails(database, user.id, body, now());
      return { data: await billingDetails(database, user.id) };
    },
  );

  app.get(
    paths.bookingTaxDocuments,
    {
      schema: {
        operationId: 'bookingTaxDocuments',
        tags: ['Tax documents'],
        summary: 'The invoice and credit notes of a booking',
        querystring: bookingTaxDocumentsQuery,
        response: responseSchemas(200, bookingTaxDocumentsResponse),
        errors: ['not-found'],
      },
      onRequest: app.requireSession,
    },
    async ({ query, user }) => ({ data: await bookingTaxDocuments(database, query.booking_id, user.id) }),
  );

  app.get(
    paths.taxDocument(':id'),
    {
      schema: {
        operationId: 'taxDocument',
        tags: ['Tax documents'],
        summary: 'Everything that is printed on an invoice or credit note',
        params: taxDocumentParams,
        response: responseSchemas(200, taxDocumentResponse),
        errors: ['not-found'],
      },
      onRequest: app.requireSession,
    },
    async ({ params, user }) => {
      const { id, content, content_hash: hash } = await ownTaxDocument(database, params.id, user.id);
      return { data: { id, hash, content: taxDocumentContent.parse(JSON.parse(content)) } };
    },
  );

  const fileOptions = { onRequest: app.requireSession, preHandler: app.limitUser('taxDocument') };
  const fileSchema = {
    tags: ['Tax documents'],
    params: taxDocumentParams,
    response: responseSchemas(200, z.custom<Buffer | string>()),
    errors: ['not-found', 'too-many-requests'],
  } as const;

  app.get(
    paths.taxDocumentPdf(':id'),
    {
      ...fileOptions,
      schema: {
        ...fileSchema,
        operationId: 'taxDocumentPdf',
        summary: 'An invoice or credit note as PDF',
        produces: ['application/pdf'],
      },
    },
    async ({ params, user }, reply) => {
      const taxDocument = await ownTaxDocument(database, params.id, user.id);
      // The PDF code is loaded with the first PDF, because fonts and shaping are more code than the rest of the server.
      const { cachedPdf } = await import('../pdf/cachedPdf.ts');
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${fileName(taxDocument.number)}"`)
        .send(await cachedPdf(taxDocument));
    },
  );

  app.get(
    paths.taxDocumentPrint(':id'),
    {
      ...fileOptions,
      schema: {
        ...fileSchema,
        operationId: 'taxDocumentPrint',
        summary: 'An invoice or credit note as a page to print',
        produces: ['text/html'],
      },
    },
    async ({ params, user }, reply) => {
      const { content } = await ownTaxDocument(database, params.id, user.id);
      return reply
        .type('text/html; charset=utf-8')
        .send(printPage(taxDocumentContent.parse(JSON.parse(content))));
    },
  );
};
export default taxDocumentRoutes;
