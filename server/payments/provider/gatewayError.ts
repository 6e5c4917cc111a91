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
