import type { EnquireRequest } from '../../contract/enquiry.ts';
import { paths } from '../../contract/paths.ts';
import { messages } from '../../domain/messages.ts';
import type { Effects } from '../../machines/effects.ts';
import type { Send } from './http.ts';

/** Enquiries go as a form (spec 7), without any session: visitors send them too. */
export const createEnquiries = (send: Send): Effects['enquiries'] => ({
  async send({ name, email, phone, enquireFor }) {
    const enquiry: EnquireRequest = { name, email, phone, enquire_for: enquireFor };
    await send({ method: 'post', url: paths.enquire, data: new URLSearchParams(enquiry) });
  },
  logFailure() {
    console.error(messages.enquiry.submitError);
  },
});
