import { z } from 'zod';
import { isMailable } from '../domain/email.ts';
import { internationalPhone } from '../domain/phone.ts';
import { BUSINESS_TYPES } from '../domain/validation.ts';
import { filledText, optionalText } from './values.ts';

/** POST register (spec 3): the fields as sent. No rule limits a password's strength (spec 5). */
export const registerRequest = z.object({
  first_name: filledText(100),
  last_name: optionalText(100),
  company_name: optionalText(200),
  website: optionalText(200),
  business_type: z
    .enum(['', ...BUSINESS_TYPES])
    .optional()
    .transform((type) => (type === '' ? undefined : type)),
  email: z.string().trim().refine(isMailable, 'must be an e-mail address'),
  password: z.string().min(1, 'must not be empty').max(200),
  phone: z.string().transform((text, context) => {
    const phone = internationalPhone(text);
    if (phone === null) {
      context.addIssue({ code: 'custom', message: 'must be a valid phone number with its country code' });
      return z.NEVER;
    }
    return phone;
  }),
});

/** POST register: the client reads only the status, 201 (spec 7). */
export const registerResponse = z.object({ registered: z.literal(true) });
