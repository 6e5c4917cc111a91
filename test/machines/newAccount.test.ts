import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Redacted } from '../../domain/text/redacted.ts';
import { Failure } from '../../machines/engine/failure.ts';
import { NOON } from '../fixtures/booking.ts';
import {
  type FlowId,
  liveSession,
  mockEffects,
  type MockEffects,
  type RunningApp,
  type SnapshotOf,
  startBooking,
} from './startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const SECRET = 'Chosen-2025!';

/** Starts the system with a visitor who has a selection and has filled in the form. */
async function startForm(effects: MockEffects): Promise<RunningApp> {
  const app = await startBooking(effects, false);
  app.flow('checkout').send({ type: 'checkout.confirmed' });
  app.flow('newAccount').send({ type: 'newAccount.shown' });
  for (const [field, value] of [
    ['name', ' Asha  Raman Iyer '],
    ['email', 'asha@example.com'],
    ['phone', '98400 12345'],
  ] as const) {
    app.flow('newAccount').send({ type: 'newAccount.changed', field, value });
  }
  return app;
}

async function submit(app: RunningApp, password = SECRET): Promise<void> {
  app.flow('newAccount').send({
    type: 'newAccount.submitted',
    password: new Redacted(password),
    isPasswordFilled: password !== '',
  });
  await app.settle();
}

const state = <Id extends FlowId>(app: RunningApp, flow: Id) =>
  app.flow(flow).getSnapshot() as SnapshotOf<Id>;

test('four fields create the account, and the card payment starts without another press', async () => {
  const effects = mockEffects();
  effects.registration.register.mockResolvedValue(liveSession(false));
  effects.member.details.mockResolvedValue({ is_membership: false, monthly_limit: 0 } as never);
  const app = await startForm(effects);
  await submit(app);
  expect(effects.registration.checkPhone).toHaveBeenCalledWith('98400 12345', 'IN');
  expect(effects.registration.register).toHaveBeenCalledWith(
    {
      firstName: 'Asha',
      lastName: 'Raman Iyer',
      email: 'asha@example.com',
      phone: '+919840012345',
      companyName: '',
      website: '',
      businessType: '',
    },
    SECRET,
  );
  expect(effects.bookings.createOrder).toHaveBeenCalledOnce();
  expect(state(app, 'checkout').context['selection']).toMatchObject({ range: { start: 20, end: 23 } });
  expect(state(app, 'newAccount').context['fields']).toEqual({ name: '', email: '', phone: '' });
  expect(app.toasts().join()).not.toContain('Welcome back!');
  expect(app.persisted()).not.toContain(SECRET);
});

test('when the dialog is closed during the registration, the account is created and no payment starts', async () => {
  const effects = mockEffects();
  let finishRegistration: (session: ReturnType<typeof liveSession>) => void = () => undefined;
  effects.registration.register.mockReturnValue(new Promise((resolve) => (finishRegistration = resolve)));
  const app = await startForm(effects);
  await submit(app);
  app.flow('checkout').send({ type: 'checkout.signInDismissed' });
  app.flow('newAccount').send({ type: 'newAccount.left' });
  finishRegistration(liveSession(false));
  await app.settle();
  expect(state(app, 'session').hasTag('signedIn')).toBe(true);
  expect(state(app, 'checkout').matches('reviewing')).toBe(true);
  expect(effects.bookings.createOrder).not.toHaveBeenCalled();
});

test('each missing or wrong field shows an error, and nothing is sent', async () => {
  const effects = mockEffects();
  const app = await startForm(effects);
  app.flow('newAccount').send({ type: 'newAccount.changed', field: 'email', value: 'asha@' });
  app.flow('newAccount').send({ type: 'newAccount.changed', field: 'name', value: ' ' });
  await submit(app, '');
  expect(state(app, 'newAccount').context['errors']).toEqual({
    name: 'Enter your name',
    email: 'Enter the valid e-mail',
    password: 'Enter a password',
  });
  app.flow('newAccount').send({ type: 'newAccount.passwordTyped' });
  expect(state(app, 'newAccount').context['errors']).not.toHaveProperty('password');
  expect(effects.registration.register).not.toHaveBeenCalled();
});

test('an invalid phone number and a known address show an error, and the form stays filled in', async () => {
  const effects = mockEffects();
  effects.registration.checkPhone.mockResolvedValueOnce(null);
  effects.registration.register.mockRejectedValue(
    new Failure(409, 'email-taken', 'taken', { fields: { email: 'has an account already' } }),
  );
  const app = await startForm(effects);
  await submit(app);
  expect(state(app, 'newAccount').context['errors']).toEqual({ phone: 'Enter the valid phone number' });
  await submit(app);
  expect(state(app, 'newAccount').context).toMatchObject({
    emailStatus: 'taken',
    errors: { email: 'Email Address has an account already' },
    fields: { email: 'asha@example.com' },
  });
  expect(app.toasts()).toContain('error: Registration Failed');
  expect(state(app, 'checkout').hasTag('signingIn')).toBe(true);
  app.flow('newAccount').send({ type: 'newAccount.left' });
  app.flow('newAccount').send({ type: 'newAccount.shown' });
  expect(state(app, 'newAccount').context).toMatchObject({
    emailStatus: null,
    errors: {},
    fields: { email: 'asha@example.com' },
  });
});

test('a visitor who asks for an invoice of a company is not charged before the company can be added', async () => {
  const effects = mockEffects();
  effects.registration.register.mockResolvedValue(liveSession(false));
  const app = await startForm(effects);
  app.flow('newAccount').send({ type: 'newAccount.invoiceWanted', isWanted: true });
  await submit(app);
  expect(effects.registration.register).toHaveBeenCalledTimes(1);
  expect(state(app, 'checkout').value).toBe('reviewing');
  expect(effects.bookings.createOrder).not.toHaveBeenCalled();
});
