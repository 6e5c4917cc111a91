import type { ZodType } from 'zod';
import { errorBody } from '../../../contract/errors.ts';

/** Success, and the error body. */
export const responseSchemas = <Status extends 200 | 201, Success extends ZodType>(
  status: Status,
  success: Success,
) =>
  ({ [status]: success, '4xx': errorBody, '5xx': errorBody }) as Record<Status, Success> &
    Record<'4xx' | '5xx', typeof errorBody>;
