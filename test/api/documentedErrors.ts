import type { FastifyInstance } from 'fastify';
import checkedIn from '../../contract/openapi.json';
import { errorStatus, type ErrorBody } from '../../contract/errors.ts';
import type { OpenApiDocument } from '../../tools/openapi/types.ts';

const document = checkedIn as unknown as OpenApiDocument;

/**
 * Makes a test fail when it causes an error response that the OpenAPI document does not list for its operation. Errors that
 * any request can get, such as those of a bad path, host or body, are described once in the document.
 */
export async function refuseUndocumentedErrors(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', async ({ method, routeOptions }, reply, payload) => {
    if (reply.statusCode < 400 || typeof payload !== 'string') return;
    const path = routeOptions.url?.replace(/:(\w+)/g, '{$1}');
    const operation = path === undefined ? undefined : document.paths[path]?.[method.toLowerCase()];
    if (!operation) return;
    const { code } = (JSON.parse(payload) as ErrorBody).error;
    const documented = operation.responses[String(errorStatus[code])]?.description.includes(`\`${code}\``);
    if (!documented) throw new Error(`${method} ${path} has no error ${code} in contract/openapi.json`);
  });
}
