/** The part of the provider's error body that says what went wrong and where. */
export interface Failure {
  readonly code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR';
  readonly description: string;
  readonly field?: string;
  readonly source: string;
  readonly step: string;
  readonly reason: string;
}

/** What an error is about. */
export interface FailureOf {
  readonly order_id?: string;
  readonly payment_id?: string;
}

/** A request that the stand-in provider turns down, thrown anywhere in it and answered with the provider's body. */
export class ProviderError extends Error {
  readonly status: number;
  readonly failure: Failure;
  readonly metadata: FailureOf;
  constructor(failure: Failure, metadata: FailureOf = {}, status = 400) {
    super(failure.description);
    this.failure = failure;
    this.metadata = metadata;
    this.status = status;
  }

  /** The body as the provider sends it. */
  get body(): { error: Failure & { metadata: FailureOf } } {
    return { error: { ...this.failure, metadata: this.metadata } };
  }
}

/** A request that is wrong in itself, as the provider words it; it says 'NA' where it says nothing. */
export const badRequest = (
  description: string,
  { field, step = 'NA', reason = 'NA' }: { field?: string; step?: string; reason?: string } = {},
  status = 400,
): ProviderError =>
  new ProviderError(
    {
      code: 'BAD_REQUEST_ERROR',
      description,
      ...(field === undefined ? {} : { field }),
      source: reason === 'NA' ? 'NA' : 'business',
      step,
      reason,
    },
    {},
    status,
  );

/** An id that is not there is a bad request to this provider, not 'not found'. */
export const unknownId = (): ProviderError =>
  badRequest('The id provided does not exist', {
    step: 'payment_initiation',
    reason: 'input_validation_failed',
  });

/** What the provider says when the fault is its own. */
export const trouble = new ProviderError(
  {
    code: 'SERVER_ERROR',
    description:
      'We are facing some trouble completing your request at the moment. Please try again shortly.',
    source: 'NA',
    step: 'NA',
    reason: 'NA',
  },
  {},
  500,
);
