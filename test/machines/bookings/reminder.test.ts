import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refundReasonOf, reminderOf } from '../../../machines/checkout/reminder.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { NOON } from '../../fixtures/booking.ts';
import { mockEffects, startBooking } from '../startApp.ts';

beforeEach(() => void vi.useFakeTimers({ now: NOON }));
afterEach(() => void vi.useRealTimers());

const on = (pathname: string, hasJoined = false) => ({ pathname, hasJoined });

test('a booking that is still reviewed is mentioned in My bookings and after a registration, an abandoned move nowhere', async () => {
  const checkout = (await startBooking(mockEffects())).flow('checkout');
  const { selection } = checkout.getSnapshot().context;
  const reminder = (...page: Parameters<typeof on>) => reminderOf(checkout.getSnapshot(), on(...page));
  expect(reminder('/my-bookings')).toEqual({ unbooked: selection });
  expect(reminder('/', true)).toEqual({ unbooked: selection });
  expect(reminder('/')).toBeNull();
  expect(reminder('/meeting-room/booking', true)).toBeNull();
  const pendingMove = { bookingId: 'booking-7', sequence: 1, difference: 59_000 };
  checkout.send({ type: 'checkout.started', selection: { ...selection!, pendingMove } });
  expect([reminder('/my-bookings'), reminder('/', true)]).toEqual([null, null]);
});

test('a running booking and a result that needs the visitor are mentioned on every page but the booking page', async () => {
  const effects = mockEffects();
  effects.bookings.bookWithPoints.mockRejectedValue(new Failure(409, 'slot-taken'));
  const app = await startBooking(effects);
  const checkout = app.flow('checkout');
  checkout.send({ type: 'checkout.confirmed' });
  expect(reminderOf(checkout.getSnapshot(), on('/blog'))).toBe('busy');
  await app.settle();
  expect(reminderOf(checkout.getSnapshot(), on('/blog'))).toBe('slotsLost');
  expect(reminderOf(checkout.getSnapshot(), on('/meeting-room/booking'))).toBeNull();
});

test('a payment that is refunded without a reason of the server came after the room was taken', () => {
  expect(refundReasonOf({ failure: null })).toBe('late');
  expect(refundReasonOf({ failure: new Failure(409, 'slot-taken') })).toBe('late');
  const blocked = new Failure(409, 'slot-taken', '', { refundReason: 'account-blocked' });
  expect(refundReasonOf({ failure: blocked })).toBe('account-blocked');
});
