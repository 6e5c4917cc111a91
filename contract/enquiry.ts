import { z } from 'zod';
import { ENQUIRY_LIMITS } from '../domain/validation.ts';
import { filledText } from './values.ts';

/**
 * POST enquire: every field is required, no format is checked (spec 5). `enquire_for` is the choice or the message
 * (spec 3).
 */
export const enquireRequest = z.object({
  name: filledText(ENQUIRY_LIMITS.name),
  email: filledText(ENQUIRY_LIMITS.email),
  phone: filledText(ENQUIRY_LIMITS.phone),
  enquire_for: filledText(ENQUIRY_LIMITS.enquireFor),
});
export type EnquireRequest = z.input<typeof enquireRequest>;

export const enquireResponse = z.object({ received: z.literal(true) });
