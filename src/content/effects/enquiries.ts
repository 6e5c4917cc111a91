import type { EnquireRequest } from '../../../contract/content/enquiry.ts';
import { paths } from '../../../contract/paths.ts';
import { parseDayFirst } from '../../../domain/time/typedDate.ts';
import { messages } from '../../../domain/text/messages.ts';
import type { Effects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';

/** Sent as a form (spec 7) without a session, because visitors send enquiries as well. */
export const createEnquiries = (send: Send): Effects['enquiries'] => ({
  async send({ name, email, phone, enquireFor, date, people, message }) {
    const enquiry: Record<keyof EnquireRequest, string> = {
      name,
      email,
      phone,
      enquire_for: enquireFor,
      wanted_on: parseDayFirst(date) ?? '',
      people: people.trim(),
      message: message.trim(),
    };
    // Empty fields are not sent.
    const filled = Object.entries(enquiry).filter(([, text]) => text !== '');
    await send({ method: 'post', url: paths.enquire, data: new URLSearchParams(filled) });
  },
  logFailure() {
    console.error(messages.enquiry.submitError);
  },
});
