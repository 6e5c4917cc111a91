import { type Page } from '@playwright/test';

/*
 * A stand-in for the payment provider's script: its window has a button for every message that the provider can send to the
 * page. The walks with the sandbox are in realCheckout.spec.ts.
 */

function installProvider(): void {
  interface Options {
    order_id: string;
    handler(paid: object): void;
    modal: { ondismiss(reason?: string): void };
  }

  class Razorpay {
    private readonly options: Options;
    private readonly listeners: Record<string, () => void> = {};
    private readonly overlay = document.createElement('div');

    constructor(options: Options) {
      this.options = options;
    }

    on(event: string, listener: () => void): void {
      this.listeners[event] = listener;
    }

    open(): void {
      const { options, listeners, overlay } = this;
      overlay.className = 'razorpay-container';
      overlay.setAttribute('role', 'dialog');
      overlay.setAttribute('aria-label', 'Payment');
      Object.assign(overlay.style, { position: 'fixed', inset: '0', zIndex: '9999', background: 'white' });
      this.button('Pay', () => {
        const proof = { razorpay_payment_id: 'pay_12345678901234', razorpay_signature: 'f'.repeat(64) };
        options.handler({ ...proof, razorpay_order_id: options.order_id });
      });
      this.button('Leave', () => options.modal.ondismiss());
      this.button('Let the time run out', () => options.modal.ondismiss('timeout'));
      this.button('Break', () => listeners['fault.close']?.());
      const frame = document.createElement('iframe');
      frame.name = 'payment';
      overlay.append(frame);
      const failButton = document.createElement('button');
      failButton.textContent = 'Use a card that fails';
      failButton.addEventListener('click', () => listeners['payment.failed']?.());
      overlay.append(failButton);
      document.body.append(overlay);
    }

    close(): void {
      this.overlay.remove();
    }

    private button(name: string, onClick: () => void): void {
      const button = document.createElement('button');
      button.textContent = name;
      button.addEventListener('click', () => {
        this.close();
        onClick();
      });
      this.overlay.append(button);
    }
  }
  Object.assign(window, { Razorpay });
}

function installBrokenProvider(): void {
  Object.assign(window, {
    Razorpay: function Razorpay() {
      throw new Error('the checkout cannot be made');
    },
  });
}

export const providerScript = `(${installProvider.toString()})()`;
/** Loads, and throws as soon as it is used. */
export const brokenProviderScript = `(${installBrokenProvider.toString()})()`;

/** Presses a button in the provider's window, by keyboard: our own way out may lie over it. */
export const pressInPaymentWindow = (page: Page, button: string): Promise<void> =>
  page
    .getByRole('dialog', { name: 'Payment' })
    .getByRole('button', { name: button, exact: true })
    .press('Enter');

/** The provider's window sends its first message. */
export async function sendFirstMessage(page: Page): Promise<void> {
  const frame = page.frame({ name: 'payment' });
  if (frame === null) throw new Error('the payment window has no frame');
  await frame.evaluate(() => parent.postMessage('ready', '*'));
}
