import type { Room } from '../../../contract/rooms.ts';
import { instantOf } from '../../../domain/calendar.ts';
import type { PaymentOrder } from '../../../machines/events/checkout.ts';
import type { LiveSession } from '../../../machines/events/session.ts';

/* The one room, day, visitor and order that the models' payloads are about. */

export const DATE = '2025-11-24';
/** Its first slots have begun. */
export const TODAY = '2025-11-20';
export const YESTERDAY = '2025-11-19';
export const NOON = instantOf(TODAY, 24);
export const clock = { now: () => NOON };

export const room: Room = {
  id: 1,
  room_name: 'Marina Huddle',
  room_capacity: 4,
  price_per_hour: 500,
  images: [],
  amenities: [],
  location: { floor: '', building_no: '', street_name: '', area_name: '', city: 'Chennai', pincode: '' },
};
export const selection = { room, date: DATE, range: { start: 20, end: 22 } };
/** What else the visitor chooses while that is being booked. */
export const laterSelection = { ...selection, range: { start: 24, end: 26 } };

export const user = { id: 'user-1', isMember: true };
export const fresh: LiveSession = { user, expiresAt: NOON + 900_000 };
export const dueForRenewal: LiveSession = { user, expiresAt: NOON + 30_000 };
export const overAMonth: LiveSession = { user, expiresAt: NOON + 32 * 24 * 3_600_000 };
export const ofAnother: LiveSession = { user: { id: 'user-2', isMember: false }, expiresAt: NOON + 900_000 };

export const order: PaymentOrder = {
  bookingId: 'booking-1',
  orderId: 'order_12345678901234',
  amount: 59_000,
  keyId: 'rzp_test_1',
  script: '/checkout.js',
  timeout: 600,
  payUntil: NOON + 600_000,
  payer: { name: '', email: '', phone: '' },
  description: 'Marina Huddle',
};
export const proof = { orderId: order.orderId, paymentId: 'pay_12345678901234', signature: 'f'.repeat(64) };
