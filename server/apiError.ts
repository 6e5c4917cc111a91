import type { ErrorBody, ErrorCode } from '../contract/errors.ts';

/** What helps the caller to do better: the bad fields, or with a 409 the slots, the price or the holds as they are now. */
export type ErrorDetails = Pick<
  ErrorBody['error'],
  'fields' | 'taken' | 'amount' | 'price_per_hour' | 'holds'
>;

/**
 * The server says no, for a reason of the catalogue in contract/errors (ruling 18). Thrown anywhere below a route; the
 * error plugin turns it into the answer. `message` goes out as it is, so it holds nothing private.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.details = details;
  }
}

/** The refusal of one bad field. */
export const fieldError = (field: string, message: string): ApiError =>
  new ApiError('bad-input', `${field} ${message}`, { fields: { [field]: message } });
