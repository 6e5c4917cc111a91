import type { FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { fieldError } from '../apiError.ts';
import { formInDisguise, readForm, URLENCODED } from './formBody.ts';
import { readJson } from './jsonBody.ts';

/** True when a text in the value has a NUL character. Bodies are nested only a few levels (jsonBody). */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  // The bytes of a webhook; its reader validates them.
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
  return Object.values(value).some(holdsNul);
}

/** The field of a body, query or path that has a NUL character; undefined when none has. */
function fieldWithNul(source: unknown): string | undefined {
  // A body may be a single text, which its schema refuses, or bytes, which are no text.
  if (typeof source !== 'object' || source === null || source instanceof Uint8Array) return undefined;
  return Object.entries(source).find(([, value]) => holdsNul(value))?.[0];
}

/**
 * JSON, urlencoded and multipart bodies reach the schema as one plain object (ruling 16). A form is also read when its
 * header says JSON, as in the complete call (spec 7). Files are refused. Anybody may send a body before rate limits and
 * authentication, so each is read in time proportional to its length and with a limit on its fields.
 */
export default plugin(async (app) => {
  app.removeAllContentTypeParsers();

  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer): Promise<unknown> => {
      const text = body.toString('utf8');
      const contentType = formInDisguise(text);
      return contentType === null ? readJson(text) : readForm(body, contentType);
    },
  );
  for (const contentType of [URLENCODED, 'multipart/form-data']) {
    app.addContentTypeParser(contentType, { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
      readForm(body, request.headers['content-type'] ?? contentType),
    );
  }

  // PostgreSQL's text type cannot store this character; without this check it would cause a 500.
  app.addHook('preValidation', ({ body, query, params }, _reply, done) => {
    const field = fieldWithNul(body) ?? fieldWithNul(query) ?? fieldWithNul(params);
    if (field === undefined) done();
    else done(fieldError(field, 'must be plain text'));
  });
});
