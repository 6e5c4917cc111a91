import { isMailable, normalEmail } from '../../domain/account/email.ts';
import { messages } from '../../domain/text/messages.ts';
import { isFilled } from '../../domain/text/typedText.ts';
import type { FormEntry } from '../engine/form/form.ts';
import type { FormErrors } from '../engine/form/formErrors.ts';

export const missingFieldErrors = (
  entry: FormEntry,
  texts: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([field]) => !isFilled(entry[field] ?? '')));

/** A password may consist of spaces, so it is only missing when it is empty (spec 5). */
export const missingPasswordError = (entry: FormEntry, field: string, text: string): Record<string, string> =>
  (entry[field] ?? '') === '' ? { [field]: text } : {};

/** Spec 5. */
export const newPasswordErrors = (entry: FormEntry, field: string): FormErrors => ({
  ...missingPasswordError(entry, field, 'Enter a new password'),
  ...missingPasswordError(entry, 'again', 'Enter the new password again'),
  ...((entry['again'] ?? '') !== '' && entry['again'] !== entry[field]
    ? { again: messages.registration.passwordMismatch }
    : {}),
});

export const addressErrors = ({ email = '' }: FormEntry): FormErrors => {
  if (!isFilled(email)) return { email: 'Enter an email address' };
  return isMailable(normalEmail(email)) ? {} : { email: messages.registration.invalidEmail };
};
