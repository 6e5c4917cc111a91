import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Redacted } from '../../../domain/text/redacted.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import {
  emptyRegistration,
  summaryOfStep,
  type RegistrationFields,
} from '../../../machines/account/registration/form.ts';
import { NOON } from '../../fixtures/booking.ts';
import {
  liveSession,
  noPersistedState,
  mockEffects,
  type MockEffects,
  type RunningApp,
  startApp,
  startBooking,
} from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const SECRET = 'Chosen-2025!';
const NUMBER = '+919840012345';
const person = { firstName: 'Asha', email: 'asha@example.com', phone: '98400 12345' };

const registration = (app: RunningApp) => app.flow('registration').getSnapshot();
const summary = (app: RunningApp) => registration(app).context['summary'];
const errors = (app: RunningApp) => registration(app).children.form?.getSnapshot().context.errors;

function fill(app: RunningApp, fields: Partial<RegistrationFields>): void {
  for (const [field, value] of Object.entries(fields) as [keyof RegistrationFields, string][]) {
    app.flow('registration').send({ type: 'registration.changed', field, value });
  }
}
function press(app: RunningApp, event: 'nextPressed' | 'backPressed' | 'restarted'): void {
  app.flow('registration').send({ type: `registration.${event}` });
}
function show(app: RunningApp, step: 1 | 2): void {
  app.flow('registration').send({ type: 'registration.shown', step });
}
function submit(app: RunningApp, password = SECRET, confirmation = password): void {
  app.flow('registration').send({
    type: 'registration.passwordsTyped',
    passwords: {
      isFilled: password !== '',
      isConfirmed: confirmation !== '',
      areEqual: password === confirmation,
    },
  });
  app.flow('registration').send({ type: 'registration.submitted', password: new Redacted(password) });
}

async function startShown(effects: MockEffects = mockEffects()): Promise<RunningApp> {
  const app = await startApp(effects);
  show(app, 1);
  return app;
}

/** Starts the registration at step 2, with step 1 filled in. */
async function startOrganisation(effects: MockEffects = mockEffects()): Promise<RunningApp> {
  const app = await startShown(effects);
  fill(app, person);
  await app.settle();
  press(app, 'nextPressed');
  return app;
}

/** Delays the response of the registration. The returned function sends it. */
function delayRegistration(effects: MockEffects) {
  let resolveRegistration: () => void = () => undefined;
  effects.registration.register.mockReturnValue(
    new Promise((resolve) => (resolveRegistration = () => resolve(null))),
  );
  return () => resolveRegistration();
}

describe('step 1', () => {
  test('starts empty, with India as the country of the phone', async () => {
    const app = await startShown();
    expect(registration(app).value).toEqual({ personal: 'filling' });
    expect(registration(app).context['fields']).toEqual(emptyRegistration);
    expect(emptyRegistration.country).toBe('IN');
  });

  test.each([
    ['nothing', {}, '* Fields are Required', ['firstName', 'email', 'phone']],
    ['white space as the name', { ...person, firstName: '  ' }, '* Fields are Required', ['firstName']],
    ['no phone', { ...person, phone: '' }, '* Fields are Required', ['phone']],
    ['no dot in the domain', { ...person, email: 'asha@example' }, 'Enter the valid e-mail', ['email']],
    ['a space in the e-mail', { ...person, email: 'as ha@a.in' }, 'Enter the valid e-mail', ['email']],
    [
      'a missing name and a wrong email',
      { ...person, firstName: '', email: 'asha' },
      '* Fields are Required',
      ['firstName', 'email'],
    ],
  ])('NEXT refuses %s: %j', async (_case, fields, message, wrong) => {
    const app = await startShown();
    fill(app, fields);
    await app.settle();
    press(app, 'nextPressed');
    await app.settle();
    expect(registration(app).value).toEqual({ personal: 'filling' });
    expect(app.toasts()).toEqual([]);
    expect(summary(app)).toMatchObject({ title: message });
    expect(Object.keys(errors(app) as object).toSorted()).toEqual(wrong.toSorted());
  });

  test('NEXT refuses a phone number that is invalid in its country', async () => {
    const effects = mockEffects();
    effects.registration.checkPhone.mockResolvedValue(null);
    const app = await startShown(effects);
    fill(app, { ...person, country: 'GB' });
    await app.settle();
    expect(effects.registration.checkPhone).toHaveBeenLastCalledWith('98400 12345', 'GB');
    press(app, 'nextPressed');
    await app.settle();
    expect(summary(app)).toMatchObject({ title: 'Enter the valid phone number' });
    expect(errors(app)).toEqual({ phone: 'Enter the valid phone number' });
  });

  test('NEXT waits for the check of the phone number, and a second press is ignored', async () => {
    const effects = mockEffects();
    let resolveRegistration: (number: string | null) => void = () => undefined;
    const app = await startShown(effects);
    effects.registration.checkPhone.mockReturnValue(
      new Promise((resolve) => (resolveRegistration = resolve)),
    );
    fill(app, person);
    press(app, 'nextPressed');
    press(app, 'nextPressed');
    expect(registration(app).value).toEqual({ personal: 'validating' });
    expect(registration(app).hasTag('busy')).toBe(true);
    expect(effects.registration.checkPhone).toHaveBeenCalledTimes(2);
    resolveRegistration(NUMBER);
    await app.settle();
    expect(registration(app).value).toEqual({ account: 'filling' });
  });

  test('NEXT refuses a field that was emptied during the check', async () => {
    const effects = mockEffects();
    let resolveRegistration: (number: string | null) => void = () => undefined;
    const app = await startShown(effects);
    effects.registration.checkPhone.mockReturnValue(
      new Promise((resolve) => (resolveRegistration = resolve)),
    );
    fill(app, person);
    press(app, 'nextPressed');
    fill(app, { firstName: '' });
    resolveRegistration(NUMBER);
    await app.settle();
    expect(registration(app).value).toEqual({ personal: 'filling' });
    expect(summary(app)).toMatchObject({ title: '* Fields are Required' });
  });

  test('a valid number is checked again when it is changed', async () => {
    const app = await startShown();
    fill(app, person);
    await app.settle();
    app.effects.registration.checkPhone.mockReturnValue(new Promise(() => undefined));
    fill(app, { phone: '1' });
    press(app, 'nextPressed');
    expect(registration(app).value).toEqual({ personal: 'validating' });
  });

  test('the check result of an old number is ignored', async () => {
    const effects = mockEffects();
    effects.registration.checkPhone.mockImplementation(async (phone) => (phone === '12345' ? null : NUMBER));
    const app = await startShown(effects);
    fill(app, person);
    fill(app, { phone: '12345' });
    await app.settle();
    expect(registration(app).context['phone']).toEqual({ kind: 'invalid' });
  });

  test('when the number cannot be checked, an error is shown, and NEXT checks it again', async () => {
    const effects = mockEffects();
    effects.registration.checkPhone.mockRejectedValue(new Failure('FETCH_ERROR'));
    const app = await startShown(effects);
    fill(app, person);
    await app.settle();
    expect(app.toasts()).toEqual([]);
    press(app, 'nextPressed');
    await app.settle();
    expect(registration(app).value).toEqual({ personal: 'filling' });
    expect(summary(app)).toMatchObject({ title: 'We could not check the phone number' });
    effects.registration.checkPhone.mockResolvedValue(NUMBER);
    press(app, 'nextPressed');
    await app.settle();
    expect(registration(app).value).toEqual({ account: 'filling' });
  });

  test('NEXT shows all errors, even when it is pressed during the check', async () => {
    const effects = mockEffects();
    let resolveRegistration: (number: string | null) => void = () => undefined;
    const app = await startShown(effects);
    effects.registration.checkPhone.mockReturnValue(
      new Promise((resolve) => (resolveRegistration = resolve)),
    );
    fill(app, { ...person, email: 'asha@example', phone: '12' });
    press(app, 'nextPressed');
    resolveRegistration(null);
    await app.settle();
    expect(Object.keys(errors(app) as object).toSorted()).toEqual(['email', 'phone']);
  });

  test('other errors are shown when the number cannot be checked', async () => {
    const effects = mockEffects();
    effects.registration.checkPhone.mockRejectedValue(new Failure('FETCH_ERROR'));
    const app = await startShown(effects);
    fill(app, { ...person, email: 'asha@example' });
    press(app, 'nextPressed');
    await app.settle();
    expect(summary(app)).toMatchObject({ title: 'Enter the valid e-mail' });
    expect(Object.keys(errors(app) as object)).toEqual(['email']);
  });

  test('the error of a field disappears when the field is changed; the summary above the form stays', async () => {
    const app = await startShown();
    press(app, 'nextPressed');
    fill(app, { firstName: 'A' });
    expect(Object.keys(errors(app) as object)).toEqual(['email', 'phone']);
    fill(app, { country: 'GB' });
    expect(Object.keys(errors(app) as object)).toEqual(['email']);
    expect(summary(app)).toMatchObject({ title: '* Fields are Required' });
  });
});

describe('between the steps', () => {
  test('BACK shows step 1 again, and typed values are kept', async () => {
    const app = await startShown();
    fill(app, { ...person, companyName: 'Raman & Daughters' });
    await app.settle();
    press(app, 'nextPressed');
    press(app, 'backPressed');
    expect(registration(app).value).toEqual({ personal: 'filling' });
    expect(registration(app).context['fields']).toMatchObject({
      ...person,
      companyName: 'Raman & Daughters',
    });
  });

  test('the errors of step 1 are not shown on step 2', async () => {
    const app = await startShown();
    press(app, 'nextPressed');
    fill(app, person);
    await app.settle();
    press(app, 'nextPressed');
    expect(app.toasts()).toEqual([]);
    expect(summary(app)).toBeNull();
  });

  test('the address of step 1 shows step 1, and that of step 2 shows step 2 only when step 1 is valid', async () => {
    const app = await startOrganisation();
    show(app, 1);
    expect(registration(app).value).toEqual({ personal: 'filling' });
    show(app, 2);
    expect(registration(app).value).toEqual({ account: 'filling' });
    show(app, 1);
    fill(app, { email: 'asha' });
    show(app, 2);
    expect(registration(app).value).toEqual({ personal: 'filling' });
  });

  test('values that a browser fills into the hidden step 1 are ignored', async () => {
    const app = await startOrganisation();
    fill(app, { email: 'other', website: 'raman' });
    expect(registration(app).context['fields']).toMatchObject({ email: person.email, website: 'raman' });
  });
});

describe('after a reload', () => {
  test('every change is persisted, without passwords', async () => {
    const app = await startOrganisation();
    fill(app, { businessType: 'technology' });
    submit(app);
    const fields = { ...emptyRegistration, ...person, businessType: 'technology' };
    expect(app.effects.storage.saveRegistration).toHaveBeenLastCalledWith({ fields, number: NUMBER });
    expect(JSON.stringify(app.effects.storage.saveRegistration.mock.calls)).not.toContain(SECRET);
  });

  test('step 2 is shown again without another check of the phone', async () => {
    const effects = mockEffects();
    const fields = { ...emptyRegistration, ...person };
    effects.storage.load.mockReturnValue({
      ...noPersistedState,
      registration: { fields, number: NUMBER },
    });
    const app = await startApp(effects);
    show(app, 2);
    expect(registration(app).value).toEqual({ account: 'filling' });
    expect(effects.registration.checkPhone).not.toHaveBeenCalled();
  });
});

describe('SUBMIT', () => {
  test.each([
    ['no password', '', '', '* Fields cannot be empty', ['password', 'confirmPass']],
    ['no confirmation', SECRET, '', '* Fields cannot be empty', ['confirmPass']],
    ['two different passwords', SECRET, 'other', 'Password Mismatching', ['confirmPass']],
  ])('with %s is refused', async (_case, password, confirmation, message, wrong) => {
    const app = await startOrganisation();
    submit(app, password, confirmation);
    expect(registration(app).value).toEqual({ account: 'filling' });
    expect([summary(app), app.toasts()]).toMatchObject([{ title: message }, []]);
    expect(Object.keys(errors(app) as object)).toEqual(wrong);
    expect(app.effects.registration.register).not.toHaveBeenCalled();
  });

  test('accepts passwords of any length and strength', async () => {
    const app = await startOrganisation();
    submit(app, ' ');
    expect(registration(app).value).toEqual({ account: 'submitting' });
  });

  test('sends the international phone number, shows the progress, and leads to the home page', async () => {
    const effects = mockEffects();
    const resolveRegistration = delayRegistration(effects);
    const app = await startOrganisation(effects);
    fill(app, { website: 'anything at all' });
    submit(app);
    expect(app.toasts()).toEqual(['loading: Creating your account…']);
    expect(registration(app).hasTag('busy')).toBe(true);
    const { country: _, ...sent } = {
      ...emptyRegistration,
      ...person,
      phone: NUMBER,
      website: 'anything at all',
    };
    expect(effects.registration.register).toHaveBeenCalledWith(sent, SECRET);
    resolveRegistration();
    await app.settle();
    expect(registration(app).value).toBe('registered');
    expect(app.toasts()).toEqual(['success: Registration Successfull']);
    expect(app.visited).toEqual(['/']);
    await app.settle(1499);
    expect(app.toasts()).toHaveLength(1);
    await app.settle(1);
    expect(app.toasts()).toEqual([]);
  });

  test('registers once when it is pressed twice, and changes are ignored during the call', async () => {
    const effects = mockEffects();
    const resolveRegistration = delayRegistration(effects);
    const app = await startOrganisation(effects);
    submit(app);
    submit(app);
    press(app, 'backPressed');
    show(app, 1);
    fill(app, { companyName: 'Late' });
    expect(registration(app).value).toEqual({ account: 'submitting' });
    expect(registration(app).context['fields']).toMatchObject({ companyName: '' });
    resolveRegistration();
    await app.settle();
    expect(effects.registration.register).toHaveBeenCalledTimes(1);
  });

  test('clears the form and the stored values after success, and the form can be started again', async () => {
    const app = await startOrganisation();
    submit(app);
    await app.settle();
    expect(app.effects.storage.saveRegistration).toHaveBeenLastCalledWith(null);
    expect(registration(app).context).toMatchObject({
      fields: emptyRegistration,
      phone: { kind: 'unknown' },
      passwords: { isFilled: false, isConfirmed: false, areEqual: false },
    });
    show(app, 2);
    expect(registration(app).value).toBe('registered');
    press(app, 'restarted');
    expect(registration(app).value).toEqual({ personal: 'filling' });
  });

  test('a visitor who has gone to another page sees the toast and stays there', async () => {
    const effects = mockEffects();
    const resolveRegistration = delayRegistration(effects);
    const app = await startOrganisation(effects);
    submit(app);
    app.flow('registration').send({ type: 'registration.left' });
    resolveRegistration();
    await app.settle();
    expect(app.toasts()).toEqual(['success: Registration Successfull']);
    expect(app.visited).toEqual([]);
  });

  test('a visitor who has returned before the response is led to the home page', async () => {
    const effects = mockEffects();
    const resolveRegistration = delayRegistration(effects);
    const app = await startOrganisation(effects);
    submit(app);
    app.flow('registration').send({ type: 'registration.left' });
    show(app, 1);
    resolveRegistration();
    await app.settle();
    expect(app.visited).toEqual(['/']);
  });

  test('refused fields show errors, and typed values are kept', async () => {
    const effects = mockEffects();
    const fields = { companyName: 'must be at most 200 characters', phone: 'must be a valid phone number' };
    effects.registration.register.mockRejectedValue(
      new Failure(400, 'bad-input', 'Some fields are not right', { fields }),
    );
    const app = await startOrganisation(effects);
    submit(app);
    await app.settle();
    expect(registration(app).value).toEqual({ account: 'filling' });
    expect(app.toasts()).toEqual(['error: Registration Failed']);
    expect(errors(app)).toEqual({
      companyName: 'Company Name must be at most 200 characters',
      phone: 'Phone Number must be a valid phone number',
    });
    expect(registration(app).context['fields']).toMatchObject(person);
    expect(registration(app).context['passwords']).toMatchObject({ areEqual: true });
    await app.settle(1500);
    expect(app.toasts()).toEqual([]);
  });

  test('an unconfirmed address is reported at its field, differently from one that has an account', async () => {
    const effects = mockEffects();
    effects.registration.register.mockRejectedValueOnce(
      new Failure(409, 'email-unconfirmed', '', { fields: { email: 'was registered before' } }),
    );
    const app = await startOrganisation(effects);
    submit(app);
    await app.settle();
    expect(registration(app).value).toEqual({ personal: 'filling' });
    expect(summary(app)).toMatchObject({ title: 'Registration Failed', emailStatus: 'unconfirmed' });
    expect(errors(app)).toEqual({ email: 'Email Address was registered before' });
  });

  test('the new user is signed in, and the checkout keeps its selection', async () => {
    const effects = mockEffects();
    effects.registration.register.mockResolvedValue(liveSession(false));
    const app = await startBooking(effects, false);
    app.flow('checkout').send({ type: 'checkout.confirmed' });
    app.flow('checkout').send({ type: 'checkout.left' });
    show(app, 1);
    fill(app, person);
    await app.settle();
    press(app, 'nextPressed');
    submit(app);
    await app.settle();
    expect(registration(app).value).toBe('registered');
    expect(app.visited.at(-1)).toBe('/');
    expect(app.flow('session').getSnapshot().hasTag('signedIn')).toBe(true);
    expect(app.flow('checkout').getSnapshot().context).toMatchObject({
      user: { id: 'user-1' },
      selection: { range: { start: 20, end: 23 } },
    });
  });

  test('the new user is not signed in when the server sends no session', async () => {
    const app = await startOrganisation();
    submit(app);
    await app.settle();
    expect(registration(app).value).toBe('registered');
    expect(app.flow('session').getSnapshot().hasTag('signedIn')).toBe(false);
  });

  test('an address that has an account is reported at its field on step 1, and typed values are kept', async () => {
    const effects = mockEffects();
    effects.registration.register.mockRejectedValueOnce(
      new Failure(409, 'email-taken', 'taken', { fields: { email: 'has an account already' } }),
    );
    const app = await startOrganisation(effects);
    fill(app, { companyName: 'Raman & Daughters' });
    submit(app);
    await app.settle();
    expect(registration(app).value).toEqual({ personal: 'filling' });
    expect(app.toasts()).toEqual(['error: Registration Failed']);
    expect(summary(app)).toMatchObject({ title: 'Registration Failed', emailStatus: 'taken' });
    expect(errors(app)).toEqual({ email: 'Email Address has an account already' });
    expect(registration(app).context).toMatchObject({
      fields: { ...person, companyName: 'Raman & Daughters' },
      passwords: { areEqual: true },
    });
    fill(app, { email: 'asha.raman@example.com' });
    press(app, 'nextPressed');
    submit(app);
    await app.settle();
    expect(registration(app).value).toBe('registered');
  });

  test.each([
    ['too many attempts', new Failure(429, 'too-many-requests', 'Too many attempts, please wait'), /^Too/],
    ['no network', new Failure('FETCH_ERROR', null, 'We could not reach the server.'), /^We could not reach/],
    ['a status that is not 201', new Failure(200), /Please try again/],
    ['a bug', new Error('secret detail'), /Please try again/],
  ])('%s is shown as text, and the form can be submitted again', async (_case, error, reason) => {
    const effects = mockEffects();
    effects.registration.register.mockRejectedValueOnce(error);
    const app = await startOrganisation(effects);
    submit(app);
    await app.settle();
    expect(app.toasts()).toEqual(['error: Registration Failed']);
    expect(summary(app)).toEqual({
      title: 'Registration Failed',
      reason: expect.stringMatching(reason),
      errors: {},
    });
    submit(app);
    await app.settle();
    expect(registration(app).value).toBe('registered');
  });

  test('the password is in no snapshot and no event', async () => {
    const effects = mockEffects();
    effects.registration.register.mockRejectedValue(new Failure(503, 'unavailable', 'later'));
    const app = await startOrganisation(effects);
    const inspectedEvents: string[] = [];
    app.actor.system.inspect((event) => {
      if ('event' in event)
        inspectedEvents.push(JSON.stringify([event.event, 'snapshot' in event && event.snapshot]));
    });
    submit(app);
    expect(app.persisted()).toContain('"submitting"');
    expect(app.persisted()).not.toContain(SECRET);
    await app.settle();
    expect(inspectedEvents.length).toBeGreaterThan(0);
    expect(inspectedEvents.join('\n')).not.toContain(SECRET);
  });
});

test('leaving the page resets the state of the passwords, because its fields are gone', async () => {
  const app = await startOrganisation();
  submit(app, SECRET, 'other');
  app.flow('registration').send({ type: 'registration.left' });
  show(app, 2);
  expect(registration(app).context).toMatchObject({
    passwords: { isFilled: false, isConfirmed: false, areEqual: false },
    summary: null,
  });
  expect(errors(app)).toEqual({});
  app.flow('registration').send({ type: 'registration.submitted', password: new Redacted('') });
  expect(registration(app).value).toEqual({ account: 'filling' });
});

test('the first step shows a summary only when it is about its fields, the second step any', () => {
  const about = (fields: Record<string, string>) => ({ title: 'Errors', reason: null, errors: fields });
  const ofStep2 = about({ companyName: 'Enter a name' });
  const ofStep1 = about({ email: 'Enter an address' });
  expect([summaryOfStep(ofStep1, 1), summaryOfStep(ofStep2, 1), summaryOfStep(null, 1)]).toEqual([
    ofStep1,
    null,
    null,
  ]);
  expect([summaryOfStep(ofStep1, 2), summaryOfStep(ofStep2, 2), summaryOfStep(null, 2)]).toEqual([
    ofStep1,
    ofStep2,
    null,
  ]);
});
