import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { errorStatus, type ErrorBody, type ErrorCode } from '../../contract/errors.ts';
import { isUnavailable } from '../database/unavailable.ts';
import { ApiError } from '../apiError.ts';
import { setZodErrorMap } from './zodErrorMap.ts';

/** The framework's own errors by status. */
const frameworkErrors: Partial<Record<number, [ErrorCode, string]>> = {
  404: ['not-found', 'There is nothing here'],
  413: ['too-large', 'The body is too large'],
  415: ['unsupported-media', 'The body must be JSON, urlencoded or multipart'],
  429: ['too-many-requests', 'Too many requests, please wait'],
};

/** Converts anything thrown to an ApiError; an unknown error is 'internal'. */
function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {};
    for (const { instancePath, message } of error.validation) {
      const field = instancePath.split('/')[1] || (error.validationContext ?? 'body');
      fields[field] ??= message ?? 'is not right';
    }
    return new ApiError('bad-input', 'Some fields are not right', { fields });
  }
  const status = (error as Partial<FastifyError> | null)?.statusCode ?? 500;
  const known = frameworkErrors[status];
  if (known) return new ApiError(...known);
  if (status >= 400 && status < 500) return new ApiError('bad-input', 'The request is not well-formed');
  if (isUnavailable(error))
    return new ApiError('unavailable', 'Not available at the moment, please try again');
  return new ApiError('internal', 'Something went wrong on our side');
}

/** Sends anything thrown while serving a request as an error response (ruling 18). */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { code, message, details } = toApiError(error);
  const status = errorStatus[code];
  if (status >= 500) request.log.error({ err: error }, code);
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  const body: ErrorBody = { error: { code, message, ...details, request_id: request.id } };
  void reply
    .code(status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    // Bypasses the route's serialiser, which may have no schema for this status.
    .serializer(JSON.stringify)
    .send(body);
}

/** Sends an error response to a malformed or incomplete HTTP request, which has no request object. */
export function sendBadRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const answer: ErrorBody = { error: { code: 'bad-input', message: 'The request is not well-formed' } };
  const body = JSON.stringify(answer);
  const head = [
    'HTTP/1.1 400 Bad Request',
    'content-type: application/json; charset=utf-8',
    `content-length: ${body.length}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Sends every error in the same shape, without internals. */
export default plugin(async (app) => {
  setZodErrorMap();
  app.setErrorHandler(sendError);
});
