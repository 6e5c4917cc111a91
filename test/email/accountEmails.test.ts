import { expect, test } from 'vitest';
import { deskPaths } from '../../contract/desk/paths.ts';
import { paths } from '../../contract/paths.ts';
import { bookingTimes } from '../../domain/time/slots.ts';
import { signIn, type SignedIn } from '../api/client.ts';
import { DAY, ROOM } from '../payments/startPayments.ts';
import { ORIGIN, send, server, withEmails } from './emailServer.ts';

/* Emails of different purpose differ, and name the account and the device that they are about. */

withEmails();

const CHROME = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';
const PASSWORD = 'the password of the registration';
let count = 0;
const address = (): string => {
  count += 1;
  return `reader${count}@emails.example`;
};

async function call<T>(path: string, fields: Record<string, unknown>, user?: SignedIn): Promise<T> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': CHROME,
      ...(user && { authorization: `Bearer ${user.access}` }),
    },
    body: JSON.stringify(fields),
  });
  return (await response.json()) as T;
}
const register = (email: string, first_name: string, password = PASSWORD) =>
  call<{ session: SignedIn }>(paths.register, { first_name, email, phone: '+919840012345', password });
const sent = async () =>
  (await send({ linkSecret: server.config.refreshTokenSecret })).map(
    ({ mail: { subject = '', text = '' } }) => ({
      subject,
      text: text.replace(/\r\n/g, '\n'),
    }),
  );

test('a registration, a second one, a change of address and a reset have different subjects and texts', async () => {
  const email = address();
  await register(email, 'Asha');
  const [confirm] = await sent();
  await register(email, 'Meena', 'the password of another person');
  const [finish] = await sent();
  const { session } = await register(address(), 'Ravi');
  await sent();
  await call(paths.changeAddress, { email, password: PASSWORD }, session);
  const [change] = await sent();
  await call(paths.forgotPassword, { email });
  const [reset] = await sent();

  expect([confirm, finish, change, reset].map((message) => message?.subject)).toEqual([
    'Please confirm your email address',
    'Finish your registration at Litrooms',
    'Change the address of your account at Litrooms to this one',
    'Set a new password',
  ]);
  // Each names the account that it is about, its day, and the device that asked.
  for (const [message, name] of [
    [confirm, 'Asha'],
    [finish, 'Asha'],
    [change, 'Ravi'],
    [reset, 'Asha'],
  ] as const) {
    expect(message?.text).toMatch(new RegExp(`Account: +${name}\\n`));
    expect(message?.text).toMatch(/Created on: +\w+ \d+ \w+ 20\d\d/);
    expect(message?.text).toMatch(/Asked from: +Chrome on Android/);
    expect(message?.text).toMatch(new RegExp(`This was not me:\\n${ORIGIN}/[a-z-]+\\?not-me#\\S{43}`));
  }
});

test('a customer of the desk gets the way in: a link of its own, and none in the email about the booking', async () => {
  const email = address();
  const desk = await signIn(server, 'desk');
  await call(
    deskPaths.sell,
    {
      email,
      first_name: 'Kavya',
      phone: '+919840012399',
      mid: ROOM,
      bdate: DAY,
      ...bookingTimes({ start: 20, end: 22 }),
      method: 'cash',
      amount: '592.36',
    },
    desk,
  );
  const emails = await sent();
  const way = emails.find(({ subject }) => subject === 'Your account at Litrooms: choose a password');
  expect(way?.text).toMatch(new RegExp(`Choose a password:\\n${ORIGIN}/reset-password#\\S{43}`));
  const booked = emails.find(({ subject }) => subject.startsWith('Booked'));
  expect(booked?.text).toContain(`Choose a password:\n${ORIGIN}/forgot-password`);
  expect(booked?.text).not.toMatch(/#\S{43}/);
});
