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
