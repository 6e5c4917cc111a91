/**
 * The sandbox's checkout script: defines `window.Razorpay` as the provider's own script does. The payment sheet is a
 * page in an iframe, one per page however many checkouts are opened; this script shows and hides it and forwards its
 * messages.
 */
(() => {
  'use strict';

  const script = new URL(document.currentScript.src);
  const sheetUrl = new URL('checkout/public', script);
  const HANDLER_DELAY_MS = 200;
  const MAX_NOTES = 15;

  /** The instance with a visible sheet, or null. */
  let visibleInstance = null;
  /** Whether the page in the iframe listens; earlier messages are queued. */
  let isSheetReady = false;
  const queuedMessages = [];
  let overflowBefore = '';

  const styledElement = (tag, className, style) => {
    const element = document.createElement(tag);
    element.className = className;
    Object.assign(element.style, style);
    return element;
  };

  const cover = { position: 'fixed', top: '0', left: '0', width: '100%', height: '100%' };
  const container = styledElement('div', 'razorpay-container', {
    ...cover,
    zIndex: '2147483647',
    display: 'none',
  });
  const backdrop = styledElement('div', 'razorpay-backdrop', {
    ...cover,
    background: 'rgba(15, 20, 28, 0.62)',
    opacity: '0',
    transition: 'opacity 0.25s ease-out',
  });
  const ribbon = styledElement('span', 'razorpay-ribbon', {
    position: 'absolute',
    top: '22px',
    right: '-44px',
    width: '180px',
    padding: '6px 0',
    background: '#b3341f',
    color: '#fff',
    font: '600 12px/1.2 system-ui, sans-serif',
    letterSpacing: '0.06em',
    textAlign: 'center',
    transform: 'rotate(45deg)',
  });
  ribbon.textContent = 'Test Mode';
  const frame = styledElement('iframe', 'razorpay-checkout-frame', {
    ...cover,
    border: '0',
    background: 'transparent',
    // The same as the page's inside, or browsers give the iframe an opaque background.
    colorScheme: 'light',
  });
  frame.title = 'Payment';
  frame.src = sheetUrl.href;
  container.append(backdrop, frame);

  const postToSheet = (message) => {
    if (isSheetReady) frame.contentWindow.postMessage({ checkout: message }, script.origin);
    else queuedMessages.push(message);
  };

  const show = (instance) => {
    if (!visibleInstance) overflowBefore = document.body.style.overflow;
    visibleInstance = instance;
    document.body.style.overflow = 'hidden';
    container.style.display = 'block';
    ribbon.remove();
    if (instance.options.key.startsWith('rzp_t')) backdrop.append(ribbon);
    if (instance.options.theme?.backdrop_color)
      backdrop.style.background = instance.options.theme.backdrop_color;
    requestAnimationFrame(() => (backdrop.style.opacity = '1'));
    frame.focus();
  };

  const hide = () => {
    const { onhidden } = visibleInstance.options.modal ?? {};
    visibleInstance = null;
    container.style.display = 'none';
    backdrop.style.opacity = '0';
    onhidden?.();
  };

  const hideAndRestore = () => {
    document.body.style.overflow = overflowBefore;
    hide();
  };

  /** The sheet's messages, and their effect on the page that opened it. */
  const handlers = {
    ready: () => {
      isSheetReady = true;
      for (const message of queuedMessages.splice(0)) postToSheet(message);
    },
    submit: (instance, data) => instance.emit('payment.submit', data),
    // The sheet stays open after a failed attempt: the next one may succeed on the same order.
    paymenterror: (instance, data) => {
      instance.emit('payment.error', data);
      instance.emit('payment.failed', data);
    },
    complete: (instance, data) => {
      hideAndRestore();
      setTimeout(() => instance.options.handler?.call(instance, data), HANDLER_DELAY_MS);
    },
    dismiss: (instance, data) => {
      hideAndRestore();
      setTimeout(() => instance.options.modal?.ondismiss?.(data.reason), 0);
    },
    // As in the original, the page stays locked after a fault: the caller must unlock it.
    fault: (instance, data) => {
      hide();
      instance.emit('fault.close', data);
      window.alert(`Oops! Something went wrong.\n${data.error.description}`);
    },
  };

  window.addEventListener('message', (event) => {
    if (event.source !== frame.contentWindow || event.origin !== script.origin) return;
    const { checkout, data } = event.data ?? {};
    if (!Object.hasOwn(handlers, checkout)) return;
    if (checkout === 'ready' || visibleInstance) handlers[checkout](visibleInstance, data);
  });

  // The focus may still be on the page behind the sheet.
  window.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && visibleInstance) postToSheet({ command: 'escape' });
  });

  const refuse = (message) => {
    window.alert(message);
    throw new Error(message);
  };

  class Razorpay {
    #listeners = new Map();

    constructor(options) {
      if (!options?.key) throw new Error('No key passed');
      const { notes = {}, currency = 'INR' } = options;
      if (Object.keys(notes).length > MAX_NOTES) refuse('At most 15 notes are allowed');
      if (currency !== 'INR') refuse('The provided currency is not supported');
      this.options = options;
    }

    open() {
      show(this);
      // Functions cannot be sent to another page and stay here.
      postToSheet({ command: 'open', options: JSON.parse(JSON.stringify(this.options)) });
      return this;
    }

    close() {
      postToSheet({ command: 'close' });
    }

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
      return this;
    }

    emit(event, data) {
      for (const listener of this.#listeners.get(event) ?? []) listener.call(this, data);
    }
  }

  window.Razorpay = Razorpay;
  // The sheet loads with the script, not when it is opened.
  if (document.body) document.body.append(container);
  else window.addEventListener('DOMContentLoaded', () => document.body.append(container));
})();
