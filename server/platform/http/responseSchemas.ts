import type { ZodType } from 'zod';
import { errorBody, type ErrorCode } from '../../../contract/errors.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** Codes of the call's own errors. Those that follow from the route, such as its role, are added (tools/openapi/document.ts). */
    errors?: readonly ErrorCode[];
  }
}

/** Success, and the error body. */
export const responseSchemas = <Status extends 200 | 201, Success extends ZodType>(
  status: Status,
  success: Success,
) =>
  ({ [status]: success, '4xx': errorBody, '5xx': errorBody }) as Record<Status, Success> &
    Record<'4xx' | '5xx', typeof errorBody>;
