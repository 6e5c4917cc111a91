/** The home page's form and its contact variant (spec 2). Each has an actor. */
export type EnquiryVariant = 'enquiry' | 'contact';

export const emptyEnquiry = {
  name: '',
  email: '',
  phone: '',
  /** The 'Looking for' choice, or in the contact variant the message (spec 3). */
  enquireFor: '',
  // Optional: a date with the day first, the number of people, and a message in addition to the choice.
  date: '',
  people: '',
  message: '',
};

export type EnquiryFields = Readonly<typeof emptyEnquiry>;

declare module '../../engine/visit.ts' {
  interface PersonalState {
    readonly enquiries?: Readonly<Partial<Record<EnquiryVariant, EnquiryFields | null>>>;
  }
}
