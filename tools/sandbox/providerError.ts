/** As in the provider's error body. */
export interface Failure {
  readonly code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR';
  readonly description: string;
  readonly field?: string;
  readonly source: string;
  readonly step: string;
  readonly reason: string;
}

/** Ids that an error is about. */
export interface FailureMetadata {
  readonly order_id?: string;
  readonly payment_id?: string;
}

/** A refused request, thrown anywhere in the sandbox and sent with the provider's error body. */
export class ProviderError extends Error {
  readonly status: number;
  readonly failure: Failure;
  readonly metadata: FailureMetadata;
  constructor(failure: Failure, metadata: FailureMetadata = {}, status = 400) {
    super(failure.description);
    this.failure = failure;
    this.metadata = metadata;
    this.status = status;
  }

  get body(): { error: Failure & { metadata: FailureMetadata } } {
    return { error: { ...this.failure, metadata: this.metadata } };
  }
}

/** An invalid request in the provider's words; absent fields are 'NA'. */
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

/** A bad request, as at the provider, and not 'not found'. */
export const unknownId = (): ProviderError =>
  badRequest('The id provided does not exist', {
    step: 'payment_initiation',
    reason: 'input_validation_failed',
  });

export const serverError = new ProviderError(
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
