import { expect, test } from 'vitest';
import {
  eventDayText,
  eventEnquiryText,
  eventStructuredData,
  eventTimesText,
  foundEventsText,
  isEventFound,
} from '../../../domain/content/events.ts';

const event = {
  id: 7,
  category: 'Networking',
  title: 'Founders over filter coffee',
  date: '2025-12-04',
  start_time: '18:00:00',
  end_time: '20:30:00',
  place: 'Athangudi Lounge',
  summary: 'Ten founders',
};

test('the day and the times of an event are written for people', () => {
  expect(eventDayText('2025-12-04')).toBe('Thursday 4 December 2025');
  expect(eventDayText(null)).toBe('Date to be announced');
  expect(eventTimesText({ start: 36, end: 41 })).toBe('6:00 PM to 8:30 PM');
  expect(eventTimesText({ start: 0, end: 48 })).toBe('12:00 AM to midnight');
  expect(eventTimesText(null)).toBeNull();
});

test('an enquiry begins with the event and its day, once', () => {
  const about = 'About the event “Founders over filter coffee”, Thursday 4 December 2025';
  expect(eventEnquiryText(event, '')).toBe(about);
  expect(eventEnquiryText(event, 'For six')).toBe(`${about}\nFor six`);
  expect(eventEnquiryText(event, `${about}\nFor six`)).toBe(`${about}\nFor six`);
  expect(eventEnquiryText({ ...event, date: null }, '')).toBe(
    'About the event “Founders over filter coffee”',
  );
});

test('the search box finds the words of a title, category, place or text, and says how many events it found', () => {
  for (const search of ['FILTER', 'networking', ' lounge ', 'ten founders', '']) {
    expect(isEventFound(event, search)).toBe(true);
  }
  expect(isEventFound(event, 'tea')).toBe(false);
  expect([foundEventsText(1, 1), foundEventsText(2, 2), foundEventsText(1, 2)]).toEqual([
    '1 coming event below',
    '2 coming events below',
    '1 of 2 coming events below',
  ]);
});

test('search engines get the times in India, the place and the address', () => {
  expect(eventStructuredData(event, 'https://litrooms.example', '1 Cathedral Road, Chennai')).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    description: event.summary,
    startDate: '2025-12-04T18:00:00+05:30',
    endDate: '2025-12-04T20:30:00+05:30',
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', name: 'Athangudi Lounge', address: '1 Cathedral Road, Chennai' },
    organizer: { '@type': 'Organization', name: 'Litrooms', url: 'https://litrooms.example/' },
    image: 'https://litrooms.example/images/social-card.jpg',
    url: 'https://litrooms.example/event-training/7',
  });
});

test('an event without a place, a text or times has none in its structured data, and none has no day', () => {
  const bare = { ...event, start_time: null, end_time: null, place: '', summary: '' };
  expect(eventStructuredData(bare, '', 'Chennai')).toMatchObject({
    startDate: '2025-12-04',
    endDate: '2025-12-04',
    location: { name: 'Litrooms' },
  });
  expect(eventStructuredData(bare, '', 'Chennai')).not.toHaveProperty('description');
  expect(eventStructuredData({ ...event, end_time: '24:00:00' }, '', 'Chennai')).toMatchObject({
    endDate: '2025-12-04T23:59:59+05:30',
  });
  expect(eventStructuredData({ ...event, date: null }, '', 'Chennai')).toBeNull();
});
