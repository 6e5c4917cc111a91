import { type Page } from '@playwright/test';

/*
 * A replacement for the payment provider's script. Its window has a button for every message that the provider can send to the
 * page. booking.spec.ts goes through the checkout with the sandbox.
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
/** A script that loads, and throws when the page creates a checkout. */
export const brokenProviderScript = `(${installBrokenProvider.toString()})()`;

/** Presses a button in the provider's window with the keyboard, because the site's Cancel payment may cover it. */
export const pressInPaymentWindow = (page: Page, button: string): Promise<void> =>
  page
    .getByRole('dialog', { name: 'Payment' })
    .getByRole('button', { name: button, exact: true })
    .press('Enter');

/** Sends the first message of the provider's window to the page. */
export async function sendFirstMessage(page: Page): Promise<void> {
  const frame = page.frame({ name: 'payment' });
  if (frame === null) throw new Error('the payment window has no frame');
  await frame.evaluate(() => parent.postMessage('ready', '*'));
}
