import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FILTER_AMENITIES, hasAmenities, SORTS, sortRooms } from '../../../domain/rooms/roomFilter.ts';
import {
  durationSlots,
  parseSearchParams,
  searchQuery,
  type SearchParams,
  INVALID_DURATION,
} from '../../../domain/rooms/searchParams.ts';
import { slotTime } from '../../../domain/time/slots.ts';
import { room } from '../../fixtures/booking.ts';

const search: SearchParams = {
  date: '2025-11-24',
  headcount: '10',
  location: 'chennai',
  startTime: '15:00:00',
  duration: '120',
  amenities: ['wifi', 'tea/coffee'],
  sort: 'price',
};

describe('the address of a search', () => {
  test('contains the search', () => {
    expect(searchQuery(search)).toBe(
      '?date=2025-11-24&headcount=10&start=15%3A00&duration=120&amenities=wifi%2Ctea%2Fcoffee&sort=price',
    );
  });

  test('leaves out default values', () => {
    expect(searchQuery({ ...search, duration: '', amenities: [], sort: 'listed' })).toBe(
      '?date=2025-11-24&headcount=10&start=15%3A00',
    );
  });

  test('may have a date as people type it, which the form of the home page sends before its script is loaded', () => {
    expect(parseSearchParams('?date=24%2F11%2F2025')).toEqual({ date: '2025-11-24' });
    expect(parseSearchParams('?date=24%2F13%2F2025')).toEqual({});
  });

  test('is parsed back to the same search, for every search', () => {
    const searches = fc.record({
      date: fc.constantFrom('2025-11-24', '2028-02-29'),
      headcount: fc.integer({ min: 1, max: 9999 }).map(String),
      location: fc.constant('chennai'),
      startTime: fc.integer({ min: 0, max: 40 }).map(slotTime),
      duration: fc.option(fc.integer({ min: 1, max: 48 })).map((slots) => (slots ? String(slots * 30) : '')),
      amenities: fc.subarray([...FILTER_AMENITIES]),
      sort: fc.constantFrom(...SORTS),
    });
    const defaults = { location: 'chennai', duration: '', amenities: [], sort: 'listed' };
    fc.assert(
      fc.property(searches, (each) => {
        expect({ ...defaults, ...parseSearchParams(searchQuery(each)) }).toEqual(each);
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
    '?headcount=2&headcount=3',
    '?location=mumbai',
    '?amenities[]=wifi',
    '?sort=__proto__',
    '?__proto__=1&constructor=2',
    '?<script>alert(1)</script>',
    '?%E0%A4%A',
    `?date=2025-11-24&${'x'.repeat(1000)}`,
    '',
    '?',
  ])('contains nothing valid in %j', (query) => {
    expect(parseSearchParams(query)).toEqual({});
  });

  test('is parsed up to a length of 1000, and ignored when it is longer', () => {
    const queryOf = (length: number) => '?date=2025-11-24&x='.padEnd(length, 'x');
    expect(parseSearchParams(queryOf(1000))).toEqual({ date: '2025-11-24' });
    expect(parseSearchParams(queryOf(1001))).toEqual({});
  });

  test('is parsed without its invalid parts', () => {
    expect(parseSearchParams('?date=2025-11-24&headcount=many&amenities=wifi,sauna&sort=magic')).toEqual({
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
    expect(parseSearchParams(`?${new URLSearchParams({ start })}`)).toEqual({ startTime });
  });

  test.each([
    ['45', '60'],
    ['15', '30'],
    ['120', '120'],
    ['1500', '1500'],
    ['', ''],
    ['0', INVALID_DURATION],
    ['-30', INVALID_DURATION],
    ['99999', INVALID_DURATION],
    ['NaN', INVALID_DURATION],
    ['2 hours', INVALID_DURATION],
  ])('reads a duration of %j as %j', (duration, read) => {
    expect(parseSearchParams(`?${new URLSearchParams({ duration })}`)).toEqual({ duration: read });
  });

  test('keeps a start or a duration that occurs twice for the form to refuse', () => {
    expect(parseSearchParams('?start=10:00&start=11:00&duration=60&duration=90')).toEqual({
      startTime: '',
      duration: INVALID_DURATION,
    });
  });

  test('has only known values after parsing, for every input', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), (query) => {
        const read = parseSearchParams(`?${query}`);
        expect(parseSearchParams(searchQuery({ ...search, ...read }))).toEqual({
          ...parseSearchParams(searchQuery(search)),
          ...read,
        });
      }),
    );
  });
});

test('a duration is rounded up to whole slots', () => {
  expect(['30', '45', '120', '1440', '1470'].map(durationSlots)).toEqual([1, 2, 4, 48, 49]);
  expect(['', '0', '-30', '030', INVALID_DURATION, '9'.repeat(9)].map(durationSlots)).toEqual(
    Array(6).fill(null),
  );
});

describe('rooms', () => {
  const roomWith = (id: number, pricePerHour: number, roomCapacity: number) => ({
    ...room,
    id,
    pricePerHour,
    roomCapacity,
  });
  const rooms = [roomWith(1, 500, 8), roomWith(2, 300, 8), roomWith(3, 500, 4)];

  test('are sorted by price or seats, and equal ones keep their order', () => {
    const ids = (sort: (typeof SORTS)[number]) => sortRooms(rooms, sort).map(({ id }) => id);
    expect([ids('listed'), ids('price'), ids('seats')]).toEqual([
      [1, 2, 3],
      [2, 1, 3],
      [3, 1, 2],
    ]);
  });

  test('are sorted by the price of the asked times', () => {
    const weekend = [{ weekdays: [5, 6], start: 0, end: 48, pricePerHour: 200 }];
    const rated = rooms.map((each) => (each.id === 3 ? { ...each, rates: weekend } : each));
    const ids = (date: string) =>
      sortRooms(rated, 'price', { date, range: { start: 20, end: 22 } }).map(({ id }) => id);
    expect([ids('2025-11-28'), ids('2025-11-29')]).toEqual([
      [2, 1, 3],
      [3, 2, 1],
    ]);
  });

  test('match when they have every requested amenity, in upper or lower case', () => {
    const equipped = { ...room, amenities: [{ name: 'WiFi' }, { name: 'tv' }] };
    expect(hasAmenities(equipped, [])).toBe(true);
    expect(hasAmenities(equipped, ['wifi', 'tv'])).toBe(true);
    expect(hasAmenities(equipped, ['wifi', 'projector'])).toBe(false);
  });
});
