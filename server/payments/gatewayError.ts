/**
 * Why the provider did not do what we asked.
 * - 'unreachable': no answer, so it may have done it all the same;
 * - 'failing': an answer, but not of its API (a proxy's page, a 5xx, wrong keys, too many calls);
 * - 'refused': it understood and said no;
 * - 'malformed-id': we did not ask, the id is not of its form.
 */
export type GatewayErrorCode = 'unreachable' | 'failing' | 'refused' | 'malformed-id';

/** The one error that every call of a `PaymentGateway` rejects with. `status` is HTTP's, 0 when there was no answer. */
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

/** The statuses with which the provider refuses a request for what it says; the rest is trouble, ours or its own. */
const REJECTED_STATUSES = new Set([400, 404, 409]);

/** A provider's answer to a failed call, as far as anything is known of it. */
interface FailedCall {
  readonly status: number;
  readonly description: string | undefined;
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Reads either of the two shapes in which a failed call arrives: the SDK's `{statusCode, error}`, which is no Error,
 * and, from calls past the SDK's own methods, the HTTP client's `{response: {status, data: {error}}}`.
 */
function failedCall(thrown: unknown): FailedCall {
  const { statusCode, error, response } = asRecord(thrown);
  const { status, data } = asRecord(response);
  const answered = asRecord(error ?? asRecord(data).error);
  return { status: Number(statusCode ?? status ?? 0), description: text(answered.description) };
}

/** Whatever a call to the provider threw, as a `GatewayError`. */
export function toGatewayError(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  const { status, description = 'no description' } = failedCall(thrown);
  if (status === 0) return new GatewayError('unreachable', description);
  return new GatewayError(REJECTED_STATUSES.has(status) ? 'refused' : 'failing', description, status);
}
