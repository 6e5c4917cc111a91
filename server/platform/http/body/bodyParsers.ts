import type { FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { fieldError } from '../apiError.ts';
import { formContentType, parseForm, URLENCODED } from './formBody.ts';
import { parseJson } from './jsonBody.ts';

/**
 * True when a text in the value cannot be stored as it is: PostgreSQL's text type refuses a NUL character, and a lone surrogate
 * becomes another character on the way. The recursion is limited, because `parseJson` limits the nesting.
 */
function containsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return /[\0\p{Cs}]/u.test(value);
  // A Uint8Array is the body of a webhook, which its handler validates.
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
  return Object.values(value).some(containsUnstorable);
}

/** It cannot be stored; undefined when there is none. */
function unstorableField(source: unknown): string | undefined {
  // A body may be a single text, which its schema rejects, or bytes, which contain no text.
  if (typeof source !== 'object' || source === null || source instanceof Uint8Array) return undefined;
  return Object.entries(source).find(([, value]) => containsUnstorable(value))?.[0];
}

/**
 * Parses JSON, urlencoded and multipart bodies to one plain object (ruling 16). A form is also parsed when its header says
 * JSON, as in the complete call (spec 7). Files are rejected. The parsers run before authentication and rate limits, so they
 * need only time proportional to the length of the body, and limit the number of fields.
 */
export default plugin(async (app) => {
  app.removeAllContentTypeParsers();

  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer): Promise<unknown> => {
      const text = body.toString('utf8');
      const contentType = formContentType(text);
      return contentType === null ? parseJson(text) : parseForm(body, contentType);
    },
  );
  for (const contentType of [URLENCODED, 'multipart/form-data']) {
    app.addContentTypeParser(contentType, { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
      parseForm(body, request.headers['content-type'] ?? contentType),
    );
  }

  // Without this check a NUL character would cause a 500.
  app.addHook('preValidation', ({ body, query, params }, _reply, done) => {
    const field = unstorableField(body) ?? unstorableField(query) ?? unstorableField(params);
    if (field === undefined) done();
    else done(fieldError(field, 'must be plain text'));
  });
});
