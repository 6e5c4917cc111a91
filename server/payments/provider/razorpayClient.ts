import { GatewayError } from './gatewayError.ts';

/** For one call, in milliseconds. */
const TIMEOUT_MS = 8_000;

const PROVIDER_URL = 'https://api.razorpay.com';

/** `baseUrl`: set when it is not the provider's host. */
export interface ProviderAccess {
  readonly keyId: string;
  readonly keySecret: string;
  /** Called before every request, because a server that calls itself has no address before it listens. */
  readonly baseUrl?: () => string;
  /** Multiplies the timeout of a call. */
  readonly timeoutFactor?: number;
}

/**
 * The provider's HTTP API. Both return the parsed body of a successful response, which the caller validates: undefined when it is
 * no JSON. They reject only with a `GatewayError`. `path`: below /v1, with ids that `isProviderId` has accepted.
 */
export interface RazorpayClient {
  get(path: string, query?: Readonly<Record<string, string | number>>): Promise<unknown>;
  post(path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<unknown>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** `fetch` describes a failed connection in the cause of its error. */
function unreachable(error: unknown): GatewayError {
  const { message, cause } = error as Error;
  return new GatewayError('unreachable', (cause as NodeJS.ErrnoException | undefined)?.code ?? message);
}

/** Any other status is a failure of the provider or of our configuration. */
const REJECTED_STATUSES = new Set([400, 404, 409]);

function refusal(status: number, body: unknown): GatewayError {
  const { error } = (body ?? {}) as { error?: { description?: unknown } };
  const description =
    typeof error?.description === 'string' ? error.description : `HTTP ${status} that is not the provider's`;
  return new GatewayError(REJECTED_STATUSES.has(status) ? 'refused' : 'failing', description, status);
}

export function razorpayClient({
  keyId,
  keySecret,
  baseUrl = () => PROVIDER_URL,
  timeoutFactor = 1,
}: ProviderAccess): RazorpayClient {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;

  async function call(
    path: string,
    { headers = {}, ...init }: { method?: 'POST'; body?: string; headers?: Readonly<Record<string, string>> },
  ): Promise<unknown> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${baseUrl()}/v1${path}`, {
        ...init,
        headers: { accept: 'application/json', 'user-agent': 'litrooms', authorization, ...headers },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutFactor * TIMEOUT_MS),
      });
      text = await response.text();
    } catch (error) {
      throw unreachable(error);
    }
    const body = parseJson(text);
    if (!response.ok) throw refusal(response.status, body);
    return body;
  }

  return {
    get(path, query = {}) {
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]) => [name, String(value)]),
      ).toString();
      return call(search === '' ? path : `${path}?${search}`, {});
    },
    post: (path, body, headers = {}) =>
      call(path, {
        method: 'POST',
        ...(body && { body: JSON.stringify(body) }),
        headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      }),
  };
}
