/** What is seen of the provider's open checkout, in every flow that opens it. */
export const gatewayStates = {
  clean: { on: { 'gateway.unresponsive': 'unresponsive' } },
  attemptFailed: {},
  unresponsive: {
    description: 'A blocked window covers the page, so the page shows a way out above it',
    tags: ['unresponsive'],
    on: { 'gateway.responded': 'clean' },
  },
} as const;
