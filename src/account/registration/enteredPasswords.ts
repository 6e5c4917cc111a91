import type { Passwords } from '../../../machines/account/registration/form.ts';

/** The form's password, and the facts about it and its confirmation that the machine stores instead of it (ruling 13). */
export function enteredPasswords(form: HTMLFormElement): { password: string; passwords: Passwords } {
  const entered = new FormData(form);
  const password = entered.get('password');
  const confirmation = entered.get('confirmPass');
  return {
    password: typeof password === 'string' ? password : '',
    passwords: {
      isFilled: password !== '',
      isConfirmed: confirmation !== '',
      areEqual: password === confirmation,
    },
  };
}
