import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { z } from 'zod';
import { isMailable, normalEmail } from '../../domain/account/email.ts';
import { internationalPhone } from '../../domain/account/phone.ts';
import { BUSINESS_TYPES, DEFAULT_PHONE_COUNTRY } from '../../domain/account/registration.ts';
import { loginResponse } from './session.ts';
import { filledLine, optionalLine } from '../values.ts';

/** An address that the site sends emails to, in its normal form. */
export const mailableAddress = z
  .string()
  .overwrite(normalEmail)
  .refine(isMailable, 'must be an email address')
  .meta({ format: 'idn-email' });

/** A `mailableAddress`; undefined for an empty text. */
export const optionalMailableAddress = z
  .union([z.literal('').transform(() => undefined), mailableAddress])
  .optional();

/** True for the schema of a field to which emails are sent. The server also checks that its mail server can carry them. */
export const isMailedAddress = (schema: unknown): boolean =>
  schema === mailableAddress || schema === optionalMailableAddress;

/** A password as a user enters it. The server checks the strength of a new one. */
export const chosenPassword = z.string().min(1, 'must not be empty').max(200);

/** By the full number plans; null for any other text. */
export const phoneByPlan = (text: string): string | null =>
  internationalPhone(text, DEFAULT_PHONE_COUNTRY, parsePhoneNumberFromString);

/** Spec 3. */
export const personFields = {
  first_name: filledLine(100),
  last_name: optionalLine(100),
  company_name: optionalLine(200),
  website: optionalLine(200),
  business_type: z
    .enum(['', ...BUSINESS_TYPES])
    .optional()
    .transform((type) => (type === '' ? undefined : type)),
  phone: z.string().transform((text, context) => {
    const phone = phoneByPlan(text);
    if (phone === null) {
      context.addIssue({ code: 'custom', message: 'must be a valid phone number with its country code' });
      return z.NEVER;
    }
    return phone;
  }),
};

const { phone, ...otherFields } = personFields;

/** POST register (spec 3): the fields as sent. */
export const registerRequest = z.object({
  ...otherFields,
  email: mailableAddress,
  password: chosenPassword,
  phone,
});
export type RegisterRequest = z.output<typeof registerRequest>;

/**
 * POST register: the status is 201 (spec 7), and the new user is signed in. Servers of the previous version send no
 * session.
 */
export const registerResponse = z.object({ registered: z.literal(true), session: loginResponse.optional() });
export type RegisterResponse = z.infer<typeof registerResponse>;
