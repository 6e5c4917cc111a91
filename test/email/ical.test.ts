import ICAL from 'ical.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOf } from '../../domain/time/calendar.ts';
import { iCalendar, type CalendarEvent } from '../../server/calendar/ical.ts';

const event: CalendarEvent = {
  uid: '6f1c0f0e-0000-4000-8000-000000000001@litrooms.test',
  sequence: 2,
  stamp: Date.parse('2025-11-21T04:40:00.500Z'),
  start: instantOf('2025-11-25', 20),
  end: instantOf('2025-11-25', 23),
  summary: 'Kolam Round (Litrooms)',
  location: 'Kolam Round, 4th Floor; 118, Eri Court\\Chennai',
  description: 'Booked at Litrooms.\nReference 6F1C0F0E.',
  url: 'https://litrooms.test/my-bookings/6f1c0f0e-0000-4000-8000-000000000001',
  isCancelled: false,
};

/** Parses a calendar with an independent library. */
function parse(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as object[]);
  const events = calendar.getAllSubcomponents('vevent').map((part) => new ICAL.Event(part));
  return { calendar, events, first: events[0] as ICAL.Event };
}

test('a calendar entry has its title, time in UTC, place and sequence number', () => {
  const { calendar, first } = parse(iCalendar({ method: 'PUBLISH', events: [event] }));
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
  expect(first.uid).toBe(event.uid);
  expect(first.sequence).toBe(2);
  expect(first.startDate.toJSDate().toISOString()).toBe('2025-11-25T04:30:00.000Z');
  expect(first.endDate.toJSDate().toISOString()).toBe('2025-11-25T06:00:00.000Z');
  expect(first.startDate.zone.tzid).toBe('UTC');
  expect([first.summary, first.location, first.description]).toEqual([
    event.summary,
    event.location,
    event.description,
  ]);
  expect(first.component.getFirstPropertyValue('status')).toBe('CONFIRMED');
  expect(first.component.getFirstProperty('attendee')).toBeNull();
});

test('a booking until midnight ends at the start of the next day', () => {
  const text = iCalendar({ method: 'PUBLISH', events: [{ ...event, end: instantOf('2025-11-25', 48) }] });
  expect(text).toContain('DTEND:20251125T183000Z');
  expect(parse(text).first.endDate.toJSDate()).toEqual(new Date(instantOf('2025-11-26', 0)));
});

test('an invitation is already accepted and requests no reply; a cancellation has the same id', () => {
  const invitation = {
    organizer: { name: 'Litrooms', address: 'hello@litrooms.test' },
    attendee: { name: 'Asha "K"; \r\nX-EVIL:1', address: 'asha@example.com' },
  };
  const { first } = parse(iCalendar({ method: 'REQUEST', events: [{ ...event, invitation }] }));
  const attendee = first.component.getFirstProperty('attendee') as ICAL.Property;
  expect(attendee.getFirstValue()).toBe('mailto:asha@example.com');
  expect(attendee.getParameter('partstat')).toBe('ACCEPTED');
  expect(attendee.getParameter('rsvp')).toBe('FALSE');
  expect(first.component.getFirstProperty('x-evil')).toBeNull();
  expect(first.component.getFirstPropertyValue('organizer')).toBe('mailto:hello@litrooms.test');

  const cancelled = { ...event, invitation, sequence: 3, isCancelled: true };
  const cancellation = parse(iCalendar({ method: 'CANCEL', events: [cancelled] }));
  expect(cancellation.calendar.getFirstPropertyValue('method')).toBe('CANCEL');
  expect(cancellation.first.component.getFirstPropertyValue('status')).toBe('CANCELLED');
  expect(cancellation.first.uid).toBe(first.uid);
  expect(cancellation.first.sequence).toBeGreaterThan(first.sequence);
});

test('lines end with CRLF and have at most 75 octets, and no character is split', () => {
  const summary = 'சந்திப்பு அறை 🏢 बैठक कक्ष '.repeat(12);
  const text = iCalendar({ method: 'PUBLISH', events: [{ ...event, summary }] });
  expect(text.endsWith('\r\n')).toBe(true);
  const lines = text.slice(0, -2).split('\r\n');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(lines.some((line) => Buffer.byteLength(line) >= 72)).toBe(true);
  expect(lines.join('')).not.toMatch(/[\r\n]/);
  expect(parse(text).first.summary).toBe(summary);
});

test('any text is parsed back exactly', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.string({ maxLength: 200 }),
      (one, two) => {
        const { calendar, first } = parse(
          iCalendar({ method: 'PUBLISH', events: [{ ...event, summary: one, description: two }] }),
        );
        const cleaned = (text: string): string =>
          text.replace(/\r\n|\r/g, '\n').replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '');
        expect(first.summary ?? '').toBe(cleaned(one));
        expect(first.description ?? '').toBe(cleaned(two));
        expect(calendar.getAllSubcomponents()).toHaveLength(1);
        expect(first.component.getAllProperties()).toHaveLength(11);
      },
    ),
    { numRuns: 500 },
  );
});
