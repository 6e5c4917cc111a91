import { fromPromise } from 'xstate';
import type { LateFlows } from '../app.ts';
import { enquiryMachine } from '../enquiry.ts';

/** The flows of the enquiry form and of its contact variant. */
export const enquiryFlows = (({ storage, enquiries }) => {
  const enquiry = enquiryMachine.provide({
    actors: { send: fromPromise(({ input }) => enquiries.send(input)) },
    actions: {
      persist: ({ context: { variant, fields } }) => storage.saveEnquiry(variant, fields),
      clearPersisted: ({ context: { variant } }) => storage.saveEnquiry(variant, null),
      logFailure: () => enquiries.logFailure(),
    },
  });
  return { enquiry, contact: enquiry };
}) satisfies LateFlows;
