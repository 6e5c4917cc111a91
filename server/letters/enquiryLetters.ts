import { brand } from '../../domain/brand.ts';
import { fullDate } from '../../domain/calendar.ts';
import { oneLine, type LetterContent } from './content.ts';
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

/** An enquiry, to the business; replies go to the visitor. */
export const enquiry = ({
  name,
  email,
  phone,
  enquire_for,
  wanted_on,
  people,
  message,
}: Enquiry): LetterContent => ({
  subject: `Enquiry from ${oneLine(name)}`.slice(0, 150),
  preview: oneLine(enquire_for).slice(0, 120),
  heading: 'A new enquiry',
  greeting: null,
  blocks: [
    {
      facts: [
        ['Name', oneLine(name)],
        ['E-mail', oneLine(email)],
        ['Phone', oneLine(phone)],
        ...(wanted_on === null ? [] : [['Date', fullDate(wanted_on)] as const]),
        ...(people === null ? [] : [['People', String(people)] as const]),
      ],
    },
    { quote: enquire_for },
    ...(message === null ? [] : [{ quote: message }]),
  ],
});

/** The desk's reply. What was asked is not repeated: the address may be somebody else's. */
export const enquiryReply = ({
  by,
  text,
}: {
  readonly by: string;
  readonly text: string;
}): LetterContent => ({
  subject: `Your enquiry at ${brand.name}`,
  preview: oneLine(text).slice(0, 120),
  heading: 'About your enquiry',
  greeting: 'Hello,',
  blocks: [
    { quote: text },
    { text: `${oneLine(by)}, ${brand.name}` },
    { small: `You can answer this letter, or call us at ${brand.contact.phone}.` },
  ],
});

/**
 * The acknowledgement of an enquiry. It repeats nothing of what was written, because anybody can enter somebody else's address
 * and would have us send them any text.
 */
export const enquiryReceived = ({ links }: { readonly links: Links }): LetterContent => ({
  subject: 'We have your enquiry',
  preview: 'A person reads it and writes back.',
  heading: 'Thank you for asking',
  greeting: 'Hello,',
  blocks: [
    {
      text: `Your enquiry has reached ${brand.name}. A person reads it and writes back to this address.`,
    },
    { text: `If it is urgent, call us at ${brand.contact.phone}.` },
    { action: 'See our rooms', href: links.rooms },
    {
      small:
        'If you did not write to us, somebody has entered your address by mistake; there is nothing to do.',
    },
  ],
});
