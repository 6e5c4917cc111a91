import type { Effects } from '../../machines/effects.ts';

/** The payment provider's checkout. Its code is loaded on the first payment. */
export function lazyGateway(): Effects['gateway'] {
  let gateway: Effects['gateway'] | null = null;
  return {
    async load(script) {
      ({ gateway } = await import('./gateway.ts'));
      await gateway.load(script);
    },
    open(order, emit) {
      if (!gateway) throw new Error('the gateway was opened before it was loaded');
      return gateway.open(order, emit);
    },
  };
}
