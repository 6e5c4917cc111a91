interface CalendarAddress {
  readonly name: string | null;
  readonly address: string;
  /** Who sends for the organizer, when it is another address. */
  readonly sentBy?: string | undefined;
}

/** An entry of a calendar. All instants are milliseconds since 1970. */
export interface CalendarEvent {
  /** The same for all versions of an entry. */
  readonly uid: string;
  /** Grows with each version. */
  readonly sequence: number;
  /** When the calendar was written: the DTSTAMP of an entry in a calendar that has a METHOD (RFC 5545, 3.8.7.2). */
  readonly stamp: number;
  readonly start: number;
  readonly end: number;
  readonly summary: string;
  readonly location: string;
  readonly description: string;
  readonly url: string;
  readonly isCancelled: boolean;
  /** Only in email, never in a published calendar. */
  readonly invitation?: { readonly organizer: CalendarAddress; readonly attendee: CalendarAddress };
}

/** A calendar file. `name`: the title of a calendar to subscribe to. */
export interface Calendar {
  /** 'PUBLISH' for a file or a feed, the others for email: a CANCEL removes only an entry that a REQUEST has added. */
  readonly method: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  readonly events: readonly CalendarEvent[];
  readonly name?: string;
}

/** Without the line break (RFC 5545, 3.1). */
const MAX_LINE_OCTETS = 75;

/** Folds a content line without splitting a character of several octets. */
function foldLine(line: string): string {
  let result = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_LINE_OCTETS) {
      result += '\r\n ';
      octets = 1;
    }
    result += character;
    octets += size;
  }
  return result;
}

/** Escapes a TEXT value: removes control characters except tabs, and escapes line breaks, backslashes, semicolons and commas. */
const escapeText = (value: string): string =>
  value
    .replace(/\r\n|\r/g, '\n')
    .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n');

/** Quotes a parameter's value, in which quotes and control characters become spaces because they cannot be escaped. */
const quoteParameter = (value: string): string => `"${value.replace(/[\p{Cc}\p{Cs}"]/gu, ' ').trim()}"`;

/** An instant in UTC, which needs no time zone: '20251121T043000Z'. */
const utcDateTime = (instant: number): string =>
  new Date(Math.floor(instant / 1000) * 1000).toISOString().replace(/[-:]|\.000/g, '');

const calendarAddress = ({ name, address, sentBy }: CalendarAddress): string =>
  [
    name === null || name.trim() === '' ? '' : `;CN=${quoteParameter(name)}`,
    sentBy === undefined ? '' : `;SENT-BY=${quoteParameter(`mailto:${sentBy}`)}`,
    `:mailto:${address}`,
  ].join('');

/** The attendee is not asked to reply, because the booking is already confirmed. */
const attendeeLine = (address: CalendarAddress): string =>
  `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE${calendarAddress(address)}`;

/** A reminder of the calendar program, an hour before the start (RFC 5545, 3.6.6). */
const alarmLines = ({ summary }: CalendarEvent): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escapeText(summary)}`,
  'TRIGGER:-PT1H',
  'END:VALARM',
];

const eventLines = (event: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${escapeText(event.uid)}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTAMP:${utcDateTime(event.stamp)}`,
  `DTSTART:${utcDateTime(event.start)}`,
  `DTEND:${utcDateTime(event.end)}`,
  `SUMMARY:${escapeText(event.summary)}`,
  `LOCATION:${escapeText(event.location)}`,
  `DESCRIPTION:${escapeText(event.description)}`,
  `URL:${event.url}`,
  `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  `TRANSP:${event.isCancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
  ...(event.invitation
    ? [`ORGANIZER${calendarAddress(event.invitation.organizer)}`, attendeeLine(event.invitation.attendee)]
    : []),
  ...(event.isCancelled ? [] : alarmLines(event)),
  'END:VEVENT',
];

/** Calendar programs should refresh a subscribed calendar after it; not all do. */
const REFRESH_INTERVAL = 'PT1H';

/** Formats a calendar as iCalendar (RFC 5545). */
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
          `NAME:${escapeText(name)}`,
          `X-WR-CALNAME:${escapeText(name)}`,
          `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH_INTERVAL}`,
          `X-PUBLISHED-TTL:${REFRESH_INTERVAL}`,
        ]),
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}
