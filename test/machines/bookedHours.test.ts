import { expect, test } from 'vitest';
import { bookedHours } from '../../machines/desk/bookedHours.ts';

test('the booked hours of all rooms are added up, as a share of the busiest hour', () => {
  const { hours, at } = bookedHours([
    { weekday: 0, hour: 9, hours: 3 },
    { weekday: 0, hour: 9, hours: 1 },
    { weekday: 4, hour: 12, hours: 1 },
  ]);
  expect(hours).toEqual([9, 10, 11, 12]);
  expect([at(0, 9), at(4, 12), at(2, 10)]).toEqual([
    { booked: 4, share: 100 },
    { booked: 1, share: 25 },
    { booked: 0, share: 0 },
  ]);
});

test('less than an hour is a small share also when nothing else was booked', () => {
  expect(bookedHours([{ weekday: 1, hour: 8, hours: 0.5 }]).at(1, 8)).toEqual({ booked: 0.5, share: 50 });
});

test('without bookings the hours of an office day are shown', () => {
  const { hours } = bookedHours([]);
  expect([hours[0], hours.at(-1)]).toEqual([8, 20]);
});
