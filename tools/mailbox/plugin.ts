import type { FastifyInstance, FastifyReply } from 'fastify';
import font from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?inline';
import { ApiError } from '../../server/platform/http/apiError.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import { MAILBOX_PATH } from '../../server/email/fromConfig.ts';
import { isFromThisMachine } from '../thisMachine.ts';
import style from './assets/mailbox.css?raw';
import { emailDocument, emailPage, listPage } from './pages.ts';
import type { MailboxDatabase } from './tables.ts';

const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  'img-src data:',
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** An email runs no scripts and loads no files; its styles are inline. */
const EMAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-top-navigation-by-user-activation',
].join('; ');

const MAX_LISTED = 200;

const send = (reply: FastifyReply, type: string, policy: string, content: string | Buffer): FastifyReply =>
  reply
    .type(type)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', policy)
    .send(content);

const HTML = 'text/html; charset=utf-8';

/**
 * The mailbox: the emails that were not sent because no mail server is configured. It responds only to requests from the same
 * machine, because emails have links that set passwords. It is never registered in production.
 */
export async function mailbox(app: FastifyInstance, options: { database: Database }): Promise<void> {
  const database = options.database as unknown as MailboxDatabase;
  const fontBytes = Buffer.from(font.slice(font.indexOf(',') + 1), 'base64');

  app.addHook('onRequest', async (request) => {
    if (!isFromThisMachine(request)) {
      throw new ApiError('not-found', 'There is nothing here');
    }
  });

  const listEmails = () =>
    database
      .selectFrom('mailbox_message')
      .select(['message_id', 'recipient', 'subject', 'received_at'])
      .orderBy('received_at', 'desc')
      .orderBy('message_id')
      .limit(MAX_LISTED)
      .execute();
  async function findEmail(id: string) {
    const email = await database
      .selectFrom('mailbox_message')
      .select(['message_id', 'sender', 'recipient', 'subject', 'html', 'plain', 'attachments', 'received_at'])
      .where('message_id', '=', id)
      .executeTakeFirst();
    if (!email) throw new ApiError('not-found', 'There is no such email');
    return email;
  }

  app.get('/', async (_request, reply) =>
    send(reply, HTML, PAGE_POLICY, listPage(MAILBOX_PATH, await listEmails())),
  );
  app.get('/mailbox.css', (_request, reply) => send(reply, 'text/css; charset=utf-8', PAGE_POLICY, style));
  app.get('/figtree.woff2', (_request, reply) => send(reply, 'font/woff2', PAGE_POLICY, fontBytes));
  app.get<{ Params: { id: string }; Querystring: { view?: string } }>(
    '/:id',
    async ({ params: { id }, query: { view } }, reply) => {
      const email = await findEmail(id);
      const content = emailPage(MAILBOX_PATH, await listEmails(), email, view === 'text' ? 'text' : 'html');
      return send(reply, HTML, PAGE_POLICY, content);
    },
  );
  app.get<{ Params: { id: string } }>('/:id/html', async ({ params: { id } }, reply) =>
    send(reply, HTML, EMAIL_POLICY, emailDocument((await findEmail(id)).html)),
  );
  app.get<{ Params: { id: string; n: string } }>(
    '/:id/attachments/:n',
    async ({ params: { id, n } }, reply) => {
      const file = (await findEmail(id)).attachments[Number(n)];
      if (!file) throw new ApiError('not-found', 'There is no such attachment');
      void reply.header(
        'content-disposition',
        `attachment; filename="${file.filename.replace(/[^\w.-]/g, '_')}"`,
      );
      return send(reply, file.type, EMAIL_POLICY, Buffer.from(file.content, 'base64'));
    },
  );
}
