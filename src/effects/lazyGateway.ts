import type { Effects } from '../../machines/effects.ts';

/** The way to the payment provider, which comes with the first payment. */
export function lazyGateway(): Effects['gateway'] {
  let gateway: Effects['gateway'] | null = null;
  return {
    async load(script) {
      ({ gateway } = await import('./gateway.ts'));
      await gateway.load(script);
    },
    open(order, emit) {
      if (!gateway) throw new Error('the gateway is opened before it was loaded');
      return gateway.open(order, emit);
    },
  };
}
