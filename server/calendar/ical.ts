/** Somebody in a calendar entry. */
interface CalendarAddress {
  readonly name: string | null;
  readonly address: string;
}

/** An entry of a calendar. All instants are milliseconds since 1970. */
export interface CalendarEvent {
  /** The same for all versions of an entry. */
  readonly uid: string;
  /** Grows with each version. */
  readonly sequence: number;
  /** When the calendar that the entry is in was written: what DTSTAMP says where there is a METHOD (RFC 5545, 3.8.7.2). */
  readonly stamp: number;
  readonly start: number;
  readonly end: number;
  readonly summary: string;
  readonly location: string;
  readonly description: string;
  readonly url: string;
  readonly isCancelled: boolean;
  /** Who invites whom: in mail only, never in a published calendar. */
  readonly invitation?: { readonly organizer: CalendarAddress; readonly attendee: CalendarAddress };
}

/** A calendar file. `name`: of a calendar that is subscribed to. */
export interface Calendar {
  /** 'PUBLISH' for a file or a feed, the others for mail: calendars remove only what a REQUEST has put there. */
  readonly method: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  readonly events: readonly CalendarEvent[];
  readonly name?: string;
}

/** The most octets of a line, without its line break (RFC 5545, 3.1). */
const LINE_OCTETS = 75;

/** Folds a content line; a character in several octets is never cut. */
function folded(line: string): string {
  let out = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      out += '\r\n ';
      octets = 1;
    }
    out += character;
    octets += size;
  }
  return out;
}

/** A TEXT value: no control characters besides line breaks, which are escaped as the signs with a meaning are. */
const text = (value: string): string =>
  value
    .replace(/\r\n|\r/g, '\n')
    .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n');

/** A parameter's value: quoted, and without what cannot be quoted. */
const quoted = (value: string): string => `"${value.replace(/[\p{Cc}\p{Cs}"]/gu, ' ').trim()}"`;

/** An instant in UTC, which needs no time zone: '20251121T043000Z'. */
const utc = (instant: number): string =>
  new Date(Math.floor(instant / 1000) * 1000).toISOString().replace(/[-:]|\.000/g, '');

const who = ({ name, address }: CalendarAddress): string =>
  `${name === null || name.trim() === '' ? '' : `;CN=${quoted(name)}`}:mailto:${address}`;

/** The booking is made already: nobody is asked to reply. */
const attendee = (address: CalendarAddress): string =>
  `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE${who(address)}`;

const eventLines = (event: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${text(event.uid)}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTAMP:${utc(event.stamp)}`,
  `DTSTART:${utc(event.start)}`,
  `DTEND:${utc(event.end)}`,
  `SUMMARY:${text(event.summary)}`,
  `LOCATION:${text(event.location)}`,
  `DESCRIPTION:${text(event.description)}`,
  `URL:${event.url}`,
  `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  `TRANSP:${event.isCancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
  ...(event.invitation
    ? [`ORGANIZER${who(event.invitation.organizer)}`, attendee(event.invitation.attendee)]
    : []),
  'END:VEVENT',
];

/** How often programs are asked to fetch a subscribed calendar again; some follow it. */
const REFRESH = 'PT1H';

/** A calendar in iCalendar's format (RFC 5545). */
export function iCalendar({ method, events, name }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Litrooms//Bookings//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...(name === undefined
      ? []
      : [
          `NAME:${text(name)}`,
          `X-WR-CALNAME:${text(name)}`,
          `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
          `X-PUBLISHED-TTL:${REFRESH}`,
        ]),
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}
