import { brand } from '../../../domain/content/brand.ts';
import { CURRENCY } from '../../../domain/money/pricing.ts';
import type { Effects } from '../../../machines/effects.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { apiHost } from '../../app/effects/http.ts';
import type { GatewayOrder } from '../../../machines/checkout/events.ts';
import type { GatewayEvent } from '../../../machines/checkout/gateway.ts';

/** For the provider's script. */
const LOAD_TIMEOUT_MS = 10_000;
/** After this time the page offers to cancel if the provider's window has sent no message. */
const RESPONSE_TIMEOUT_MS = 8_000;
/** The delay of a dismissal: the provider's script reports a payment some 200 ms after its window closes. */
const DISMISSAL_GRACE_MS = 300;

interface PaymentResponse {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

interface Checkout {
  open(): void;
  close(): void;
  on(event: 'payment.failed' | 'fault.close', listener: () => void): void;
}

type CheckoutConstructor = new (options: object) => Checkout;

const provider = (): CheckoutConstructor | undefined =>
  (window as { Razorpay?: CheckoutConstructor }).Razorpay;

/**
 * Listens for messages of the provider's window, an iframe that its script adds to the page once. A window that the
 * browser blocks sends no message and no event.
 */
const providerWindow = (() => {
  let hasResponded = false;
  let notify = (): void => undefined;
  const onMessage = ({ source }: MessageEvent): void => {
    const frames = document.querySelectorAll<HTMLIFrameElement>('.razorpay-container iframe');
    if (![...frames].some(({ contentWindow }) => contentWindow === source)) return;
    hasResponded = true;
    removeEventListener('message', onMessage);
    notify();
  };
  return {
    /** Must be called before the script is loaded. */
    listen(): void {
      if (!hasResponded) addEventListener('message', onMessage);
    },
    /**
     * Emits 'gateway.unresponsive' if the window sends no message in time, and 'gateway.responded' if it does later. Returns
     * a function that stops watching.
     */
    watch(emit: (event: GatewayEvent) => void): () => void {
      if (hasResponded) return () => undefined;
      let isUnresponsive = false;
      const timer = setTimeout(() => {
        isUnresponsive = true;
        emit({ type: 'gateway.unresponsive' });
      }, RESPONSE_TIMEOUT_MS);
      notify = () => {
        clearTimeout(timer);
        if (isUnresponsive) emit({ type: 'gateway.responded' });
      };
      return () => {
        clearTimeout(timer);
        notify = () => undefined;
      };
    },
  };
})();

let loading: Promise<void> | null = null;

/** Loads the provider's script. A failed attempt removes its tag, so that the next one loads the script again. */
function load(script: string): Promise<void> {
  if (provider()) return Promise.resolve();
  providerWindow.listen();
  loading ??= new Promise<void>((resolve, reject) => {
    const tag = document.createElement('script');
    const settle = (error?: Failure): void => {
      clearTimeout(timer);
      loading = null;
      if (!error && provider()) {
        resolve();
      } else {
        tag.remove();
        reject(error ?? new Failure('PARSING_ERROR'));
      }
    };
    const timer = setTimeout(() => settle(new Failure('TIMEOUT_ERROR')), LOAD_TIMEOUT_MS);
    tag.src = new URL(script, apiHost || location.origin).href;
    tag.async = true;
    tag.addEventListener('load', () => settle());
    tag.addEventListener('error', () => settle(new Failure('FETCH_ERROR')));
    document.head.append(tag);
  });
  return loading;
}

/** Removes the overlay and the scroll lock that a failed or closed checkout leaves in the page. */
function clearScreen(): void {
  document.querySelectorAll('.razorpay-container').forEach((overlay) => {
    (overlay as HTMLElement).style.display = 'none';
  });
  document.body.style.removeProperty('overflow');
}

/** Returns a function that moves the focus back to the element that has it now, unless another element has it by then. */
function captureFocus(): () => void {
  const focused = document.activeElement;
  return () => {
    const current = document.activeElement;
    const isLost = !current || current === document.body || current.closest('.razorpay-container') !== null;
    if (isLost && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  };
}

function open(order: GatewayOrder, emit: (event: GatewayEvent) => void): () => void {
  const Razorpay = provider();
  if (!Razorpay) throw new Failure('PARSING_ERROR');
  /** Set by the first final event. Later ones, such as the dismissal after a payment, are ignored. */
  let isFinished = false;
  const stopWatching = providerWindow.watch(emit);
  const restoreFocus = captureFocus();
  const finish = (event: GatewayEvent): void => {
    if (isFinished) return;
    isFinished = true;
    stopWatching();
    restoreFocus();
    emit(event);
  };

  const checkout = new Razorpay({
    key: order.keyId,
    order_id: order.orderId,
    amount: order.amount,
    currency: CURRENCY,
    name: brand.name,
    description: order.description,
    timeout: order.timeout,
    prefill: { name: order.payer.name, email: order.payer.email, contact: order.payer.phone },
    handler: (payment: PaymentResponse) =>
      finish({
        type: 'gateway.paid',
        proof: {
          orderId: payment.razorpay_order_id,
          paymentId: payment.razorpay_payment_id,
          signature: payment.razorpay_signature,
        },
      }),
    modal: {
      confirm_close: true,
      ondismiss: (reason?: unknown) => {
        const type = reason === 'timeout' ? 'gateway.timedOut' : 'gateway.dismissed';
        setTimeout(() => finish({ type }), DISMISSAL_GRACE_MS);
      },
    },
  });
  checkout.on('payment.failed', () => {
    if (!isFinished) emit({ type: 'gateway.attemptFailed' });
  });
  checkout.on('fault.close', () => {
    clearScreen();
    finish({ type: 'gateway.failed' });
  });
  checkout.open();

  return () => {
    if (isFinished) return;
    isFinished = true;
    stopWatching();
    checkout.close();
    clearScreen();
    restoreFocus();
  };
}

/** The provider's checkout (spec 4). */
export const gateway: Effects['gateway'] = { load, open };
