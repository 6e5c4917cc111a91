import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Redacted } from '../../../domain/text/redacted.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { NOON } from '../../fixtures/booking.ts';
import { noPersistedState, mockEffects, type RunningApp, startApp } from '../startApp.ts';
import type { EnquiryFields, EnquiryVariant } from '../../../machines/content/enquiry/fields.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const filled: EnquiryFields = {
  name: 'Asha Raman',
  email: 'asha@example.com',
  phone: '98400 12345',
  enquireFor: 'EVENTS',
  date: '24/12/2026',
  people: '40',
  message: 'With lunch',
};
const empty: EnquiryFields = {
  name: '',
  email: '',
  phone: '',
  enquireFor: '',
  date: '',
  people: '',
  message: '',
};

const form = (app: RunningApp, variant: EnquiryVariant) => app.flow(variant).getSnapshot();

function write(app: RunningApp, variant: EnquiryVariant, fields: Partial<EnquiryFields>): void {
  for (const [field, value] of Object.entries(fields) as [keyof EnquiryFields, string][]) {
    app.flow(variant).send({ type: 'form.changed', field, value });
  }
}

/** Sends the form as its page does. `silently`: what a browser has filled in without an event. */
function submit(app: RunningApp, variant: EnquiryVariant, silently: Partial<EnquiryFields> = {}): void {
  const entry = new Redacted({ ...form(app, variant).context.kept, ...silently });
  app.flow(variant).send({ type: 'form.shown' });
  app.flow(variant).send({ type: 'form.submitted', entry });
}

test.each(['enquiry', 'contact'] as const)(
  'a filled-in %s form is sent, and then cleared',
  async (variant) => {
    const app = await startApp();
    write(app, variant, filled);
    submit(app, variant);
    expect(form(app, variant).hasTag('busy')).toBe(true);
    await app.settle();
    expect(app.effects.enquiries.send).toHaveBeenCalledWith(filled);
    expect(form(app, variant).value).toBe('done');
    expect(form(app, variant).context.kept).toEqual(empty);
    expect(app.effects.storage.saveEnquiry).toHaveBeenLastCalledWith(variant, null);
  },
);

test('an invalid form that is sent after a failure shows its errors instead of the failure', async () => {
  const effects = mockEffects();
  effects.enquiries.send.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  const app = await startApp(effects);
  write(app, 'enquiry', filled);
  submit(app, 'enquiry');
  await app.settle();
  expect(form(app, 'enquiry').context.failure).not.toBeNull();
  write(app, 'enquiry', { name: '' });
  submit(app, 'enquiry');
  expect(form(app, 'enquiry').context).toMatchObject({ failure: null, errors: { name: 'Enter your name' } });
});

test.each([
  ['enquiry', 'name', '', 'Enter your name'],
  ['enquiry', 'email', '', 'Enter your email address'],
  ['enquiry', 'phone', '   ', 'Enter your phone number'],
  ['enquiry', 'enquireFor', '', 'Choose what you are looking for'],
  ['contact', 'enquireFor', ' \n ', 'Write your message'],
  ['enquiry', 'date', '31/02/2027', 'Enter the day first, such as 24/11/2026'],
  ['enquiry', 'people', '0', 'Enter how many people, at least 1'],
  ['enquiry', 'people', 'ten', 'Enter how many people, at least 1'],
] as const)(
  'an %s form whose %s is %j is not sent, and shows the error',
  async (variant, field, value, problem) => {
    const app = await startApp();
    write(app, variant, { ...filled, [field]: value });
    submit(app, variant);
    await app.settle();
    expect(app.effects.enquiries.send).not.toHaveBeenCalled();
    expect(form(app, variant).context.errors).toEqual({ [field]: problem });
  },
);

test('date, people and a message may stay empty', async () => {
  const app = await startApp();
  const short = { ...filled, date: '', people: ' ', message: '' };
  write(app, 'enquiry', short);
  submit(app, 'enquiry');
  await app.settle();
  expect(app.effects.enquiries.send).toHaveBeenCalledWith(short);
});

test('filled-in fields are sent without a check of their format', async () => {
  const app = await startApp();
  const odd = { ...filled, email: 'not an address', phone: 'ask at the desk' };
  write(app, 'enquiry', odd);
  submit(app, 'enquiry');
  await app.settle();
  expect(app.effects.enquiries.send).toHaveBeenCalledWith(odd);
});

test('a text that is too long for the server shows an error at its field and is kept', async () => {
  const app = await startApp();
  const message = 'a'.repeat(4001);
  write(app, 'contact', { ...filled, enquireFor: message });
  submit(app, 'contact');
  expect(form(app, 'contact').context).toMatchObject({
    errors: { enquireFor: 'Use at most 4000 characters' },
    kept: { enquireFor: message },
  });
});

test('the error of a field disappears when the field is changed', async () => {
  const app = await startApp();
  submit(app, 'enquiry');
  expect(Object.keys(form(app, 'enquiry').context.errors)).toHaveLength(4);
  write(app, 'enquiry', { phone: '9' });
  expect(form(app, 'enquiry').context.errors).not.toHaveProperty('phone');
});

test('a form that is submitted twice is sent once', async () => {
  const app = await startApp();
  write(app, 'enquiry', filled);
  submit(app, 'enquiry');
  submit(app, 'enquiry');
  await app.settle();
  submit(app, 'enquiry');
  await app.settle();
  expect(app.effects.enquiries.send).toHaveBeenCalledTimes(1);
});

test('after a failure the typed values are kept, the failure is logged, and the form can be sent again', async () => {
  const effects = mockEffects();
  effects.enquiries.send.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  const app = await startApp(effects);
  write(app, 'contact', filled);
  submit(app, 'contact');
  await app.settle();
  expect(form(app, 'contact').context).toMatchObject({ kept: filled, failure: { status: 'FETCH_ERROR' } });
  expect(effects.enquiries.logFailure).toHaveBeenCalledTimes(1);
  expect(effects.storage.saveEnquiry).not.toHaveBeenCalledWith('contact', null);
  submit(app, 'contact');
  expect(form(app, 'contact').context.failure).toBeNull();
  await app.settle();
  expect(form(app, 'contact').value).toBe('done');
});

test('another enquiry can be written after one was sent', async () => {
  const app = await startApp();
  write(app, 'enquiry', filled);
  submit(app, 'enquiry');
  await app.settle();
  app.flow('enquiry').send({ type: 'form.opened' });
  expect(form(app, 'enquiry').value).toBe('editing');
  expect(form(app, 'enquiry').context.kept).toEqual(empty);
});

test('a reload restores the typed values of each form', async () => {
  const effects = mockEffects();
  const message = { ...empty, enquireFor: 'Do you cater?' };
  effects.storage.load.mockReturnValue({
    ...noPersistedState,
    enquiries: { enquiry: filled, contact: message },
  });
  const app = await startApp(effects);
  expect(form(app, 'enquiry').context.kept).toEqual(filled);
  expect(form(app, 'contact').context.kept).toEqual(message);
});

test('every change is persisted for a reload', async () => {
  const app = await startApp();
  write(app, 'contact', { name: 'Asha' });
  expect(app.effects.storage.saveEnquiry).toHaveBeenLastCalledWith('contact', { ...empty, name: 'Asha' });
});

test('values that a browser filled in without an event are sent and kept', async () => {
  const effects = mockEffects();
  effects.enquiries.send.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  const app = await startApp(effects);
  write(app, 'contact', { ...filled, phone: '' });
  submit(app, 'contact', { phone: filled.phone });
  await app.settle();
  expect(effects.enquiries.send).toHaveBeenCalledWith(filled);
  expect(form(app, 'contact').context.kept).toEqual(filled);
  expect(effects.storage.saveEnquiry).toHaveBeenLastCalledWith('contact', filled);
});

test('the first missing field is reported for the focus', async () => {
  const app = await startApp();
  const rejected: (string | null)[] = [];
  app.actor.system
    .get('enquiry')
    .on('entryRejected', ({ field }: { field: string | null }) => rejected.push(field));
  write(app, 'enquiry', { ...filled, email: '', phone: '' });
  submit(app, 'enquiry');
  write(app, 'enquiry', filled);
  submit(app, 'enquiry');
  expect(rejected).toEqual(['email']);
});
