import { fromPromise } from 'xstate';
import type { DeskEnquiry, EnquiriesResponse } from '../../contract/deskEnquiries.ts';
import { defineFlow } from '../flow.ts';
import { resourceMachine } from '../resource.ts';
import { staffForm } from './staffForm.ts';

/** What the flows about enquiries read. Promises reject with a Failure. */
interface Needs {
  readonly inbox: {
    /** Those of a state: 'new', 'answered' or 'closed'. */
    list(state: string, signal: AbortSignal): Promise<EnquiriesResponse>;
    enquiry(id: string, signal: AbortSignal): Promise<DeskEnquiry>;
  };
}

/** The list; the key is the state. */
const inboxFlow = defineFlow({
  id: 'inbox',
  machine: resourceMachine<EnquiriesResponse>('inbox'),
  needs: ['inbox'],
  provide: (machine, { inbox }: Needs) =>
    machine.provide({
      actors: { load: fromPromise(({ input, signal }) => inbox.list(input.key, signal)) },
    }),
});

/** The open enquiry; the key is its id. */
const deskEnquiryFlow = defineFlow({
  id: 'deskEnquiry',
  machine: resourceMachine<DeskEnquiry>('deskEnquiry'),
  needs: ['inbox'],
  provide: (machine, { inbox }: Needs) =>
    machine.provide({
      actors: { load: fromPromise(({ input, signal }) => inbox.enquiry(input.key, signal)) },
    }),
});

/** The inbox of enquiries. */
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
    changes: ['deskEnquiry', 'inbox'],
  }),
  staffForm({
    id: 'markEnquiry',
    area: 'inbox',
    call: 'mark',
    doneText: 'The enquiry is changed',
    changes: ['deskEnquiry', 'inbox'],
    isOpen: true,
  }),
] as const;
