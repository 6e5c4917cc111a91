import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Redacted } from '../../../domain/text/redacted.ts';
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
const emptyForm = { firstName: '', email: '', phone: '', wantsInvoice: '' };

/** Starts the system with a visitor who has a selection and has filled in the form. */
async function startForm(effects: MockEffects): Promise<RunningApp> {
  const app = await startBooking(effects, false);
  app.flow('checkout').send({ type: 'checkout.confirmed' });
  app.flow('newAccount').send({ type: 'form.shown' });
  for (const [field, value] of [
    ['firstName', ' Asha  Raman Iyer '],
    ['email', 'asha@example.com'],
    ['phone', '98400 12345'],
  ] as const) {
    change(app, field, value);
  }
  return app;
}

const change = (app: RunningApp, field: string, value: string): void =>
  app.flow('newAccount').send({ type: 'form.changed', field, value });

const typePassword = (app: RunningApp): void =>
  app.flow('newAccount').send({ type: 'form.changed', field: 'password' });

async function submit(app: RunningApp, password = SECRET): Promise<void> {
  typePassword(app);
  app.flow('newAccount').send({ type: 'form.submitted', entry: new Redacted({ password }) });
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
  expect(state(app, 'newAccount').context['kept']).toEqual(emptyForm);
  expect(app.toasts().join()).not.toContain('Welcome back!');
  expect(app.persisted()).not.toContain(SECRET);
});

test('when the dialog is closed during the registration, the account is created and no payment starts', async () => {
  const effects = mockEffects();
  let finishRegistration: (session: ReturnType<typeof liveSession>) => void = () => undefined;
  effects.registration.register.mockReturnValue(new Promise((resolve) => (finishRegistration = resolve)));
  const app = await startForm(effects);
  await submit(app);
  expect(app.toasts()).toContain('loading: Creating your account…');
  app.flow('checkout').send({ type: 'checkout.signInDismissed' });
  app.flow('newAccount').send({ type: 'form.left' });
  finishRegistration(liveSession(false));
  await app.settle();
  expect(app.toasts()).toContain('success: Registration Successfull');
  expect(state(app, 'session').hasTag('signedIn')).toBe(true);
  expect(state(app, 'checkout').matches('reviewing')).toBe(true);
  expect(effects.bookings.createOrder).not.toHaveBeenCalled();
});

test('each missing or wrong field shows an error, and nothing is sent', async () => {
  const effects = mockEffects();
  const app = await startForm(effects);
  change(app, 'email', 'asha@');
  change(app, 'firstName', ' ');
  await submit(app, '');
  expect(state(app, 'newAccount').context['errors']).toEqual({
    firstName: 'Enter your name',
    email: 'Enter the valid e-mail',
    password: 'Enter a password',
  });
  typePassword(app);
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
  expect(state(app, 'newAccount').context).toMatchObject({
    errors: { phone: 'Enter the valid phone number' },
    failure: null,
  });
  expect(app.toasts().join()).not.toContain('Creating your account…');
  await submit(app);
  expect(state(app, 'newAccount').context).toMatchObject({
    failure: { code: 'email-taken' },
    errors: { email: 'Email Address has an account already' },
    kept: { email: 'asha@example.com' },
  });
  expect(app.toasts()).toContain('error: Registration Failed');
  expect(state(app, 'checkout').hasTag('signingIn')).toBe(true);
  app.flow('newAccount').send({ type: 'form.left' });
  app.flow('newAccount').send({ type: 'form.shown' });
  expect(state(app, 'newAccount').context).toMatchObject({
    failure: null,
    errors: {},
    kept: { email: 'asha@example.com' },
  });
});

test('a visitor who asks for an invoice of a company is not charged before the company can be added', async () => {
  const effects = mockEffects();
  effects.registration.register.mockResolvedValue(liveSession(false));
  const app = await startForm(effects);
  change(app, 'wantsInvoice', 'yes');
  await submit(app);
  expect(effects.registration.register).toHaveBeenCalledTimes(1);
  expect(state(app, 'checkout').value).toBe('reviewing');
  expect(effects.bookings.createOrder).not.toHaveBeenCalled();
});

test('when the server sends no session, the form is empty when it is shown again', async () => {
  const app = await startForm(mockEffects());
  await submit(app);
  expect(state(app, 'session').hasTag('signedIn')).toBe(false);
  app.flow('newAccount').send({ type: 'form.left' });
  app.flow('newAccount').send({ type: 'form.shown' });
  expect(state(app, 'newAccount').value).toBe('editing');
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
  change(app, 'firstName', 'Asha R');
  expect(state(app, 'newAccount').context['errors']).toEqual({});
});
