// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GatewayEvent } from '../../machines/checkout/gateway.ts';
import { order, proof } from '../fixtures/booking.ts';

/** What the provider's script gets from the page. */
interface CheckoutOptions {
  handler(payment: object): void;
  modal: { ondismiss(reason?: unknown): void };
}

const payment = {
  razorpay_order_id: proof.orderId,
  razorpay_payment_id: proof.paymentId,
  razorpay_signature: proof.signature,
};

let gateway: typeof import('../../src/checkout/effects/gateway.ts').gateway;
beforeEach(async () => {
  vi.useFakeTimers();
  // Whether the provider's window has responded is remembered as long as the page is there.
  vi.resetModules();
  ({ gateway } = await import('../../src/checkout/effects/gateway.ts'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.head.replaceChildren();
  document.body.replaceChildren();
  Object.assign(window, { Razorpay: undefined });
});

/** Opens a checkout of a script that only keeps its options. */
function openCheckout() {
  const opened: CheckoutOptions[] = [];
  class Razorpay {
    constructor(options: CheckoutOptions) {
      opened.push(options);
    }
    on() {}
    open() {}
    close() {}
  }
  Object.assign(window, { Razorpay });
  const events: GatewayEvent[] = [];
  gateway.open(order, (event) => void events.push(event));
  return { options: opened[0] as CheckoutOptions, events };
}

test('a payment reported just after the window was closed wins over the dismissal', () => {
  const { options, events } = openCheckout();
  options.modal.ondismiss();
  vi.advanceTimersByTime(200);
  options.handler(payment);
  vi.advanceTimersByTime(10_000);
  expect(events.filter(({ type }) => type !== 'gateway.unresponsive')).toEqual([
    { type: 'gateway.paid', proof },
  ]);
});

test('a script that cannot be loaded is a failure, and the next attempt loads it again', async () => {
  const tags: HTMLScriptElement[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((tag) => void tags.push(tag as HTMLScriptElement));
  const failing = gateway.load('/checkout.js');
  tags[0]?.dispatchEvent(new Event('error'));
  await expect(failing).rejects.toMatchObject({ status: 'FETCH_ERROR' });

  const loading = gateway.load('/checkout.js');
  expect(tags.map(({ src }) => new URL(src).pathname)).toEqual(['/checkout.js', '/checkout.js']);
  Object.assign(window, { Razorpay: vi.fn() });
  tags[1]?.dispatchEvent(new Event('load'));
  await loading;
});

test('a window that is only slow is reported as unresponsive, and as responsive with its first message', () => {
  void gateway.load('/checkout.js').catch(() => undefined);
  const { events } = openCheckout();
  document.body.innerHTML = '<div class="razorpay-container"><iframe></iframe></div>';
  vi.advanceTimersByTime(8000);
  expect(events).toEqual([{ type: 'gateway.unresponsive' }]);
  // Messages of other windows say nothing about it.
  window.dispatchEvent(new MessageEvent('message', { source: window }));
  expect(events).toHaveLength(1);
  const source = document.querySelector('iframe')?.contentWindow ?? null;
  window.dispatchEvent(new MessageEvent('message', { source }));
  expect(events.at(-1)).toEqual({ type: 'gateway.responded' });
});
