import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyPluginAsync } from 'fastify';
import document from '../../../../contract/openapi.json?raw';
import { acceptedEncoding } from '../acceptedEncoding.ts';

export const OPENAPI_PATH = '/api/openapi.json';
/** The same document as a page, which is served only in development. */
export const REFERENCE_PATH = '/api/reference';

const compressors = {
  // The best quality takes 30 times as long and saves a tenth.
  br: () => promisify(brotliCompress)(document, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: () => promisify(gzip)(document),
};

/** Serves the OpenAPI document, which `npm run openapi` generates. */
const openApi: FastifyPluginAsync = async (app) => {
  const hash = createHash('sha256').update(document).digest('base64url');
  /** By encoding. A form is compressed when the first client accepts it, because that would slow the start. */
  const compressed = new Map<keyof typeof compressors, Promise<Buffer>>();

  app.get(OPENAPI_PATH, async ({ headers }, reply) => {
    const encoding = acceptedEncoding(headers['accept-encoding']);
    const etag = `"${encoding === null ? hash : `${hash}-${encoding}`}"`;
    const vary = reply.getHeader('vary');
    void reply.headers({
      etag,
      'cache-control': 'no-cache',
      vary: vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`,
    });
    if (headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    void reply.type('application/json; charset=utf-8');
    if (encoding === null) return reply.send(document);
    const bytes = compressed.get(encoding) ?? compressors[encoding]();
    compressed.set(encoding, bytes);
    return reply.header('content-encoding', encoding).send(await bytes);
  });
};
export default openApi;
