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

test('a booking is upcoming until its last slot is over, the next one first', () => {
  expect(ids(upcoming(bookings, instantOf('2025-11-20', 24)))).toEqual(['now', 'later']);
  expect(ids(upcoming(bookings, instantOf('2025-11-20', 25) - 1))).toEqual(['now', 'later']);
  expect(ids(upcoming(bookings, instantOf('2025-11-20', 25)))).toEqual(['later']);
});

test('a refund stays listed after its time has passed until all of it has arrived', () => {
  const afterwards = instantOf('2025-11-21', 0);
  const paidLate = (status: 'refund_due' | 'refunded'): Booking => ({
    ...booking('paid late', '2025-11-19', '12:00:00', '12:00:00'),
    status,
    refund: { amount: '413.00', status },
  });
  expect(ids(upcoming([...bookings, paidLate('refund_due')], afterwards))).toEqual(['paid late', 'later']);
  expect(ids(completed([paidLate('refund_due')], afterwards))).toEqual([]);
  expect(ids(upcoming([...bookings, paidLate('refunded')], afterwards))).toEqual(['later']);
  expect(ids(completed([paidLate('refunded')], afterwards))).toEqual(['paid late']);
});

test('a booking that was paid twice stays listed as well, until the second payment is back', () => {
  const paidTwice: Booking = {
    ...booking('paid twice', '2025-11-19', '12:00:00', '12:00:00'),
    refund: { amount: '413.00', status: 'refund_due' },
  };
  expect(ids(upcoming([paidTwice], instantOf('2025-11-21', 0)))).toEqual(['paid twice']);
});

test('afterwards it is completed, the latest one first', () => {
  expect(ids(completed(bookings, instantOf('2025-11-20', 25)))).toEqual(['now', 'this morning', 'gone']);
});
