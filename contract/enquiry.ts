import { z } from 'zod';
import { filledText } from './values.ts';

/** POST enquire: every field filled, no format check (spec 5); `enquire_for` is the choice or the message (spec 3). */
export const enquireRequest = z.object({
  name: filledText(200),
  email: filledText(254),
  phone: filledText(40),
  enquire_for: filledText(4000),
});
export type EnquireRequest = z.input<typeof enquireRequest>;

export const enquireResponse = z.object({ received: z.literal(true) });
