import type { CheckoutEvent, GatewayOrder } from './events.ts';

/** The payment provider's checkout in the page. */
export interface Gateway {
  /** Loads the provider's script once; rejects when it is blocked or takes longer than ten seconds. */
  load(script: string): Promise<void>;
  /** Returns the function that closes the checkout. */
  open(order: GatewayOrder, emit: (event: GatewayEvent) => void): () => void;
}

export type GatewayEvent = Extract<CheckoutEvent, { type: `gateway.${string}` }>;

/** For every flow that opens the provider's checkout. */
export const gatewayStates = {
  clean: { on: { 'gateway.unresponsive': 'unresponsive' } },
  attemptFailed: {},
  unresponsive: {
    description:
      'A blocked window covers the page, so the page shows a button above it that closes the checkout',
    tags: ['unresponsive'],
    on: { 'gateway.responded': 'clean' },
  },
} as const;
