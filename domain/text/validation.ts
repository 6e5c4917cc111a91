/** True for text with a character other than white space. */
export const isFilled = (text: string): boolean => text.trim() !== '';

/** ISO 3166 alpha-2 (spec 9). */
export const DEFAULT_PHONE_COUNTRY = 'IN';

/** As the API spells them. The only location is Chennai (spec 5). */
export const CITIES = ['chennai'] as const;
export type City = (typeof CITIES)[number];

/** An empty one is shown as 'Not Mentioned' (spec 3). */
export const BUSINESS_TYPES = [
  'technology',
  'healthcare',
  'medical',
  'finance',
  'education',
  'other',
] as const;
/** Of the home page's form (spec 2). */
export const ENQUIRY_SUBJECTS = ['EVENTS', 'MEETING ROOM', 'TRAINING ROOM'] as const;

/**
 * The maximum length of each field of an enquiry, in characters. `enquireFor` is the choice or the message (spec 3).
 */
export const ENQUIRY_LIMITS = { name: 200, email: 254, phone: 40, enquireFor: 4000, message: 4000 } as const;

export const MAX_ENQUIRY_PEOPLE = 9999;

/** In characters. */
export const BILLING_LIMITS = { companyName: 300, address: 500 } as const;
