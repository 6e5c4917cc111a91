export type { Booking } from './booking.ts';
export type { BookingPages } from './myBookings.ts';
