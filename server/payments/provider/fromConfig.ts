import type { Config } from '../../platform/config/config.ts';
import { sandboxKeys } from './sandboxKeys.ts';
import type { CheckoutSources } from '../../platform/http/plugins/securityHeaders.ts';
import { razorpayGateway, type Checkout, type PaymentGateway } from './gateway.ts';

/** On this server. */
export const SANDBOX_PATH = '/sandbox';

/** With the hosts that it connects to from the page. */
const razorpayCheckout: Checkout = {
  script: 'https://checkout.razorpay.com/v1/checkout.js',
  sources: {
    script: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
    frame: ['https://api.razorpay.com'],
    connect: [
      'https://lumberjack.razorpay.com',
      'https://lumberjack-metrics.razorpay.com',
      'https://lumberjack-cx.razorpay.com',
    ],
    img: ['https://cdn.razorpay.com'],
  },
};

/** The API's server serves all of its files. */
const sandboxCheckout: Checkout = {
  script: `${SANDBOX_PATH}/v1/checkout.js`,
  sources: { script: ["'self'"], frame: ["'self'"], connect: [], img: [] },
};

/**
 * The payment gateway of a configuration: the real provider when its keys are set, the sandbox otherwise. `ownUrl` returns
 * this server's address, which exists only when the server listens.
 */
export function gatewayFromConfig(
  {
    razorpay,
    dataDir,
    timeoutFactor = 1,
  }: Pick<Config, 'razorpay' | 'dataDir'> & Partial<Pick<Config, 'timeoutFactor'>>,
  ownUrl: () => string,
): PaymentGateway {
  if (razorpay !== null) return razorpayGateway({ ...razorpay, timeoutFactor }, razorpayCheckout);
  const access = { ...sandboxKeys(dataDir), baseUrl: () => ownUrl() + SANDBOX_PATH, timeoutFactor };
  return razorpayGateway(access, sandboxCheckout);
}

/**
 * The sources of the checkout for the site's Content-Security-Policy. An API on another host sends the checkout's script
 * with each order, so both that host's sandbox and the provider's checkout are allowed.
 */
export const checkoutSources = (
  { apiOrigin }: Pick<Config, 'apiOrigin'>,
  { checkout }: PaymentGateway,
): CheckoutSources =>
  apiOrigin === undefined
    ? checkout.sources
    : { ...razorpayCheckout.sources, frame: [apiOrigin, ...razorpayCheckout.sources.frame] };

/** The current secret first, then rotated ones. */
export const webhookSecrets = ({
  razorpay,
  dataDir,
}: Pick<Config, 'razorpay' | 'dataDir'>): readonly string[] =>
  razorpay?.webhookSecrets ?? [sandboxKeys(dataDir).webhookSecret];
