import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { errorStatus, type ErrorBody, type ErrorCode } from '../../../contract/errors.ts';
import { isUniqueViolation } from '../database/transaction.ts';
import { isUnavailable } from '../database/unavailable.ts';
import { ApiError } from './apiError.ts';
import { setZodErrorMap } from './zodErrorMap.ts';

/** By status. */
const frameworkErrors: Partial<Record<number, [ErrorCode, string]>> = {
  404: ['not-found', 'There is nothing here'],
  413: ['too-large', 'The body is too large'],
  415: ['unsupported-media', 'The body must be JSON, urlencoded or multipart'],
  429: ['too-many-requests', 'Too many requests, please wait'],
};

/** Converts any thrown value to an ApiError; an unknown error becomes 'internal'. */
function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {};
    for (const { instancePath, message } of error.validation) {
      const field = instancePath.split('/')[1] || (error.validationContext ?? 'body');
      fields[field] ??= message ?? 'is not valid';
    }
    return new ApiError('bad-input', 'Some fields are not valid', { fields });
  }
  const status = (error as Partial<FastifyError> | null)?.statusCode ?? 500;
  const frameworkError = frameworkErrors[status];
  if (frameworkError) return new ApiError(...frameworkError);
  if (status >= 400 && status < 500) return new ApiError('bad-input', 'The request is not well-formed');
  if (isUnavailable(error))
    return new ApiError('unavailable', 'Not available at the moment, please try again');
  if (isUniqueViolation(error))
    return new ApiError('changed-meanwhile', 'Someone else has just saved the same, please try again');
  return new ApiError('internal', 'Something went wrong on our side');
}

/** Sends any value that was thrown while handling a request as an error response (ruling 18). */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { code, message, details } = toApiError(error);
  const status = errorStatus[code];
  if (status >= 500) request.log.error({ err: error }, code);
  else if (isUniqueViolation(error)) request.log.warn({ err: error }, code);
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  const body: ErrorBody = { error: { code, message, ...details, request_id: request.id } };
  void reply
    .code(status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    // The route's serialiser may have no schema for this status.
    .serializer(JSON.stringify)
    .send(body);
}

/**
 * Sends an error response to a malformed or incomplete HTTP request, for which Fastify creates no request object. Closes a
 * connection that has sent nothing: browsers open some in advance, and would read a response as that to their next request.
 */
export function sendBadRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const errorBody: ErrorBody = { error: { code: 'bad-input', message: 'The request is not well-formed' } };
  const body = JSON.stringify(errorBody);
  const head = [
    'HTTP/1.1 400 Bad Request',
    'content-type: application/json; charset=utf-8',
    `content-length: ${body.length}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Sends every error as an `ErrorBody`, without internal details. */
export default plugin(async (app) => {
  setZodErrorMap();
  app.setErrorHandler(sendError);
});
