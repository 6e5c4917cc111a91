import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Redacted } from '../../domain/text/redacted.ts';
import type { Message } from '../../tools/inspector/protocol.ts';
import { redact } from '../../tools/inspector/site/redact.ts';
import { NOON } from '../fixtures/booking.ts';
import { secrets, watchedCheckout } from './watchedApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A message about an event with these fields. */
const messageWith = (fields: object): Message =>
  ({
    type: '@xstate.event',
    sessionId: 'x:1',
    event: { type: 'some.event', ...fields },
  }) as unknown as Message;

const redactedFields = (fields: object): Record<string, unknown> => {
  const { type: _type, ...rest } = (
    redact(messageWith(fields)) as unknown as { event: Record<string, unknown> }
  ).event;
  return rest;
};

describe('a sign-in and a card payment of the running system', () => {
  test('no secret is in any message to inspectors', async () => {
    const { messages, introductions } = await watchedCheckout();
    const written = JSON.stringify([...messages, ...introductions()]);
    for (const [name, secret] of Object.entries(secrets)) expect(written.includes(secret), name).toBe(false);
  });

  test('the values that a developer needs are visible', async () => {
    const { messages, app } = await watchedCheckout();
    const written = JSON.stringify(messages);
    expect(app.visited).toContain('/my-bookings');
    for (const part of [
      'session.signInRequested',
      'Marina Huddle',
      'booking-1',
      'Asha Raman',
      'gateway.paid',
    ]) {
      expect(written, part).toContain(part);
    }
    const states = messages.flatMap((message) =>
      message.type === '@xstate.snapshot' ? [(message.snapshot as { value?: unknown }).value] : [],
    );
    expect(states).toContainEqual({ card: { paying: 'clean' } });
    expect(states).toContainEqual('signingIn');
  });

  test('redacting twice changes nothing', async () => {
    const { messages } = await watchedCheckout();
    for (const message of messages) expect(redact(message)).toEqual(message);
  });

  test('messages are plain data, which windows can exchange', async () => {
    const { messages, introductions } = await watchedCheckout();
    const all = [...messages, ...introductions()];
    expect(structuredClone(all)).toEqual(all);
  });
});

describe('by the name of a field', () => {
  test.each([
    'password',
    'newPassword',
    'confirm_password',
    'accessToken',
    'refresh_token',
    'razorpay_signature',
    'sign',
    'client_secret',
    'Authorization',
    'credentials',
    'otp',
    'cvv',
    'cardNumber',
  ])('%s is redacted, whether its value is a text, a number or an object', (field) => {
    expect(redactedFields({ [field]: 'short' })).toEqual({ [field]: '[redacted]' });
    expect(redactedFields({ [field]: 1234 })).toEqual({ [field]: '[redacted]' });
    expect(redactedFields({ deep: [{ [field]: { kept: 'here' } }] })).toEqual({
      deep: [{ [field]: '[redacted]' }],
    });
  });

  test('an absent value is visible', () => {
    const passwords = { isFilled: true, areEqual: false };
    const none = { token: null, password: '', signature: undefined, secret: false, passwords };
    expect(redactedFields(none)).toEqual(none);
  });

  test('email addresses and phone numbers are replaced by their kind', () => {
    expect(redactedFields({ email: 'not even an address', phone: 9840012345, whatsapp: 'x' })).toEqual({
      email: '[email]',
      phone: '[phone]',
      whatsapp: '[phone]',
    });
  });

  test('the buyer’s details of an invoice are replaced by their kind; the address of a room stays', () => {
    expect(
      redactedFields({
        gstin: 'half of 33AAA',
        buyer_gstin: 'x',
        companyName: 'Chola Traders',
        company_name: 'Chola Traders',
        website: 'chola.example',
        address: '12, North Mada Street',
        location: { building_no: '118', street_name: 'Eri Court' },
      }),
    ).toEqual({
      gstin: '[GSTIN]',
      buyer_gstin: '[GSTIN]',
      companyName: '[company]',
      company_name: '[company]',
      website: '[company]',
      address: '[address]',
      location: { building_no: '118', street_name: 'Eri Court' },
    });
    expect(redactedFields({ field: 'gstin', value: '33AA' })).toEqual({ field: 'gstin', value: '[GSTIN]' });
    expect(redactedFields({ field: 'address', value: '12, N' })).toEqual({
      field: 'address',
      value: '[address]',
    });
  });

  test('the value of a change event is redacted by the name of the changed field', () => {
    expect(redactedFields({ field: 'password', value: 'typed' })).toEqual({
      field: 'password',
      value: '[redacted]',
    });
    expect(redactedFields({ field: 'email', value: 'half@' })).toEqual({ field: 'email', value: '[email]' });
    expect(redactedFields({ field: 'headcount', value: '12' })).toEqual({ field: 'headcount', value: '12' });
  });

  test('the name of an actor is visible, even of one that watches tokens', () => {
    const children = { watchTokens: { xstate$$type: 1, id: 'watchTokens', more: 'x' } };
    expect(redactedFields({ children })).toEqual({
      children: { watchTokens: { xstate$$type: 1, id: 'watchTokens' } },
    });
  });
});

describe('by its format', () => {
  test.each([
    ['a web token', `got ${secrets.accessToken}!`, 'got [redacted]!'],
    ['a bearer', 'Bearer abc.def-123', 'Bearer [redacted]'],
    ['a signature', `${secrets.signature} it was`, '[redacted] it was'],
    ['an address with a token', '/reset?user=7&token=abc123&x=1', '/reset?user=7&token=[redacted]&x=1'],
    ['a letter’s link', `/reset-password#${'aB3_-'.repeat(8)}xyz now`, '/reset-password#[redacted] now'],
    [
      'a calendar',
      `webcal://x.test/api/calendar/${'aB3_-'.repeat(8)}xyz`,
      'webcal://x.test/api/calendar/[redacted]',
    ],
    ['a GSTIN', 'for 33aaach7409r1z8, please', 'for [GSTIN], please'],
    [
      'an unusual email address',
      'to <o’brien+x!@mail.example>, and அ@தமிழ்.example',
      'to <[email]>, and [email]',
    ],
    ['a card', '4100 2800 0000 1007', '[redacted]'],
    ['an email address', 'write to a.b+c@mail.example.co.in', 'write to [email]'],
    ['a phone number', 'call +91 98400 12345 now', 'call [phone] now'],
    ['a phone number without its country', 'call 9840012345 now', 'call [phone] now'],
  ])('%s is redacted anywhere in a text', (_case, text, clean) => {
    expect(redactedFields({ text })).toEqual({ text: clean });
    expect(redactedFields({ text: clean })).toEqual({ text: clean });
  });

  test.each([
    '2025-11-24',
    '10:00:00',
    '1763708400000',
    'order_12345678901234',
    'pay_12345678901234',
    '600017',
    'd9b2d63d-a233-4123-847a-76a1e2b0a0ea',
    'session.tokensChanged',
    '₹ 1,770.00',
    '/about-us#contact',
    'LR/2627/0000123',
  ])('%s stays', (text) => {
    expect(redactedFields({ text })).toEqual({ text });
  });
});

describe('any message', () => {
  test('a redacted value stays redacted, and a failure shows its public part', () => {
    expect(redactedFields({ box: new Redacted('open me'), error: new TypeError('no a@b.in') })).toEqual({
      box: '[redacted]',
      error: { name: 'TypeError', message: 'no [email]' },
    });
  });

  test('circular references, deep values and functions are handled', () => {
    const circle: Record<string, unknown> = { name: 'round' };
    circle['again'] = circle;
    expect(redactedFields({ circle })).toEqual({ circle: { name: 'round', again: '[circular]' } });
    let deep: object = { end: true };
    for (let level = 0; level < 60; level += 1) deep = { deep };
    expect(JSON.stringify(redactedFields({ deep }))).toContain('[deeper]');
    expect(
      redactedFields({ now: Date.now, many: 10n, list: new Set([1]), map: new Map([['a', 1]]) }),
    ).toEqual({
      many: '10n',
      list: [1],
      map: [['a', 1]],
    });
  });

  test('a state with the name of a secret field stays', () => {
    const value = { signedOut: { enteringPassword: 'token' } };
    const message = { type: '@xstate.snapshot', snapshot: { value, context: { token: 'abc' } } };
    expect(redact(message as unknown as Message)).toMatchObject({
      snapshot: { value, context: { token: '[redacted]' } },
    });
  });
});
