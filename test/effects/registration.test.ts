import type { AxiosRequestConfig } from 'axios';
import { expect, test } from 'vitest';
import type { LoginResponse } from '../../contract/session.ts';
import { emptyRegistration } from '../../machines/registrationForm.ts';
import { createRegistration } from '../../src/effects/registration.ts';
import type { Send } from '../../src/effects/http.ts';

const { country: _country, ...empty } = emptyRegistration;
const person = { ...empty, firstName: ' Asha ', email: 'asha@example.com', phone: '+919840012345' };

function sentBy(session?: LoginResponse) {
  const requests: AxiosRequestConfig[] = [];
  const send = (async (request: AxiosRequestConfig) => {
    requests.push(request);
    return { registered: true, ...(session ? { session } : {}) };
  }) as Send;
  const started: LoginResponse[] = [];
  const startSession = (answer: LoginResponse) => {
    started.push(answer);
    return { user: { id: answer.user_id, isMember: answer.is_member }, expiresAt: 1 };
  };
  return { registration: createRegistration(send, startSession), requests, started };
}

test('only what was filled in is sent, as a form, the password as it is', async () => {
  const { registration, requests } = sentBy();
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

test('the session of the response is started; without one, as a server of the version before answers, nobody is signed in', async () => {
  const session = { access: 'a', refresh: 'r', is_member: false, user_id: 'user-1' };
  const fresh = sentBy(session);
  expect(await fresh.registration.register(person, 'secret')).toMatchObject({ user: { id: 'user-1' } });
  expect(fresh.started).toEqual([session]);
  const old = sentBy();
  expect(await old.registration.register(person, 'secret')).toBeNull();
  expect(old.started).toEqual([]);
});

test('201 alone is success', async () => {
  const { registration, requests } = sentBy();
  await registration.register(person, 'secret');
  const isSuccess = requests[0]?.validateStatus;
  expect([200, 201, 202, 204, 400].filter((status) => isSuccess?.(status))).toEqual([201]);
});

test('a phone number is read in its country, and in its own when it names one', async () => {
  const { registration } = sentBy();
  expect(await registration.checkPhone('98400 12345', 'IN')).toBe('+919840012345');
  expect(await registration.checkPhone('98400 12345', 'SG')).toBeNull();
  expect(await registration.checkPhone('+44 20 7946 0958', 'IN')).toBe('+442079460958');
  expect(await registration.checkPhone('98400 12345', 'nowhere')).toBeNull();
});
