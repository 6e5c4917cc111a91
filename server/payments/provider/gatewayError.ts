/**
 * Why a call to the provider failed.
 * - 'unreachable': there was no response, so the provider may have executed the call;
 * - 'failing': the response is not one of the API (a proxy's page, a 5xx, wrong keys, too many calls);
 * - 'refused': the provider rejected the request;
 * - 'malformed-id': the call was not sent, because the id has the wrong format.
 */
export type GatewayErrorCode = 'unreachable' | 'failing' | 'refused' | 'malformed-id';

/** A `PaymentGateway` rejects with no other error. `status`: the HTTP status; 0 without a response. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: GatewayErrorCode;
  readonly status: number;
  constructor(code: GatewayErrorCode, description: string, status = 0) {
    super(description);
    this.code = code;
    this.status = status;
  }
}

/** Any other status is a failure of the provider or of our configuration. */
const REJECTED_STATUSES = new Set([400, 404, 409]);

interface FailedCall {
  readonly status: number;
  readonly description: string | undefined;
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Reads both shapes of a failed call: the SDK's `{statusCode, error}`, which is not an Error, and the HTTP client's
 * `{response: {status, data: {error}}}` for calls that bypass the SDK's methods.
 */
function failedCall(thrown: unknown): FailedCall {
  const { statusCode, error, response } = asRecord(thrown);
  const { status, data } = asRecord(response);
  const body = asRecord(error ?? asRecord(data).error);
  return { status: Number(statusCode ?? status ?? 0), description: text(body.description) };
}

/** Converts anything that a call to the provider threw to a `GatewayError`. */
export function toGatewayError(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  const { status, description = 'no description' } = failedCall(thrown);
  if (status === 0) return new GatewayError('unreachable', description);
  return new GatewayError(REJECTED_STATUSES.has(status) ? 'refused' : 'failing', description, status);
}
