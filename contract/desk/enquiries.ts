import { z } from 'zod';
import { count, filledText, rowId } from '../values.ts';

const state = z.enum(['new', 'answered', 'closed']);

/** GET enquiries: those of a state, the newest first. */
export const enquiriesQuery = z.object({ state: state.default('new') });

const enquiryInList = z.object({
  id: z.number(),
  at: z.string(),
  name: z.string(),
  enquire_for: z.string(),
  state,
  /** The name of the employee who deals with it; null for none. */
  assigned_to: z.string().nullable(),
});
export type EnquiryInList = z.infer<typeof enquiryInList>;
/** `more`: there are older ones. `counts`: the number of enquiries in each state. */
export const enquiriesResponse = z.object({
  data: z.array(enquiryInList),
  more: z.boolean(),
  counts: z.object({ new: z.number(), answered: z.number(), closed: z.number() }),
});
export type EnquiriesResponse = z.infer<typeof enquiriesResponse>;

/** GET enquiry. */
export const enquiryQuery = z.object({ id: rowId });

/** An enquiry with its history, the oldest first. `version` counts the changes by the staff. Instants are ISO. */
const deskEnquiry = enquiryInList.extend({
  version: z.number(),
  email: z.string(),
  phone: z.string(),
  wanted_on: z.string().nullable(),
  people: z.number().nullable(),
  message: z.string().nullable(),
  /** Whether an email can be sent to its address. */
  is_mailable: z.boolean(),
  is_mine: z.boolean(),
  history: z.array(
    z.object({
      id: z.number(),
      at: z.string(),
      by: z.string(),
      kind: z.enum(['reply', 'taken', 'left', 'closed', 'reopened']),
      text: z.string().nullable(),
    }),
  ),
});
export type DeskEnquiry = z.infer<typeof deskEnquiry>;
export const deskEnquiryResponse = z.object({ data: deskEnquiry });
export type DeskEnquiryResponse = z.infer<typeof deskEnquiryResponse>;

/** POST reply: an email to the sender of the enquiry. `version`: that of the enquiry as it was shown, here and below. */
export const enquiryReplyRequest = z.object({ id: rowId, version: count, text: filledText(5000) });
export type EnquiryReplyRequest = z.output<typeof enquiryReplyRequest>;

/** POST mark: the employee takes the enquiry or leaves it ('left'), closes it or reopens it. */
export const markRequest = z.object({
  id: rowId,
  version: count,
  mark: z.enum(['taken', 'left', 'closed', 'reopened']),
});
export type MarkRequest = z.output<typeof markRequest>;
