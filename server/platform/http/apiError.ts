import type { ErrorBody, ErrorCode } from '../../../contract/errors.ts';

/** Details for the caller: the invalid fields, or with a 409 the current slots, price, holds or terms. */
export type ErrorDetails = Pick<
  ErrorBody['error'],
  | 'fields'
  | 'taken'
  | 'alternatives'
  | 'amount'
  | 'price_per_hour'
  | 'rates'
  | 'holds'
  | 'unpaid'
  | 'terms'
  | 'move_terms'
  | 'refund_reason'
  | 'points_left'
  | 'in_the_way'
  | 'present'
  | 'changed'
  | 'account'
>;

/**
 * An error response with a code of contract/errors (ruling 18). Any code below a route may throw it; the error plugin
 * sends it. `message` is sent to the client, so it must contain nothing private.
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

export const fieldError = (field: string, message: string): ApiError =>
  new ApiError('bad-input', `${field} ${message}`, { fields: { [field]: message } });

/** 401: the session of an access token is revoked or expired. */
export const sessionEnded = (): ApiError => new ApiError('unauthenticated', 'The session is over');

/** 404: a field names an unknown room. */
export const noSuchRoom = (field: string): ApiError =>
  new ApiError('not-found', 'There is no such room', { fields: { [field]: 'must be a room' } });
