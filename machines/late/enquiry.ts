import { fromPromise } from 'xstate';
import type { LateFlows } from '../app.ts';
import { enquiryMachine } from '../enquiry.ts';

/** The flows of the enquiry form and of its contact variant. */
export const enquiryFlows = (({ memory, enquiries }) => {
  const enquiry = enquiryMachine.provide({
    actors: { send: fromPromise(({ input }) => enquiries.send(input)) },
    actions: {
      remember: ({ context: { variant, fields } }) => memory.keepEnquiry(variant, fields),
      forget: ({ context: { variant } }) => memory.keepEnquiry(variant, null),
      logFailure: () => enquiries.logFailure(),
    },
  });
  return { enquiry, contact: enquiry };
}) satisfies LateFlows;
