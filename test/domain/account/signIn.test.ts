import { expect, test } from 'vitest';
import { signInErrors } from '../../../domain/account/signIn.ts';

test('a sign-in without an address or a password names each missing field, in the order of the form', () => {
  const errors = signInErrors('', '');
  expect(Object.entries(errors)).toEqual([
    ['email', 'Enter your email address'],
    ['password', 'Enter your password'],
  ]);
});

test('an address that is none is named before a call is made, an unusual one is not', () => {
  expect(signInErrors('asha', 'x')).toEqual({ email: 'Enter the valid e-mail' });
  for (const email of ['asha@example.com', ' Asha@Bücher.example', 'o’hara+rooms@mail.example.in']) {
    expect(signInErrors(email, ' '), email).toEqual({});
  }
});
