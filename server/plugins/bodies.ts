import type { FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { badField, Refusal } from '../refusal.ts';

const URLENCODED = 'application/x-www-form-urlencoded';

/** The fields of a form, as one object; a field sent more than once becomes a list. */
async function readForm(body: Buffer, contentType: string): Promise<unknown> {
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw badField('body', 'must be a well-formed form');
  }
  const names = [...new Set(form.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = form.getAll(name);
      if (values.some((value) => typeof value !== 'string')) {
        throw new Refusal('unsupported-media', 'Files are not accepted', {
          fields: { [name]: 'must be text' },
        });
      }
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

/** The content type of a form that came with JSON's header; null when the body is not a form. */
function formInDisguise(text: string): string | null {
  const boundary = /^--(\S+)\r\n/.exec(text)?.[1];
  if (boundary !== undefined) return `multipart/form-data; boundary=${boundary}`;
  return /^[\w.%+-]+=/.test(text) ? URLENCODED : null;
}

/** PostgreSQL's text has no place for this character; without this check it would be the one input that ends in a 500. */
function refuseNulCharacters(request: FastifyRequest): void {
  for (const source of [request.body, request.query, request.params]) {
    for (const [name, value] of Object.entries(source ?? {})) {
      if (typeof value === 'string' && value.includes('\0')) throw badField(name, 'must be plain text');
    }
  }
}

/**
 * JSON, urlencoded and multipart bodies all reach the same schema as one plain object (ruling 16). A form is also read
 * when its header says JSON, as in the complete call (spec 7). Files are refused.
 */
export default plugin(async (app) => {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();

  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer): Promise<unknown> => {
      const text = body.toString('utf8');
      const contentType = formInDisguise(text);
      if (contentType !== null) return readForm(body, contentType);
      return new Promise((resolve, reject) => {
        void parseJson(request, text, (error, value) =>
          error ? reject(badField('body', 'must be well-formed JSON')) : resolve(value),
        );
      });
    },
  );
  for (const contentType of [URLENCODED, 'multipart/form-data']) {
    app.addContentTypeParser(contentType, { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
      readForm(body, request.headers['content-type'] ?? contentType),
    );
  }

  app.addHook('preValidation', async (request) => refuseNulCharacters(request));
});
