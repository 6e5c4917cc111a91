import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { deskPaths } from '../../../contract/desk/paths.ts';
import {
  deskTaxDocumentQuery,
  documentsOfMonthResponse,
  monthDocumentFileQuery,
  monthDocumentRequest,
} from '../../../contract/desk/reports.ts';
import { taxDocumentContent } from '../../../contract/invoices/taxDocuments.ts';
import {
  correctInvoiceRequest,
  correctInvoiceResponse,
  taxDocumentsQuery,
  taxDocumentsResponse,
} from '../../../contract/desk/invoices.ts';
import { correctInvoice } from '../correctInvoice.ts';
import { findTaxDocuments } from '../findTaxDocuments.ts';
import type { IssueDeps } from '../issueTaxDocuments.ts';
import { documentFile, documentsOfMonth, requestDocuments } from '../monthDocuments.ts';
import { archivePlaces, checkArchive, monthArchive } from '../documents/monthArchive.ts';
import { fileName } from '../documents/taxDocumentAttachment.ts';
import type { PrintEach } from '../pdf/printTaxDocuments.ts';
import { taxDocumentById } from '../taxDocuments.ts';
import { printPage } from '../printPage.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import type { DeskDeps } from '../../audit/deps.ts';
import { staffChange } from '../../audit/staffChange.ts';

interface TaxDocumentDeps extends DeskDeps {
  /** Whether the tax documents are demo tax documents. */
  readonly isDemo: () => Promise<boolean>;
  readonly config: IssueDeps['config'];
  readonly printEach: PrintEach;
}

/**
 * The invoices and credit notes: one, which staff hand to its customer, or all of a month, for accounting, in files that a job
 * makes, or in one ZIP file with the GST return.
 */
const deskTaxDocumentRoutes: FastifyPluginAsyncZod<TaxDocumentDeps> = async (
  app,
  { database, now, isDemo, config: issueConfig, printEach },
) => {
  const forAll = { role: 'employee' } as const;
  const config = { role: 'bookkeeper' } as const;
  const preHandler = app.limitUser('taxDocument');
  const takeArchivePlace = archivePlaces();
  const response = responseSchemas(200, z.custom<Buffer>());
  const stateResponse = responseSchemas(200, documentsOfMonthResponse);

  app.get(
    deskPaths.taxDocuments,
    {
      config,
      schema: {
        operationId: 'deskTaxDocuments',
        tags: ['Desk'],
        summary: 'Issued invoices and credit notes, by month, number, and the name or GSTIN of the buyer',
        querystring: taxDocumentsQuery,
        response: responseSchemas(200, taxDocumentsResponse),
      },
    },
    async ({ query }) => ({ data: await findTaxDocuments(database, query, await isDemo()) }),
  );

  app.get(
    deskPaths.taxDocumentPdf,
    {
      config: forAll,
      preHandler,
      schema: {
        operationId: 'deskTaxDocumentPdf',
        tags: ['Desk'],
        summary: 'Any invoice or credit note as PDF',
        produces: ['application/pdf'],
        querystring: deskTaxDocumentQuery,
        response,
        errors: ['not-found', 'too-many-requests'],
      },
    },
    async ({ query }, reply) => {
      const taxDocument = await taxDocumentById(database, query.id);
      const { cachedPdf } = await import('../pdf/cachedPdf.ts');
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${fileName(taxDocument.number)}"`)
        .send(await cachedPdf(taxDocument));
    },
  );

  app.get(
    deskPaths.taxDocumentPrint,
    {
      config: forAll,
      preHandler,
      schema: {
        operationId: 'deskTaxDocumentPrint',
        tags: ['Desk'],
        summary: 'Any invoice or credit note as a page to print',
        produces: ['text/html'],
        querystring: deskTaxDocumentQuery,
        response: responseSchemas(200, z.custom<string>()),
        errors: ['not-found', 'too-many-requests'],
      },
    },
    async ({ query }, reply) => {
      const { content } = await taxDocumentById(database, query.id);
      return reply
        .type('text/html; charset=utf-8')
        .send(printPage(taxDocumentContent.parse(JSON.parse(content))));
    },
  );

  app.post(
    deskPaths.correctInvoice,
    {
      config: { role: 'manager' },
      preHandler,
      schema: {
        operationId: 'correctInvoice',
        tags: ['Desk'],
        summary: 'Replaces an invoice whose buyer is wrong by a credit note and a new invoice',
        body: correctInvoiceRequest,
        response: responseSchemas(200, correctInvoiceResponse),
        errors: ['not-found', 'changed-meanwhile', 'too-late-to-correct', 'too-many-requests', 'unavailable'],
      },
    },
    async ({ body, staff }) => ({
      data: await staffChange({ database, now, staff, role: 'manager' }, (tx) =>
        correctInvoice(tx, body, { config: issueConfig, now: now() }),
      ),
    }),
  );

  app.get(
    deskPaths.monthDocument,
    {
      config,
      schema: {
        operationId: 'monthDocument',
        tags: ['Desk'],
        summary: 'How far the PDF files of the invoices and credit notes of a month are',
        querystring: monthDocumentRequest,
        response: stateResponse,
      },
    },
    async ({ query: { month } }) => ({
      data: await documentsOfMonth(database, { month, isDemo: await isDemo(), now: now() }),
    }),
  );

  app.post(
    deskPaths.makeMonthDocument,
    {
      config,
      preHandler,
      schema: {
        operationId: 'makeMonthDocument',
        tags: ['Desk'],
        summary: 'Has the invoices and credit notes of a month printed into PDF files',
        body: monthDocumentRequest,
        response: stateResponse,
        errors: ['not-found', 'too-many-requests', 'unavailable'],
      },
    },
    async ({ body: { month }, staff }) => {
      const choice = { month, isDemo: await isDemo(), now: now() };
      await staffChange({ database, now, staff, role: 'bookkeeper' }, async (tx) => {
        const isNew = await requestDocuments(tx, choice);
        const change = {
          action: 'documents of a month requested',
          subject: 'invoices',
          subjectId: month,
          was: null,
          became: { month },
        } as const;
        return { result: null, changes: isNew ? [change] : [] };
      });
      return { data: await documentsOfMonth(database, choice) };
    },
  );

  app.get(
    deskPaths.monthDocumentFile,
    {
      config,
      preHandler,
      schema: {
        operationId: 'monthDocumentFile',
        tags: ['Desk'],
        summary: 'A finished PDF file of the invoices and credit notes of a month',
        produces: ['application/pdf'],
        querystring: monthDocumentFileQuery,
        response,
        errors: ['not-found', 'too-many-requests'],
      },
    },
    async ({ query }, reply) => {
      const { month, bytes, isOnly } = await documentFile(database, {
        ...query,
        isDemo: await isDemo(),
        now: now(),
      });
      const part = isOnly ? '' : `-part-${query.position}`;
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="papers-${month}${part}.pdf"`)
        .send(Buffer.from(bytes));
    },
  );

  app.get(
    deskPaths.monthArchive,
    {
      config,
      preHandler,
      schema: {
        operationId: 'monthArchive',
        tags: ['Desk'],
        summary:
          'The GST return, the list and the PDFs of the invoices and credit notes of a month as a ZIP file',
        produces: ['application/zip'],
        querystring: monthDocumentRequest,
        response: responseSchemas(200, z.custom<Readable>()),
        errors: ['not-found', 'too-large', 'too-many-requests', 'unavailable'],
      },
    },
    async ({ query: { month }, staff }, reply) => {
      const choice = { month, isDemo: await isDemo(), now: now() };
      const audit = (action: string, documents: number) =>
        staffChange({ database, now, staff, role: 'bookkeeper' }, async () => ({
          result: null,
          changes: [
            { action, subject: 'invoices', subjectId: month, was: null, became: { month, documents } },
          ],
        }));
      const free = takeArchivePlace();
      try {
        const { documents, lastDueId } = await checkArchive(database, choice);
        await audit('download of a month begun', documents);
        const parts = async function* () {
          yield* monthArchive(database, choice, lastDueId, printEach);
          // A reader that stops before the end does not get here.
          await audit('documents of a month saved', documents);
        };
        const archive = Readable.from(parts(), { objectMode: false, highWaterMark: 1 });
        archive.once('close', free);
        return reply
          .type('application/zip')
          .header('content-disposition', `attachment; filename="papers-${month}.zip"`)
          .send(archive);
      } catch (error) {
        free();
        throw error;
      }
    },
  );
};
export default deskTaxDocumentRoutes;
