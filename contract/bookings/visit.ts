import { MAX_HEADCOUNT, MAX_WISHES } from '../../domain/bookings/visit.ts';
import { optionalText, wholeNumber } from '../values.ts';

/** What the customer says about the visit: how many people come, and its purpose and wishes. Both are optional. */
export const visitFields = {
  headcount: wholeNumber(MAX_HEADCOUNT, 'headcount').optional(),
  wishes: optionalText(MAX_WISHES),
};
