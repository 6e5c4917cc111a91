import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import document from '../../contract/openapi.json?raw';
import { REFERENCE_PATH } from '../../server/platform/http/plugins/openApi.ts';
import style from './assets/reference.css?raw';
import type { OpenApiDocument } from './types.ts';
import { referencePage } from './page.ts';

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const send = (reply: FastifyReply, type: string, content: string): FastifyReply =>
  reply
    .type(type)
    .header('cache-control', 'no-store')
    .header('content-security-policy', POLICY)
    .send(content);

/** For development. It is never registered in production. */
export const reference: FastifyPluginAsync = async (app) => {
  const page = referencePage(JSON.parse(document) as OpenApiDocument, REFERENCE_PATH);
  app.get('/', (_request, reply) => send(reply, 'text/html; charset=utf-8', page));
  app.get('/reference.css', (_request, reply) => send(reply, 'text/css; charset=utf-8', style));
};
