import { brand } from '../../domain/brand.ts';
import { CURRENCY } from '../../domain/pricing.ts';
import type { Effects } from '../../machines/app.ts';
import type { CheckoutEvent, PaymentOrder } from '../../machines/checkout/setup.ts';
import { Failure } from '../../machines/failure.ts';
import { apiHost } from './http.ts';

/** How long the provider's script may take before the gateway counts as failed. */
const LOAD_LIMIT_MS = 10_000;
/** How long the provider's window may show no sign of life before the page offers a way out. */
const SILENCE_MS = 8_000;
/** The provider's script hands a payment over some 200 ms after its window has closed: a payment wins over a dismissal. */
const AFTER_DISMISSAL_MS = 300;

interface PaidAnswer {
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
 * Listens whether the provider's window, an iframe that its script puts into the page once, ever speaks. One that the
 * browser has blocked is never heard of: there is no event for it.
 */
const windowOfProvider = (() => {
  let hasSpoken = false;
  let tellNews = (): void => undefined;
  const hear = ({ source }: MessageEvent): void => {
    const frames = document.querySelectorAll<HTMLIFrameElement>('.razorpay-container iframe');
    if (![...frames].some(({ contentWindow }) => contentWindow === source)) return;
    hasSpoken = true;
    removeEventListener('message', hear);
    tellNews();
  };
  return {
    /** To be called before the script is loaded. */
    listen(): void {
      if (!hasSpoken) addEventListener('message', hear);
    },
    /** Tells when it is silent for too long and, after that, when it has spoken; returns how to stop. */
    watch(tell: (event: CheckoutEvent) => void): () => void {
      if (hasSpoken) return () => undefined;
      let isSilent = false;
      const timer = setTimeout(() => {
        isSilent = true;
        tell({ type: 'gateway.silent' });
      }, SILENCE_MS);
      tellNews = () => {
        clearTimeout(timer);
        if (isSilent) tell({ type: 'gateway.heard' });
      };
      return () => {
        clearTimeout(timer);
        tellNews = () => undefined;
      };
    },
  };
})();

let loading: Promise<void> | null = null;

/** Loads the provider's script; a failed attempt leaves no tag behind, so that the next one fetches it again. */
function load(script: string): Promise<void> {
  if (provider()) return Promise.resolve();
  windowOfProvider.listen();
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
    const timer = setTimeout(() => settle(new Failure('TIMEOUT_ERROR')), LOAD_LIMIT_MS);
    tag.src = new URL(script, apiHost || location.origin).href;
    tag.async = true;
    tag.addEventListener('load', () => settle());
    tag.addEventListener('error', () => settle(new Failure('FETCH_ERROR')));
    document.head.append(tag);
  });
  return loading;
}

/** A checkout that broke or was taken away leaves its overlay and a page that cannot scroll. */
function clearScreen(): void {
  document.querySelectorAll('.razorpay-container').forEach((overlay) => {
    (overlay as HTMLElement).style.display = 'none';
  });
  document.body.style.removeProperty('overflow');
}

function open(order: PaymentOrder, tell: (event: CheckoutEvent) => void): () => void {
  const Razorpay = provider();
  if (!Razorpay) throw new Failure('PARSING_ERROR');
  /** Once paid, a late dismissal or failure of the closing window means nothing. */
  let isOver = false;
  const stopWatching = windowOfProvider.watch(tell);
  const tellLast = (event: CheckoutEvent): void => {
    if (isOver) return;
    isOver = true;
    stopWatching();
    tell(event);
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
    handler: (paid: PaidAnswer) =>
      tellLast({
        type: 'gateway.paid',
        proof: {
          orderId: paid.razorpay_order_id,
          paymentId: paid.razorpay_payment_id,
          signature: paid.razorpay_signature,
        },
      }),
    modal: {
      confirm_close: true,
      ondismiss: (reason?: unknown) => {
        const type = reason === 'timeout' ? 'gateway.timedOut' : 'gateway.dismissed';
        setTimeout(() => tellLast({ type }), AFTER_DISMISSAL_MS);
      },
    },
  });
  checkout.on('payment.failed', () => {
    if (!isOver) tell({ type: 'gateway.attemptFailed' });
  });
  checkout.on('fault.close', () => {
    clearScreen();
    tellLast({ type: 'gateway.broke' });
  });
  checkout.open();

  return () => {
    if (isOver) return;
    isOver = true;
    stopWatching();
    checkout.close();
    clearScreen();
  };
}

/** The provider's checkout in the page: its script, its window, and what it says (spec 4). */
export const gateway: Effects['gateway'] = { load, open };
