import Razorpay from 'razorpay';

/** For one call to the provider; the SDK has none. */
const PROVIDER_TIMEOUT_MS = 8_000;

/** `baseUrl`: set when it is not the provider's host. */
export interface ProviderAccess {
  readonly keyId: string;
  readonly keySecret: string;
  /** Called before every request, because a server that calls itself has no address before it listens. */
  readonly baseUrl?: () => string;
  /** Multiplies the timeout of a call. */
  readonly timeoutFactor?: number;
}

interface CallConfig {
  baseURL?: string;
  proxy?: false;
}
interface FailedResponse {
  response?: { status: number; data: { error?: unknown } };
  code?: string;
  message: string;
}
/** What we use of the SDK's HTTP client, which the SDK's typings omit. */
interface HttpClient {
  readonly defaults: { timeout?: number; maxRedirects?: number };
  readonly interceptors: {
    request: { use(change: (config: CallConfig) => CallConfig): void };
    response: { use(onResponse: undefined, onError: (failure: FailedResponse) => Promise<never>): void };
  };
  post(path: string, body: unknown, options: { headers: Record<string, string> }): Promise<{ data: unknown }>;
}

function httpClientOf(sdk: Razorpay): HttpClient {
  const client = (sdk.api as unknown as { rq?: Partial<HttpClient> }).rq;
  if (!client?.defaults || !client.interceptors || typeof client.post !== 'function') {
    throw new Error(
      'This razorpay version keeps its HTTP client elsewhere: without it there is no time limit',
    );
  }
  return client as HttpClient;
}

/** The SDK reads `error.response.data.error` of every failure and throws a TypeError when it is missing. */
function ensureErrorBody(failure: FailedResponse): Promise<never> {
  if (!failure.response) {
    failure.response = { status: 0, data: { error: { description: failure.code ?? failure.message } } };
  } else if (!failure.response.data?.error) {
    const description = `HTTP ${failure.response.status} that is not the provider's`;
    failure.response.data = { error: { description } };
  }
  return Promise.reject(failure);
}

/**
 * The official SDK with a base URL, a timeout, no redirects, and readable errors when there was no response. `post`
 * bypasses the SDK's methods, which drop headers. Throws when the SDK's internals have changed, so that the server fails
 * at its start and not at the first payment.
 */
export function openSdk({ keyId, keySecret, baseUrl, timeoutFactor = 1 }: ProviderAccess): {
  sdk: Razorpay;
  post: HttpClient['post'];
} {
  const sdk = new Razorpay({ key_id: keyId, key_secret: keySecret });
  const client = httpClientOf(sdk);
  client.defaults.timeout = timeoutFactor * PROVIDER_TIMEOUT_MS;
  client.defaults.maxRedirects = 0;
  if (baseUrl) {
    // HTTP_PROXY applies to other hosts and never to this server.
    client.interceptors.request.use((config) => ({ ...config, baseURL: baseUrl(), proxy: false }));
  }
  client.interceptors.response.use(undefined, ensureErrorBody);
  return { sdk, post: client.post };
}
