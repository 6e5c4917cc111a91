/** True for text with something besides white space. */
export const isFilled = (text: string): boolean => text.trim() !== '';

/** The country of a phone number before the visitor picks one (spec 9), as its two letters. */
export const DEFAULT_PHONE_COUNTRY = 'IN';

/** The cities that have rooms, as the API spells them (spec 5: the only location is Chennai). */
export const CITIES = ['chennai'] as const;
export type City = (typeof CITIES)[number];

/** The business types of the registration; the empty one is shown as 'Not Mentioned' (spec 3). */
export const BUSINESS_TYPES = [
  'technology',
  'healthcare',
  'medical',
  'finance',
  'education',
  'other',
] as const;
/** What the home enquiry form may be looking for (spec 2). */
export const ENQUIRY_SUBJECTS = ['EVENTS', 'MEETING ROOM', 'TRAINING ROOM'] as const;

/** How many characters each field of an enquiry may have; the last is the choice or the message (spec 3). */
export const ENQUIRY_LIMITS = { name: 200, email: 254, phone: 40, enquireFor: 4000 } as const;
