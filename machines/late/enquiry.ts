import { fromPromise } from 'xstate';
import type { LateFlows } from '../app.ts';
import { enquiryMachine } from '../enquiry.ts';

/** Asking, on the home page and below About Us. */
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
