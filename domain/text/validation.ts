/** True for text with a character other than white space. */
export const isFilled = (text: string): boolean => text.trim() !== '';

/** The default country of a phone number (spec 9), ISO 3166 alpha-2. */
export const DEFAULT_PHONE_COUNTRY = 'IN';

/** The cities that have rooms, as the API spells them (spec 5: the only location is Chennai). */
export const CITIES = ['chennai'] as const;
export type City = (typeof CITIES)[number];

/** The business types of a registration; an empty one is shown as 'Not Mentioned' (spec 3). */
export const BUSINESS_TYPES = [
  'technology',
  'healthcare',
  'medical',
  'finance',
  'education',
  'other',
] as const;
/** The subjects of the home page's enquiry form (spec 2). */
export const ENQUIRY_SUBJECTS = ['EVENTS', 'MEETING ROOM', 'TRAINING ROOM'] as const;

/**
 * The maximum length of each field of an enquiry, in characters. `enquireFor` is the choice or the message (spec 3).
 */
export const ENQUIRY_LIMITS = { name: 200, email: 254, phone: 40, enquireFor: 4000, message: 4000 } as const;

/** The largest number of people in an enquiry. */
export const MAX_ENQUIRY_PEOPLE = 9999;

/** The maximum lengths of a customer's billing details, in characters. */
export const BILLING_LIMITS = { companyName: 300, address: 500 } as const;
