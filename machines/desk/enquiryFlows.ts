import type * as api from '../../contract/desk/enquiries.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';
import { resourceFlow } from '../engine/resource/resourceFlow.ts';
import { staffForm } from './staffForm.ts';

export type EnquiryInList = CamelCased<api.EnquiryInList>;
export type DeskEnquiry = CamelCased<api.DeskEnquiry>;
export type EnquiryList = CamelCased<api.EnquiriesResponse>;

/** Promises reject with a Failure. */
interface Needs {
  readonly inbox: {
    /** `state`: 'new', 'answered' or 'closed'. */
    list(state: string, signal: AbortSignal): Promise<EnquiryList>;
    enquiry(id: string, signal: AbortSignal): Promise<DeskEnquiry>;
  };
}

/** The key is the state. */
const inboxFlow = resourceFlow(
  'inbox',
  { needs: ['inbox'], shows: ['enquiries'] },
  ({ inbox }: Needs, state, signal) => inbox.list(state, signal),
);

/** The key is the enquiry's id. */
const deskEnquiryFlow = resourceFlow(
  'deskEnquiry',
  { needs: ['inbox'], shows: ['enquiries'] },
  ({ inbox }: Needs, id, signal) => inbox.enquiry(id, signal),
);

export const enquiryFlows = [
  inboxFlow,
  deskEnquiryFlow,
  staffForm({
    id: 'replyToEnquiry',
    area: 'inbox',
    call: 'reply',
    labels: { text: 'Reply' },
    required: { text: 'Write the reply' },
    doneText: 'The reply is on its way',
    changes: ['enquiries'],
  }),
  staffForm({
    id: 'markEnquiry',
    area: 'inbox',
    call: 'mark',
    doneText: 'The enquiry has been updated',
    changes: ['enquiries'],
    isOpen: true,
  }),
] as const;
