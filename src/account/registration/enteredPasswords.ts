import type { Passwords } from '../../../machines/account/registration/form.ts';

/**
 * `passwords`: facts about the password and its confirmation, which the machine stores instead of the texts (ruling 13). A
 * form without a confirmation needs none.
 */
export function enteredPasswords(form: HTMLFormElement): { password: string; passwords: Passwords } {
  const entered = new FormData(form);
  const entry = entered.get('password');
  const password = typeof entry === 'string' ? entry : '';
  const confirmation = entered.get('confirmPass') ?? password;
  return {
    password,
    passwords: {
      isFilled: password !== '',
      isConfirmed: confirmation !== '',
      areEqual: password === confirmation,
    },
  };
}
