import { Redacted } from '../../domain/text/redacted.ts';
import type { Message } from '../../tools/inspector/protocol.ts';
import { runningActors } from '../../tools/inspector/site/runningActors.ts';
import { createMessageWriter } from '../../tools/inspector/site/messages.ts';
import { liveSession, order, mockEffects, type RunningApp, startBooking } from '../machines/startApp.ts';

/** Secrets that must never reach an inspector. */
export const secrets = {
  password: 'Correct-Horse-7!',
  email: 'asha.raman@example.com',
  phone: '+919840012345',
  accessToken: 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyX2lkIjoidXNlci0xIn0.s3cr3t-part',
  refreshToken: 'opaque-refresh-9f8e7d',
  signature: 'c0ffee'.repeat(10) + 'beef',
} as const;

export interface WatchedApp {
  readonly app: RunningApp;
  /** All messages to an inspector so far. */
  readonly messages: Message[];
  /** First messages to an inspector that connects now. */
  introductions(): Message[];
}

/**
 * The real actor system with an inspector: a guest chooses slots, signs in in the dialog, and pays by card. The effects also
 * return secrets that they should not return, as after a programming error. With `paying`, the provider's checkout is still
 * open.
 */
export async function watchedCheckout({ paying = false } = {}): Promise<WatchedApp> {
  const effects = mockEffects();
  const { accessToken, refreshToken, email, phone, password, signature } = secrets;
  const sessionWithSecrets = {
    ...liveSession(false),
    accessToken,
    refreshToken,
    headers: { authorization: accessToken },
  };
  effects.session.signIn.mockResolvedValue(sessionWithSecrets);
  effects.member.details.mockResolvedValue({
    firstName: 'Asha',
    lastName: 'Raman',
    email,
    phone,
    website: `https://example.com/?token=${refreshToken}`,
    isMember: false,
    points: 0,
    companyName: `call ${phone} or write to ${email}`,
    businessType: '',
    emailConfirmed: true,
    isStaff: false,
    secondFactor: false,
    pendingEmail: '',
  });
  effects.bookings.createOrder.mockResolvedValue({ ...order(), payer: { name: 'Asha Raman', email, phone } });

  const messages: Message[] = [];
  const writer = createMessageWriter('visit');
  const app = await startBooking(effects, false, (event) => {
    const message = writer.write(event);
    if (message) messages.push(message);
  });
  app.flow('checkout').send({ type: 'checkout.confirmed' });
  app.flow('session').send({
    type: 'session.signInRequested',
    credentials: new Redacted({ email, password }),
    from: 'dialog',
  });
  await app.settle();
  app.flow('checkout').send({ type: 'checkout.confirmed' });
  await app.settle();
  if (!paying) {
    app.emitGatewayEvent({
      type: 'gateway.paid',
      proof: { orderId: order().orderId, paymentId: 'pay_12345678901234', signature },
    });
    await app.settle();
  }
  return {
    app,
    messages,
    introductions: () => runningActors(app.actor).map((actor) => writer.introduce(actor)),
  };
}
