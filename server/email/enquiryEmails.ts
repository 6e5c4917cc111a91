import { brand } from '../../domain/content/brand.ts';
import { fullDate } from '../../domain/time/calendar.ts';
import { oneLine, type EmailContent } from './content.ts';
import type { Links } from './links.ts';

interface Enquiry {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly enquire_for: string;
  /** IST date. */
  readonly wanted_on: string | null;
  readonly people: number | null;
  readonly message: string | null;
}

/** An enquiry, for the business. Replies go to the visitor. */
export const enquiry = ({
  name,
  email,
  phone,
  enquire_for,
  wanted_on,
  people,
  message,
}: Enquiry): EmailContent => ({
  subject: `Enquiry from ${oneLine(name)}`.slice(0, 150),
  preview: oneLine(enquire_for).slice(0, 120),
  heading: 'A new enquiry',
  greeting: null,
  blocks: [
    {
      facts: [
        ['Name', oneLine(name)],
        ['Email', oneLine(email)],
        ['Phone', oneLine(phone)],
        ...(wanted_on === null ? [] : [['Date', fullDate(wanted_on)] as const]),
        ...(people === null ? [] : [['People', String(people)] as const]),
      ],
    },
    { quote: enquire_for },
    ...(message === null ? [] : [{ quote: message }]),
  ],
});

/** Does not quote the enquiry, because the visitor may have entered another person's address. */
export const enquiryReply = ({
  by,
  text,
  phone,
}: {
  readonly by: string;
  readonly text: string;
  readonly phone: string;
}): EmailContent => ({
  subject: `Your enquiry at ${brand.name}`,
  preview: oneLine(text).slice(0, 120),
  heading: 'About your enquiry',
  greeting: 'Hello,',
  blocks: [
    { quote: text },
    { text: `${oneLine(by)}, ${brand.name}` },
    { small: `You can reply to this email, or call us on ${phone}.` },
  ],
});

/**
 * The acknowledgement of an enquiry. It contains no text of the enquiry, because anyone could enter another person's address
 * and make this server send them any text.
 */
export const enquiryReceived = ({
  links,
  phone,
}: {
  readonly links: Links;
  readonly phone: string;
}): EmailContent => ({
  subject: 'We have received your enquiry',
  preview: 'Our team will read it and reply to you.',
  heading: 'Thank you for your enquiry',
  greeting: 'Hello,',
  blocks: [
    {
      text: `The team at ${brand.name} will read your enquiry and reply to this address.`,
    },
    { text: `If it is urgent, call us on ${phone}.` },
    { action: 'See our rooms', href: links.rooms },
    {
      small:
        'If you did not contact us, someone has entered your address by mistake. You do not need to do anything.',
    },
  ],
});
