export type { Booking, PaymentDetails, RefundItem } from './booking.ts';
export type { BookingPages } from './myBookings.ts';
