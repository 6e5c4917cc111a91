import type { Passwords } from '../../machines/registrationForm.ts';

/** The password in the form's input, and what the machine stores about it and its confirmation (ruling 13). */
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
