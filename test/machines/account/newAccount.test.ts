import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Redacted } from '../../../domain/text/redacted.ts';
import { emptyRegistration } from '../../../machines/account/registration/form.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { NOON } from '../../fixtures/booking.ts';
import {
  type FlowId,
  liveSession,
  mockEffects,
  type MockEffects,
  type RunningApp,
  type SnapshotOf,
  startBooking,
} from '../startApp.ts';

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
  app.flow('newAccount').send({ type: 'registration.shown' });
  for (const [field, value] of [
    ['firstName', ' Asha  Raman Iyer '],
    ['email', 'asha@example.com'],
    ['phone', '98400 12345'],
  ] as const) {
    app.flow('newAccount').send({ type: 'registration.changed', field, value });
  }
  return app;
}

function typePassword(app: RunningApp, password: string): void {
  const isFilled = password !== '';
  app.flow('newAccount').send({
    type: 'registration.passwordsTyped',
    passwords: { isFilled, isConfirmed: isFilled, areEqual: true },
  });
}

async function submit(app: RunningApp, password = SECRET): Promise<void> {
  typePassword(app, password);
  app.flow('newAccount').send({ type: 'registration.submitted', password: new Redacted(password) });
  await app.settle();
}

const state = <Id extends FlowId>(app: RunningApp, flow: Id) =>
  app.flow(flow).getSnapshot() as SnapshotOf<Id>;

test('four fields create the account, and the card payment starts without another press', async () => {
  const effects = mockEffects();
  effects.registration.register.mockResolvedValue(liveSession(false));
  effects.member.details.mockResolvedValue({ isMember: false, points: 0 } as never);
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
  expect(state(app, 'newAccount').context['fields']).toEqual(emptyRegistration);
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
  app.flow('newAccount').send({ type: 'registration.left' });
  finishRegistration(liveSession(false));
  await app.settle();
  expect(state(app, 'session').hasTag('signedIn')).toBe(true);
  expect(state(app, 'checkout').matches('reviewing')).toBe(true);
  expect(effects.bookings.createOrder).not.toHaveBeenCalled();
});

test('each missing or wrong field shows an error, and nothing is sent', async () => {
  const effects = mockEffects();
  const app = await startForm(effects);
  app.flow('newAccount').send({ type: 'registration.changed', field: 'email', value: 'asha@' });
  app.flow('newAccount').send({ type: 'registration.changed', field: 'firstName', value: ' ' });
  await submit(app, '');
  expect(state(app, 'newAccount').context['errors']).toEqual({
    firstName: 'Enter your name',
    email: 'Enter the valid e-mail',
    password: 'Enter a password',
  });
  typePassword(app, SECRET);
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
    summary: { emailStatus: 'taken' },
    errors: { email: 'Email Address has an account already' },
    fields: { email: 'asha@example.com' },
  });
  expect(app.toasts()).toContain('error: Registration Failed');
  expect(state(app, 'checkout').hasTag('signingIn')).toBe(true);
  app.flow('newAccount').send({ type: 'registration.left' });
  app.flow('newAccount').send({ type: 'registration.shown' });
  expect(state(app, 'newAccount').context).toMatchObject({
    summary: null,
    errors: {},
    fields: { email: 'asha@example.com' },
  });
});

test('a visitor who asks for an invoice of a company is not charged before the company can be added', async () => {
  const effects = mockEffects();
  effects.registration.register.mockResolvedValue(liveSession(false));
  const app = await startForm(effects);
  app.flow('newAccount').send({ type: 'registration.invoiceWanted', isWanted: true });
  await submit(app);
  expect(effects.registration.register).toHaveBeenCalledTimes(1);
  expect(state(app, 'checkout').value).toBe('reviewing');
  expect(effects.bookings.createOrder).not.toHaveBeenCalled();
});

test('when the server sends no session, the form is empty when it is shown again', async () => {
  const app = await startForm(mockEffects());
  await submit(app);
  expect(state(app, 'session').hasTag('signedIn')).toBe(false);
  app.flow('newAccount').send({ type: 'registration.left' });
  app.flow('newAccount').send({ type: 'registration.shown' });
  expect(state(app, 'newAccount').value).toEqual({ account: 'filling' });
  await submit(app);
  expect(Object.keys(state(app, 'newAccount').context['errors'])).toEqual(['firstName', 'email', 'phone']);
});

test('what the server says about the last name is shown at the name, until it is changed', async () => {
  const effects = mockEffects();
  effects.registration.register.mockRejectedValue(
    new Failure(400, 'bad-input', '', { fields: { lastName: 'must be at most 100 characters' } }),
  );
  const app = await startForm(effects);
  await submit(app);
  expect(state(app, 'newAccount').context['errors']).toEqual({
    firstName: 'Last Name must be at most 100 characters',
  });
  app.flow('newAccount').send({ type: 'registration.changed', field: 'firstName', value: 'Asha R' });
  expect(state(app, 'newAccount').context['errors']).toEqual({});
});
