import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { enquireRequest, enquireResponse } from '../../../contract/content/enquiry.ts';
import { paths } from '../../../contract/paths.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import type { Database } from '../../platform/database/schema.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Email } from '../../platform/database/emailPayloads.ts';
import { queueEmails } from '../../outbox/outbox.ts';

interface EnquiryDeps {
  readonly database: Database;
  readonly now: () => EpochMs;
}

/** One to the business, and the acknowledgement if the visitor's address can receive email. */
function enquiryEmails(id: number, email: string, canMail: boolean, now: EpochMs): Email[] {
  const common = { key: String(id), payload: { enquiry_id: id }, now };
  const emails: Email[] = [{ kind: 'enquiry', to: 'business', ...common }];
  if (canMail) {
    emails.push({ kind: 'enquiry-received', to: { name: null, address: email }, ...common });
  }
  return emails;
}

/**
 * Enquiries from the home page and its contact variant (spec 3 and 4). An identical enquiry on the same day, such as a retry
 * after a lost response, is stored once.
 */
const enquiryRoutes: FastifyPluginAsyncZod<EnquiryDeps> = async (app, { database, now }) => {
  app.post(
    paths.enquire,
    {
      schema: {
        operationId: 'enquire',
        tags: ['Site'],
        summary: 'Sends an enquiry to the business',
        body: enquireRequest,
        response: responseSchemas(200, enquireResponse),
        errors: ['too-many-requests'],
      },
      preHandler: app.limitAttempts('enquire'),
    },
    async ({ body }) => {
      await inTransaction(database, async (tx) => {
        const stored = await tx
          .insertInto('enquiry')
          .values(body)
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst();
        if (stored)
          await queueEmails(tx, enquiryEmails(stored.id, body.email, app.canMail(body.email), now()));
      });
      return { received: true as const };
    },
  );
};
export default enquiryRoutes;
