/** The home page's form and its contact variant (spec 2). Each has an actor. */
export type EnquiryVariant = 'enquiry' | 'contact';

/** The form's fields. `enquireFor` is the 'Looking for' choice, or in the contact variant the message (spec 3). */
export interface EnquiryFields {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly enquireFor: string;
  /** Optional fields: a date with the day first, the number of people, and a message in addition to the choice. */
  readonly date: string;
  readonly people: string;
  readonly message: string;
}

export type EnquiryEvent =
  | { type: 'enquiry.changed'; field: keyof EnquiryFields; value: string }
  | { type: 'enquiry.submitted' }
  /** The visitor writes another enquiry after a sent one. */
  | { type: 'enquiry.resumed' };

export interface EnquiryInput {
  readonly variant: EnquiryVariant;
  readonly persisted?: EnquiryFields | null | undefined;
}
