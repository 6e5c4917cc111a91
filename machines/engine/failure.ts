import type { ErrorBody, ErrorCode } from '../../contract/errors.ts';

/** The HTTP status, or why there was no response (spec 8). */
export type FailureStatus = number | 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR';

type Details = Omit<ErrorBody['error'], 'code' | 'message'>;

/** Why an effect failed. Contexts and events contain only its JSON, which never has a request, header or token. */
export class Failure extends Error {
  readonly status: FailureStatus;
  readonly code: ErrorCode | null;
  readonly details: Details;

  constructor(status: FailureStatus, code: ErrorCode | null = null, message = '', details: Details = {}) {
    super(message);
    this.name = 'Failure';
    this.status = status;
    this.code = code;
    this.details = details;
  }

  /** True when a retry may succeed: there was no response, or a temporary server error. */
  get isTransient(): boolean {
    return typeof this.status === 'string' || this.status === 429 || this.status >= 500;
  }

  toJSON(): object {
    return { status: this.status, code: this.code, message: this.message, ...this.details };
  }
}

/** The Failure with which an effect rejected. Any other error is a bug in the effect and becomes a PARSING_ERROR. */
export const failureOf = (error: unknown): Failure =>
  error instanceof Failure ? error : new Failure('PARSING_ERROR');
