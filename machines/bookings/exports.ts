export type { Booking, PaymentDetails } from './booking.ts';
export type { BookingPages } from './myBookings.ts';
