/** The home page's form and its contact variant (spec 2); each is an actor of its own. */
export type EnquiryVariant = 'enquiry' | 'contact';

/** The form's fields. `enquireFor` is the 'Looking for' choice, or in the contact variant the message (spec 3). */
export interface EnquiryFields {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly enquireFor: string;
  /** Optional: a date with its day first, how many people, and a message beside the choice. */
  readonly date: string;
  readonly people: string;
  readonly message: string;
}

export type EnquiryEvent =
  | { type: 'enquiry.changed'; field: keyof EnquiryFields; value: string }
  | { type: 'enquiry.submitted' }
  /** The visitor writes another enquiry after one was sent. */
  | { type: 'enquiry.resumed' };

export interface EnquiryInput {
  readonly variant: EnquiryVariant;
  readonly persisted?: EnquiryFields | null | undefined;
}
