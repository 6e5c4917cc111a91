/** Of the home page's form (spec 2). */
export const ENQUIRY_SUBJECTS = ['EVENTS', 'MEETING ROOM', 'TRAINING ROOM'] as const;

/**
 * The maximum length of each field of an enquiry, in characters. `enquireFor` is the choice or the message (spec 3).
 */
export const ENQUIRY_LIMITS = { name: 200, email: 254, phone: 40, enquireFor: 4000, message: 4000 } as const;

export const MAX_ENQUIRY_PEOPLE = 9999;
