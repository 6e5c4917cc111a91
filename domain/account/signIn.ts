import { isEmail, normalEmail } from './email.ts';
import { messages } from '../text/messages.ts';

/** What is missing or wrong in an email address and a password, by field, in the order of the form. */
export type SignInErrors = Partial<Record<'email' | 'password', string>>;

export const signInErrors = (email: string, password: string): SignInErrors => ({
  ...(email === ''
    ? { email: 'Enter your email address' }
    : !isEmail(normalEmail(email)) && { email: messages.registration.invalidEmail }),
  ...(password === '' && { password: 'Enter your password' }),
});
