import type { CheckoutEvent, GatewayOrder } from './events.ts';

/** The payment provider's checkout in the page. */
export interface Gateway {
  /** Loads the provider's script once; rejects when it is blocked or takes longer than ten seconds. */
  load(script: string): Promise<void>;
  /** Opens the provider's checkout and emits its events; returns the function that closes it. */
  open(order: GatewayOrder, emit: (event: GatewayEvent) => void): () => void;
}

/** What happens in the provider's checkout. */
export type GatewayEvent = Extract<CheckoutEvent, { type: `gateway.${string}` }>;

/** The states of the open provider's checkout, in every flow that opens it. */
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
