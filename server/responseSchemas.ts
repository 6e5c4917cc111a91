import type { ZodType } from 'zod';
import { errorBody } from '../contract/errors.ts';

/** A route's response schemas: what success looks like, and the one shape of every error. */
export const responseSchemas = <Status extends 200 | 201, Success extends ZodType>(
  status: Status,
  success: Success,
) =>
  ({ [status]: success, '4xx': errorBody, '5xx': errorBody }) as Record<Status, Success> &
    Record<'4xx' | '5xx', typeof errorBody>;
