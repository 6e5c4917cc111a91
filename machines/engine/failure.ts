import type { ErrorBody, ErrorCode } from '../../contract/errors.ts';
import type { Alternatives } from '../../domain/bookings/alternatives.ts';
import type { CancelTerms, MoveTerms } from '../../domain/bookings/terms.ts';
import type { Rate } from '../../domain/money/rates.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';
import type { Ranged } from '../../domain/time/apiTimes.ts';

/** The HTTP status, or why there was no response (spec 8). */
export type FailureStatus = number | 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR';

type ApiError = ErrorBody['error'];

/** What the API says about an error besides its code. Prices are in paise. */
export type FailureDetails = Omit<
  CamelCased<ApiError>,
  | 'code'
  | 'message'
  | 'taken'
  | 'alternatives'
  | 'inTheWay'
  | 'changed'
  | 'amount'
  | 'rates'
  | 'terms'
  | 'moveTerms'
> &
  Pick<ApiError, 'changed'> & {
    readonly amount?: number;
    readonly rates?: readonly Rate[];
    readonly terms?: CancelTerms;
    readonly moveTerms?: MoveTerms;
    /** Slots that are taken now. */
    readonly taken?: readonly number[];
    readonly alternatives?: Alternatives;
    readonly inTheWay?: readonly Ranged<NonNullable<CamelCased<ApiError>['inTheWay']>[number]>[];
  };

/** Why an effect failed. Contexts and events contain only its JSON, which never has a request, header or token. */
export class Failure extends Error {
  readonly status: FailureStatus;
  readonly code: ErrorCode | null;
  readonly details: FailureDetails;

  constructor(
    status: FailureStatus,
    code: ErrorCode | null = null,
    message = '',
    details: FailureDetails = {},
  ) {
    super(message);
    this.name = 'Failure';
    this.status = status;
    this.code = code;
    this.details = details;
  }

  /** A retry may succeed: there was no response, or a temporary server error. */
  get isTransient(): boolean {
    return typeof this.status === 'string' || this.status === 429 || this.status >= 500;
  }

  toJSON(): object {
    return { status: this.status, code: this.code, message: this.message, ...this.details };
  }
}

/** Any error but a Failure is a bug in the effect and becomes a PARSING_ERROR. */
export const failureOf = (error: unknown): Failure =>
  error instanceof Failure ? error : new Failure('PARSING_ERROR');
