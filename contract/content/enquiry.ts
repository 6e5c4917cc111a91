import { z } from 'zod';
import { normalEmail } from '../../domain/account/email.ts';
import { ENQUIRY_LIMITS, MAX_ENQUIRY_PEOPLE } from '../../domain/content/enquiry.ts';
import { calendarDate, filledText, optionalText, wholeNumber } from '../values.ts';

/**
 * POST enquire: every field of the specification is required, and no format is checked (spec 5). `enquire_for` is the choice or
 * the message (spec 3). The last three fields are not in the specification: the date, the number of people, and a message in
 * addition to the choice.
 */
export const enquireRequest = z.object({
  name: filledText(ENQUIRY_LIMITS.name),
  email: z
    .string()
    .overwrite(normalEmail)
    .min(1, 'must not be empty')
    .max(ENQUIRY_LIMITS.email, `must be at most ${ENQUIRY_LIMITS.email} characters`)
    .meta({ format: 'idn-email' }),
  phone: filledText(ENQUIRY_LIMITS.phone),
  enquire_for: filledText(ENQUIRY_LIMITS.enquireFor),
  wanted_on: calendarDate.optional(),
  people: wholeNumber(MAX_ENQUIRY_PEOPLE).optional(),
  message: optionalText(ENQUIRY_LIMITS.message),
});
export type EnquireRequest = z.input<typeof enquireRequest>;

export const enquireResponse = z.object({ received: z.literal(true) });
