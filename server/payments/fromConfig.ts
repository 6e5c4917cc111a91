import type { Config } from '../config.ts';
import { sandboxKeys } from '../sandbox/keys.ts';
import { razorpayGateway, type Checkout, type CheckoutSources, type PaymentGateway } from './gateway.ts';

/** Where the stand-in provider is on our own server. */
export const SANDBOX_PATH = '/sandbox';

/** The provider's own checkout and the hosts that it talks to from the page. */
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

/** The sandbox's checkout: everything from the server that the API is on. */
const sandboxCheckout: Checkout = {
  script: `${SANDBOX_PATH}/v1/checkout.js`,
  sources: { script: ["'self'"], frame: ["'self'"], connect: [], img: [] },
};

/**
 * The payment gateway that the configuration asks for: the real provider when its keys are set, else the sandbox.
 * `ownUrl` gives the address at which this server reaches itself, known once it listens.
 */
export function gatewayFromConfig(
  config: Pick<Config, 'razorpay' | 'dataDir'>,
  ownUrl: () => string,
): PaymentGateway {
  if (config.razorpay !== null) return razorpayGateway(config.razorpay, razorpayCheckout);
  const access = { ...sandboxKeys(config.dataDir), baseUrl: () => ownUrl() + SANDBOX_PATH };
  return razorpayGateway(access, sandboxCheckout);
}

/**
 * Where the site's pages load the checkout from. An API on another host says only with an order which checkout that is: its
 * own sandbox or the provider's.
 */
export const checkoutSources = (
  { apiOrigin }: Pick<Config, 'apiOrigin'>,
  { checkout }: PaymentGateway,
): CheckoutSources =>
  apiOrigin === undefined
    ? checkout.sources
    : { ...razorpayCheckout.sources, frame: [apiOrigin, ...razorpayCheckout.sources.frame] };

/** What the provider's webhooks may be signed with: the present secret first, then those rotated out. */
export const webhookSecrets = ({
  razorpay,
  dataDir,
}: Pick<Config, 'razorpay' | 'dataDir'>): readonly string[] =>
  razorpay?.webhookSecrets ?? [sandboxKeys(dataDir).webhookSecret];
