import type { AxiosRequestConfig } from 'axios';
import { expect, test } from 'vitest';
import type { LoginResponse } from '../../contract/account/session.ts';
import { emptyRegistration } from '../../machines/account/registration/form.ts';
import { createRegistration } from '../../src/account/effects/registration.ts';
import type { Send } from '../../src/app/effects/http.ts';

const { country: _country, ...empty } = emptyRegistration;
const person = { ...empty, firstName: ' Asha ', email: 'asha@example.com', phone: '+919840012345' };

function registrationWith(session?: LoginResponse) {
  const requests: AxiosRequestConfig[] = [];
  const send = (async (request: AxiosRequestConfig) => {
    requests.push(request);
    return { registered: true, ...(session ? { session } : {}) };
  }) as Send;
  const startedSessions: LoginResponse[] = [];
  const startSession = (response: LoginResponse) => {
    startedSessions.push(response);
    return { user: { id: response.user_id, isMember: response.is_member }, expiresAt: 1 };
  };
  return { registration: createRegistration(send, startSession), requests, startedSessions };
}

test('only filled-in fields are sent, as form data, and the password is not trimmed', async () => {
  const { registration, requests } = registrationWith();
  await registration.register({ ...person, website: 'anything at all', companyName: '  ' }, ' two words ');
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({ method: 'post', url: '/api/user/register/' });
  expect(Object.fromEntries(requests[0]?.data as FormData)).toEqual({
    first_name: 'Asha',
    email: 'asha@example.com',
    phone: '+919840012345',
    website: 'anything at all',
    password: ' two words ',
  });
});

test('a session in the response is started; without one, as from a server of the previous version, nobody is signed in', async () => {
  const session = { access: 'a', refresh: 'r', is_member: false, user_id: 'user-1' };
  const current = registrationWith(session);
  expect(await current.registration.register(person, 'secret')).toMatchObject({ user: { id: 'user-1' } });
  expect(current.startedSessions).toEqual([session]);
  const previous = registrationWith();
  expect(await previous.registration.register(person, 'secret')).toBeNull();
  expect(previous.startedSessions).toEqual([]);
});

test('only status 201 is success', async () => {
  const { registration, requests } = registrationWith();
  await registration.register(person, 'secret');
  const isSuccess = requests[0]?.validateStatus;
  expect([200, 201, 202, 204, 400].filter((status) => isSuccess?.(status))).toEqual([201]);
});

test('a phone number is parsed for the selected country, unless it contains a country code', async () => {
  const { registration } = registrationWith();
  expect(await registration.checkPhone('98400 12345', 'IN')).toBe('+919840012345');
  expect(await registration.checkPhone('98400 12345', 'SG')).toBeNull();
  expect(await registration.checkPhone('+44 20 7946 0958', 'IN')).toBe('+442079460958');
  expect(await registration.checkPhone('98400 12345', 'nowhere')).toBeNull();
});
