import Razorpay from 'razorpay';

/** How long one call to the provider may take, in milliseconds; the SDK alone would wait for ever. */
const PROVIDER_TIMEOUT_MS = 8_000;

/** Whose account, and where its API is when that is not the provider's own host. */
export interface ProviderAccess {
  readonly keyId: string;
  readonly keySecret: string;
  /** Asked before every call, for a server that talks to itself knows its address only once it listens. */
  readonly baseUrl?: () => string;
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
/** The part that we use of the HTTP client inside the SDK, which its typings leave out. */
interface HttpClient {
  readonly defaults: { timeout?: number; maxRedirects?: number };
  readonly interceptors: {
    request: { use(change: (config: CallConfig) => CallConfig): void };
    response: { use(answered: undefined, failed: (failure: FailedResponse) => Promise<never>): void };
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

/** The SDK reads `error.response.data.error` of every failure, and itself fails with a TypeError where there is none. */
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
 * The official SDK with what it lacks: a base URL, a time limit, no redirects, and failures that can be read when
 * nobody answered. `post` calls the API past the SDK's methods, for headers that these drop. Throws, at the start of
 * the server and not at the first payment, when the SDK's insides have moved.
 */
export function openSdk({ keyId, keySecret, baseUrl }: ProviderAccess): {
  sdk: Razorpay;
  post: HttpClient['post'];
} {
  const sdk = new Razorpay({ key_id: keyId, key_secret: keySecret });
  const client = httpClientOf(sdk);
  client.defaults.timeout = PROVIDER_TIMEOUT_MS;
  client.defaults.maxRedirects = 0;
  if (baseUrl) {
    // Our own host is never behind the proxy that HTTP_PROXY names for the outside world.
    client.interceptors.request.use((config) => ({ ...config, baseURL: baseUrl(), proxy: false }));
  }
  client.interceptors.response.use(undefined, ensureErrorBody);
  return { sdk, post: client.post };
}
