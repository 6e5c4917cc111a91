import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AMENITIES, hasAmenities, SORTS, sortRooms } from '../../domain/roomFilter.ts';
import {
  durationSlots,
  parseSearchAddress,
  searchQuery,
  type SearchAddress,
} from '../../domain/searchAddress.ts';
import { slotTime } from '../../domain/slots.ts';
import { room } from '../fixtures/booking.ts';

const search: SearchAddress = {
  date: '2025-11-24',
  headcount: '10',
  location: 'chennai',
  startTime: '15:00:00',
  duration: '120',
  amenities: ['wifi', 'tea/coffee'],
  sort: 'price',
};

describe('the address of a search', () => {
  test('says what is searched for', () => {
    expect(searchQuery(search)).toBe(
      '?date=2025-11-24&headcount=10&start=15%3A00&duration=120&amenities=wifi%2Ctea%2Fcoffee&sort=price',
    );
  });

  test('leaves out what is usual', () => {
    expect(searchQuery({ ...search, duration: '', amenities: [], sort: 'listed' })).toBe(
      '?date=2025-11-24&headcount=10&start=15%3A00',
    );
  });

  test('is read as it was written, for every search', () => {
    const searches = fc.record({
      date: fc.constantFrom('2025-11-24', '2028-02-29'),
      headcount: fc.integer({ min: 1, max: 9999 }).map(String),
      location: fc.constant('chennai'),
      startTime: fc.integer({ min: 0, max: 40 }).map(slotTime),
      duration: fc.option(fc.integer({ min: 1, max: 48 })).map((slots) => (slots ? String(slots * 30) : '')),
      amenities: fc.subarray([...AMENITIES]),
      sort: fc.constantFrom(...SORTS),
    });
    const usual = { location: 'chennai', duration: '', amenities: [], sort: 'listed' };
    fc.assert(
      fc.property(searches, (each) => {
        expect({ ...usual, ...parseSearchAddress(searchQuery(each)) }).toEqual(each);
      }),
    );
  });

  test.each([
    '?date=2025-02-30',
    '?date=tomorrow',
    '?date=2025-11-24&date=2025-11-25',
    '?headcount=0',
    '?headcount=-4',
    '?headcount=1e3',
    '?headcount=99999',
    '?location=mumbai',
    '?duration=0',
    '?duration=45',
    '?duration=1470',
    '?duration=NaN',
    '?amenities[]=wifi',
    '?sort=__proto__',
    '?__proto__=1&constructor=2',
    '?<script>alert(1)</script>',
    '?%E0%A4%A',
    `?date=2025-11-24&${'x'.repeat(1000)}`,
    '',
    '?',
  ])('is not read from %j', (query) => {
    expect(parseSearchAddress(query)).toEqual({});
  });

  test('is read as far as it is one', () => {
    expect(parseSearchAddress('?date=2025-11-24&headcount=many&amenities=wifi,sauna&sort=magic')).toEqual({
      date: '2025-11-24',
      amenities: ['wifi'],
    });
  });

  test.each([
    ['20:30', '20:30:00'],
    ['23:30', '23:30:00'],
    ['24:00', ''],
    ['10:10', ''],
    ['', ''],
    ['<b>', ''],
  ])('keeps a start of %j for the form to refuse, as %j', (start, startTime) => {
    expect(parseSearchAddress(`?${new URLSearchParams({ start })}`)).toEqual({ startTime });
  });

  test('is made of known values only, for every input', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), (query) => {
        const read = parseSearchAddress(`?${query}`);
        expect(parseSearchAddress(searchQuery({ ...search, ...read }))).toEqual({
          ...parseSearchAddress(searchQuery(search)),
          ...read,
        });
      }),
    );
  });
});

test('a duration is whole slots of a day', () => {
  expect(['30', '120', '1440'].map(durationSlots)).toEqual([1, 4, 48]);
  expect(['', '0', '15', '1470', '030', '9'.repeat(9)].map(durationSlots)).toEqual(Array(6).fill(null));
});

describe('rooms', () => {
  const of = (id: number, price_per_hour: number, room_capacity: number) => ({
    ...room,
    id,
    price_per_hour,
    room_capacity,
  });
  const rooms = [of(1, 500, 8), of(2, 300, 8), of(3, 500, 4)];

  test('are sorted by price or seats, and equal ones keep their order', () => {
    const ids = (sort: (typeof SORTS)[number]) => sortRooms(rooms, sort).map(({ id }) => id);
    expect([ids('listed'), ids('price'), ids('seats')]).toEqual([
      [1, 2, 3],
      [2, 1, 3],
      [3, 1, 2],
    ]);
  });

  test('have every wanted amenity, in capitals or not', () => {
    const fitted = { ...room, amenities: [{ name: 'WiFi' }, { name: 'tv' }] };
    expect(hasAmenities(fitted, [])).toBe(true);
    expect(hasAmenities(fitted, ['wifi', 'tv'])).toBe(true);
    expect(hasAmenities(fitted, ['wifi', 'projector'])).toBe(false);
  });
});
