import { createHash } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import document from '../../../contract/openapi.json?raw';

export const OPENAPI_PATH = '/api/openapi.json';
/** The same document as a page, which is served only in development. */
export const REFERENCE_PATH = '/api/reference';

/** Serves the OpenAPI document, which `npm run openapi` generates. */
const openApi: FastifyPluginAsync = async (app) => {
  const etag = `"${createHash('sha256').update(document).digest('base64url')}"`;
  app.get(OPENAPI_PATH, async ({ headers }, reply) => {
    void reply.header('etag', etag).header('cache-control', 'no-cache');
    if (headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(document);
  });
};
export default openApi;
