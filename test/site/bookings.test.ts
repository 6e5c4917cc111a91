import { expect, test } from 'vitest';
import type { Booking } from '../../contract/booking.ts';
import { instantOf } from '../../domain/calendar.ts';
import { completed, upcoming } from '../../src/bookings/bookedRange.ts';

const booking = (id: string, booking_date: string, start_time: string, end_time: string): Booking => ({
  id,
  booking_date,
  start_time,
  end_time,
  status: 'confirmed',
  paid_with: 'points',
  amount: '1',
  meeting_room: {
    id: 1,
    room_name: 'Marina Huddle',
    image: { image: '/images/room-01-huddle-4.jpg' },
    location: {
      floor: '2',
      building_no: '14',
      street_name: 'Usman Road',
      area_name: 'T. Nagar',
      city: 'Chennai',
      pincode: '600017',
    },
  },
});

const bookings = [
  booking('later', '2025-11-24', '10:00:00', '11:00:00'),
  booking('gone', '2025-11-19', '10:00:00', '10:00:00'),
  booking('now', '2025-11-20', '11:00:00', '12:00:00'),
  booking('this morning', '2025-11-20', '08:00:00', '09:00:00'),
];
const ids = (list: readonly Booking[]): string[] => list.map(({ id }) => id);

test('a booking is upcoming until its last half-hour is over, the next one first', () => {
  expect(ids(upcoming(bookings, instantOf('2025-11-20', 24)))).toEqual(['now', 'later']);
  expect(ids(upcoming(bookings, instantOf('2025-11-20', 25) - 1))).toEqual(['now', 'later']);
  expect(ids(upcoming(bookings, instantOf('2025-11-20', 25)))).toEqual(['later']);
});

test('afterwards it is completed, the latest one first', () => {
  expect(ids(completed(bookings, instantOf('2025-11-20', 25)))).toEqual(['now', 'this morning', 'gone']);
});
