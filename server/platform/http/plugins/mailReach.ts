import plugin from 'fastify-plugin';
import { z } from 'zod';
import { isMailedAddress } from '../../../../contract/account/registration.ts';
import { hasAsciiLocalPart } from '../../../../domain/account/email.ts';
import { fieldError } from '../apiError.ts';
import { canMail, type MailSettings } from '../../mail/mailSettings.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** True for an address to which the configured mail server can send. */
    canMail(email: string): boolean;
  }
}

/** The error of an address that this mail server cannot carry. */
export const NOT_CARRIED =
  'must have only letters from a to z, digits and signs before the @: our mail server cannot send to other letters';

/** Email is sent to these fields of a body. */
const mailedFields = (body: unknown): string[] =>
  body instanceof z.ZodObject
    ? Object.entries(body.shape).flatMap(([name, field]) => (isMailedAddress(field) ? [name] : []))
    : [];

/**
 * Refuses an address that the mail server cannot carry where it is entered, in every call whose body has a `mailableAddress`
 * (decision 0118). Otherwise the caller would read that an email was sent, and nobody would receive it.
 */
export default plugin<{ mail: Pick<MailSettings, 'carriesUtf8'> }>(async (app, { mail }) => {
  app.decorate('canMail', (email) => canMail(email, mail));
  if (mail.carriesUtf8) return;
  app.addHook('onRoute', (route) => {
    const fields = mailedFields(route.schema?.body);
    if (fields.length === 0) return;
    const { preHandler = [] } = route;
    route.preHandler = [
      async ({ body }) => {
        for (const field of fields) {
          const email = (body as Record<string, unknown>)[field];
          if (typeof email === 'string' && !hasAsciiLocalPart(email)) throw fieldError(field, NOT_CARRIED);
        }
      },
      ...(Array.isArray(preHandler) ? preHandler : [preHandler]),
    ];
  });
});
