import { z } from 'zod';
import { count, filledText, rowId } from './values.ts';

const state = z.enum(['new', 'answered', 'closed']);

/** GET enquiries: those of a state, the newest first. */
export const enquiriesQuery = z.object({ state: state.default('new') });

const enquiryInList = z.object({
  id: z.number(),
  at: z.string(),
  name: z.string(),
  enquire_for: z.string(),
  state,
  /** The name of who deals with it; null for nobody. */
  assigned_to: z.string().nullable(),
});
export type EnquiryInList = z.infer<typeof enquiryInList>;
/** `more`: there are older ones. `counts`: how many of each state there are. */
export const enquiriesResponse = z.object({
  data: z.array(enquiryInList),
  more: z.boolean(),
  counts: z.object({ new: z.number(), answered: z.number(), closed: z.number() }),
});
export type EnquiriesResponse = z.infer<typeof enquiriesResponse>;

/** GET enquiry. */
export const enquiryQuery = z.object({ id: rowId });

/** An enquiry with what became of it, the oldest first. `version` counts the changes by the staff. Instants are ISO. */
const deskEnquiry = enquiryInList.extend({
  version: z.number(),
  email: z.string(),
  phone: z.string(),
  wanted_on: z.string().nullable(),
  people: z.number().nullable(),
  message: z.string().nullable(),
  /** Whether a letter can go to its address. */
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

/** POST reply: a letter to who enquired. `version`: that of the enquiry as it was shown, here and below. */
export const enquiryReplyRequest = z.object({ id: rowId, version: count, text: filledText(5000) });
export type EnquiryReplyRequest = z.output<typeof enquiryReplyRequest>;

/** POST mark: deals with it from now on, or not any more; closes it, or opens it again. */
export const markRequest = z.object({
  id: rowId,
  version: count,
  mark: z.enum(['taken', 'left', 'closed', 'reopened']),
});
export type MarkRequest = z.output<typeof markRequest>;
