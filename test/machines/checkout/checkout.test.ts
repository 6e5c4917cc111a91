import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { instantOf, weekdayOf } from '../../../domain/time/calendar.ts';
import { Redacted } from '../../../domain/text/redacted.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { priceOfSelection } from '../../../machines/checkout/price.ts';
import type { BookingSelection } from '../../../machines/checkout/events.ts';
import { DATE, NOON, room } from '../../fixtures/booking.ts';
import {
  liveSession,
  noPersistedState,
  order,
  mockEffects,
  type RunningApp,
  startApp,
  startBooking,
} from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const checkout = (app: RunningApp) => app.flow('checkout').getSnapshot();
const confirm = async (app: RunningApp): Promise<void> => {
  app.flow('checkout').send({ type: 'checkout.confirmed' });
  await app.settle();
};

const details = (isMember: boolean, points: number) => ({
  firstName: 'Asha',
  lastName: 'Raman',
  email: 'asha@example.com',
  phone: '+919840012345',
  website: '',
  isMember,
  points,
  companyName: '',
  businessType: '',
  emailConfirmed: true,
  isStaff: false,
  secondFactor: false,
  pendingEmail: '',
});

const guestEffects = () => {
  const effects = mockEffects();
  effects.member.details.mockResolvedValue(details(false, 0));
  return effects;
};

const slotTaken = new Failure(409, 'slot-taken', 'taken', { taken: [20] });
const unreachable = new Failure('FETCH_ERROR');
const fourTimes = <T>(value: T): T[] => Array.from({ length: 4 }, () => value);

describe('before confirming', () => {
  test('without a selection there is nothing to review', async () => {
    expect(checkout(await startApp()).hasTag('empty')).toBe(true);
  });

  test('a visitor is asked to sign in in a dialog, and continues the review after it', async () => {
    const app = await startBooking(mockEffects(), false);
    await confirm(app);
    expect(checkout(app).value).toBe('signingIn');
    expect(app.toasts()).toEqual(['warning: Login to Confirm Booking!']);
    app.flow('session').send({
      type: 'session.signInRequested',
      credentials: new Redacted({ email: 'a@b.in', password: 'x' }),
      from: 'dialog',
    });
    await app.settle();
    expect(checkout(app).value).toBe('reviewing');
    expect(checkout(app).context['selection']).toMatchObject({ date: DATE });
  });

  test('other times and a series of the same room keep the choice of the account, another room does not', async () => {
    const app = await startBooking();
    const start = (selection: BookingSelection) => {
      app.flow('checkout').send({ type: 'checkout.started', selection });
      return (checkout(app).context['selection'] as BookingSelection).paysOnAccount;
    };
    const times = { room, date: DATE, range: { start: 20, end: 22 } };
    expect(start({ ...times, paysOnAccount: true })).toBe(true);
    expect(start({ ...times, range: { start: 24, end: 26 } })).toBe(true);
    expect(start({ ...times, series: { every: 1, dates: [times] } })).toBe(true);
    expect(start(times)).toBe(true);
    expect(start({ ...times, paysOnAccount: false })).toBe(false);
    expect(start({ ...times, paysOnAccount: true })).toBe(true);
    expect(start({ ...times, room: { ...room, id: 99 } })).toBeUndefined();
  });

  test('signing in removes the toast that asks for it', async () => {
    const effects = mockEffects();
    effects.session.signIn.mockReturnValue(new Promise(() => undefined));
    const app = await startBooking(effects, false);
    await confirm(app);
    const credentials = new Redacted({ email: 'asha@example.com', password: 'secret' });
    app.flow('session').send({ type: 'session.signInRequested', credentials, from: 'dialog' });
    await app.settle();
    expect(app.toasts()).toEqual(['loading: Logging in…']);
  });

  test('dismissing the dialog returns to the review', async () => {
    const app = await startBooking(mockEffects(), false);
    await confirm(app);
    app.flow('checkout').send({ type: 'checkout.signInDismissed' });
    expect(checkout(app).value).toBe('reviewing');
  });

  test('a toast asks for missing times', async () => {
    const app = await startBooking();
    app.flow('checkout').send({ type: 'checkout.started', selection: { room, date: DATE, range: null } });
    await confirm(app);
    expect(app.toasts()).toEqual(['error: Please select start and end time']);
    expect(checkout(app).value).toBe('reviewing');
  });

  test('no booking is made when the member details cannot be loaded', async () => {
    const effects = mockEffects();
    effects.member.details.mockRejectedValue(unreachable);
    const app = await startBooking(effects);
    await confirm(app);
    expect(app.toasts()).toEqual(['error: Failed to fetch user details !']);
    expect(checkout(app).value).toBe('reviewing');
    expect(effects.bookings.createOrder).not.toHaveBeenCalled();
  });

  test('a new session of the same user does not stop the booking that loads the balance', async () => {
    const effects = mockEffects();
    effects.member.details.mockReturnValue(new Promise(() => undefined));
    const app = await startBooking(effects);
    await confirm(app);
    app.flow('checkout').send({ type: 'checkout.userChanged', user: liveSession().user });
    expect(checkout(app).value).toBe('checkingBalance');
  });

  test('the selection survives a reload', async () => {
    const effects = mockEffects();
    const selection = { room, date: DATE, range: { start: 20, end: 23 } };
    effects.storage.load.mockReturnValue({
      ...noPersistedState,
      checkout: { selection, bookingId: null },
    });
    const app = await startApp(effects);
    expect(checkout(app).value).toBe('reviewing');
    expect(checkout(app).context['selection']).toEqual(selection);
  });
});

describe('with points', () => {
  test('a member with enough points books at once, sees the booking in My bookings, and all lists are reloaded', async () => {
    const app = await startBooking();
    app.flow('bookings').send({ type: 'resource.used' });
    await app.settle();
    app.flow('checkout').send({ type: 'checkout.confirmed' });
    expect(app.toasts()).toEqual(['loading: Initialize booking…']);
    await app.settle();
    expect(app.effects.bookings.bookWithPoints).toHaveBeenCalledTimes(1);
    expect(app.toasts()).toEqual(['success: Your Booking Confirmed!']);
    expect(app.visited.at(-1)).toBe('/my-bookings');
    expect(app.effects.bookings.loadPages).toHaveBeenCalledTimes(2);
    expect(checkout(app).hasTag('empty')).toBe(true);
    expect(app.flow('slots:1').getSnapshot().context['selection']).toEqual([]);
  });

  test('a second press during the call does not book twice', async () => {
    const app = await startBooking();
    app.flow('checkout').send({ type: 'checkout.confirmed' });
    await confirm(app);
    expect(app.effects.bookings.bookWithPoints).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['too few points', details(true, 1)],
    ['no membership', details(false, 20)],
  ])('%s means paying by card', async (_case, member) => {
    const effects = mockEffects();
    effects.member.details.mockResolvedValue(member);
    const app = await startBooking(effects);
    await confirm(app);
    expect(effects.bookings.bookWithPoints).not.toHaveBeenCalled();
    expect(effects.bookings.createOrder).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['the slots were taken in the meantime', slotTaken, 'Booking Failed!', 'slotsLost'],
    ['the account is blocked', new Failure(403, 'blocked'), 'Some thing Went Wrong!', 'blocked'],
    ['they are booked already', new Failure(409, 'already-booked'), 'Booking Failed!', 'reviewing'],
    ['a payment is open already', new Failure(409, 'payment-under-way'), 'Booking Failed!', 'reviewing'],
    ['the server refuses', new Failure(422, 'not-enough-points'), 'Booking Failed!', 'reviewing'],
    ['the server cannot be reached', unreachable, 'Something Went Wrong!', 'reviewing'],
  ])('when %s, the visitor sees an error and can continue', async (_case, failure, text, state) => {
    const effects = mockEffects();
    effects.bookings.bookWithPoints.mockRejectedValue(failure);
    const app = await startBooking(effects);
    await confirm(app);
    expect(app.toasts()).toContain(`error: ${text}`);
    expect(checkout(app).value).toBe(state);
  });
});

describe('slots that somebody else has booked', () => {
  const slotsTaken = (...taken: number[]) => new Failure(409, 'slot-taken', 'taken', { taken });
  async function startWithLostSlots(...taken: number[]) {
    const effects = mockEffects();
    effects.bookings.bookWithPoints.mockRejectedValueOnce(slotsTaken(...taken));
    const app = await startBooking(effects);
    await confirm(app);
    return app;
  }

  test('are named, and the remaining slots can be confirmed', async () => {
    const app = await startWithLostSlots(20);
    expect(checkout(app).value).toBe('slotsLost');
    expect(checkout(app).context['missed']).toEqual({
      range: { start: 20, end: 23 },
      lost: [20],
      kept: { start: 21, end: 23 },
      hasStarted: false,
    });
    expect(app.effects.storage.saveCheckout.mock.lastCall?.[0]).toMatchObject({
      selection: { range: { start: 21, end: 23 } },
    });
    await confirm(app);
    expect(app.effects.bookings.bookWithPoints.mock.lastCall?.[1]).toMatchObject({
      range: { start: 21, end: 23 },
    });
    expect(app.visited.at(-1)).toBe('/my-bookings');
  });

  test.each([
    ['all of them', [20, 21, 22]],
    ['not named by the server', []],
  ])('leave no slots to confirm when they are %s', async (_case, taken) => {
    const app = await startWithLostSlots(...taken);
    expect(checkout(app).context['missed']).toMatchObject({ lost: [20, 21, 22], kept: null });
    expect(checkout(app).can({ type: 'checkout.confirmed' })).toBe(false);
  });

  test('are removed from the selection in the room, which keeps the other slots', async () => {
    const effects = mockEffects();
    effects.bookings.bookWithPoints.mockRejectedValueOnce(slotsTaken(20));
    const app = await startBooking(effects);
    effects.rooms.taken.mockResolvedValue([20]);
    await confirm(app);
    expect(app.flow('slots:1').getSnapshot().context['selection']).toEqual([21, 22]);
  });

  test('do not change the selection of a move', async () => {
    const app = await startWithLostSlots(20);
    const { selection } = checkout(app).context as { selection: BookingSelection };
    const pendingMove = { bookingId: 'booking-7', sequence: 1, difference: 59_000 };
    app.flow('checkout').send({ type: 'checkout.started', selection: { ...selection, pendingMove } });
    app.effects.bookings.createOrder.mockRejectedValueOnce(slotsTaken(21));
    await confirm(app);
    expect(checkout(app).value).toBe('slotsLost');
    expect(checkout(app).context).toMatchObject({
      missed: null,
      selection: { range: { start: 21, end: 23 } },
    });
  });
});

describe('a blocked account', () => {
  /** A booking that was refused because the account is blocked. */
  async function startBlocked() {
    const effects = mockEffects();
    effects.bookings.bookWithPoints.mockRejectedValue(new Failure(403, 'blocked'));
    const app = await startBooking(effects);
    await confirm(app);
    return app;
  }
  const otherSession = { ...liveSession(), user: { id: 'user-2', isMember: false } };

  test('cannot confirm again, even after its session was renewed', async () => {
    const app = await startBlocked();
    const calls = app.effects.bookings.bookWithPoints.mock.calls.length;
    app.flow('checkout').send({ type: 'checkout.userChanged', user: liveSession().user });
    expect(checkout(app).can({ type: 'checkout.confirmed' })).toBe(false);
    await confirm(app);
    expect(checkout(app).value).toBe('blocked');
    expect(app.effects.bookings.bookWithPoints).toHaveBeenCalledTimes(calls);
  });

  test.each([
    ['another user who signs in', { type: 'checkout.userChanged', user: otherSession.user }],
    ['a visitor after a sign-out', { type: 'checkout.userChanged', user: null }],
    ['a user who returns later', { type: 'checkout.left' }],
  ] as const)('does not block %s', async (_who, event) => {
    const app = await startBlocked();
    app.flow('checkout').send(event);
    expect(checkout(app).value).toBe('reviewing');
    expect(checkout(app).can({ type: 'checkout.confirmed' })).toBe(true);
    expect(checkout(app).context['failure']).toBeNull();
    expect(checkout(app).context['selection']).toMatchObject({ date: DATE });
  });
});

describe('by card', () => {
  async function startPaying(effects = guestEffects()) {
    const app = await startBooking(effects);
    await confirm(app);
    return app;
  }

  const proof = { orderId: order().orderId, paymentId: 'pay_12345678901234', signature: 'f'.repeat(64) };

  test('a new session of the same user does not stop a payment whose script is loading', async () => {
    const effects = guestEffects();
    effects.gateway.load.mockReturnValue(new Promise(() => undefined));
    const app = await startPaying(effects);
    app.flow('checkout').send({ type: 'checkout.userChanged', user: liveSession().user });
    expect(checkout(app).value).toEqual({ card: 'loadingGateway' });
  });

  test('a payment runs through order, script, checkout and verification to My bookings', async () => {
    const app = await startPaying();
    expect(app.effects.gateway.load).toHaveBeenCalledWith('/checkout.js');
    expect(checkout(app).value).toEqual({ card: { paying: 'clean' } });
    app.emitGatewayEvent({ type: 'gateway.paid', proof });
    await app.settle();
    expect(app.effects.bookings.verifyPayment).toHaveBeenCalledWith('booking-1', 88_500, proof);
    expect(app.toasts()).toEqual(['success: Payment & Booking Confirmed!']);
    expect(app.visited.at(-1)).toBe('/my-bookings');
    expect(app.effects.storage.saveCheckout).toHaveBeenLastCalledWith(null);
  });

  test('after a declined card the checkout stays open, and the next card can pay', async () => {
    const app = await startPaying();
    app.emitGatewayEvent({ type: 'gateway.attemptFailed' });
    expect(checkout(app).value).toEqual({ card: { paying: 'attemptFailed' } });
    expect(app.toasts()).toEqual(['error: Failed to process payment']);
    app.emitGatewayEvent({ type: 'gateway.paid', proof });
    await app.settle();
    expect(app.visited.at(-1)).toBe('/my-bookings');
  });

  test('a dismissed checkout is shown as cancelled only after the server has released the hold', async () => {
    const effects = guestEffects();
    let resolveStatus: (found: { status: 'released' }) => void = () => undefined;
    effects.bookings.releaseHold.mockReturnValue(new Promise((resolve) => (resolveStatus = resolve)));
    const app = await startPaying(effects);
    app.emitGatewayEvent({ type: 'gateway.dismissed' });
    await app.settle();
    expect(app.toasts()).toEqual([]);
    resolveStatus({ status: 'released' });
    await app.settle();
    expect(app.toasts()).toEqual(['info: Payment process was cancelled.']);
    expect(checkout(app).value).toBe('reviewing');
  });

  test('a dismissed checkout that was paid becomes a booking', async () => {
    const effects = guestEffects();
    effects.bookings.releaseHold.mockResolvedValue({ status: 'confirmed' });
    const app = await startPaying(effects);
    app.emitGatewayEvent({ type: 'gateway.dismissed' });
    await app.settle();
    expect(app.toasts()).toEqual(['success: Payment & Booking Confirmed!']);
    expect(app.visited.at(-1)).toBe('/my-bookings');
  });

  describe('while the bank has not decided', () => {
    const MINUTE = 60_000;
    const pending = { status: 'pending', since: NOON - MINUTE, until: NOON + 20 * MINUTE } as const;
    const held = { status: 'held' } as const;

    /** Starts a payment whose UPI request is pending after its window was closed. */
    async function waitForBank(effects = guestEffects()): Promise<RunningApp> {
      effects.bookings.releaseHold.mockResolvedValueOnce(pending);
      effects.bookings.fetchPaymentStatus.mockResolvedValue(pending);
      const app = await startPaying(effects);
      app.emitGatewayEvent({ type: 'gateway.dismissed' });
      await app.settle();
      expect(checkout(app).value).toEqual({ card: { waitingForBank: 'pausing' } });
      return app;
    }

    test('the booking is neither confirmed nor released, and the pending payment is in the context', async () => {
      const app = await waitForBank();
      await app.settle(MINUTE);
      expect(checkout(app).hasTag('busy')).toBe(false);
      expect(checkout(app).hasTag('waiting')).toBe(true);
      expect(checkout(app).context['pending']).toEqual(pending);
      expect(app.effects.bookings.releaseHold).toHaveBeenCalledTimes(1);
      expect(app.toasts()).toEqual([]);
    });

    test('the status is polled, and the booking is confirmed', async () => {
      const app = await waitForBank();
      app.effects.bookings.fetchPaymentStatus.mockResolvedValue({ status: 'confirmed' });
      await app.settle(4000);
      expect(app.visited.at(-1)).toBe('/my-bookings');
    });

    test('polling continues when the server cannot be reached', async () => {
      const app = await waitForBank();
      app.effects.bookings.fetchPaymentStatus.mockRejectedValueOnce(unreachable);
      await app.settle(8000);
      expect(checkout(app).hasTag('waiting')).toBe(true);
    });

    test('a failed attempt releases the hold and shows a toast', async () => {
      const app = await waitForBank();
      app.effects.bookings.fetchPaymentStatus.mockResolvedValue(held);
      await app.settle(4000);
      expect(app.effects.bookings.releaseHold).toHaveBeenLastCalledWith('booking-1', false);
      expect(checkout(app).value).toBe('reviewing');
      expect(app.toasts()).toEqual(['info: Payment process was cancelled.']);
    });

    test('the wait ends with the hold when the bank never answers', async () => {
      const app = await waitForBank();
      app.effects.bookings.releaseHold.mockResolvedValue(pending);
      await app.settle(20 * MINUTE);
      expect(checkout(app).value).toEqual({ card: 'unconfirmed' });
      expect(checkout(app).hasTag('busy')).toBe(false);
    });

    test('a visitor who stops waiting can pay in another way at once', async () => {
      const app = await waitForBank();
      app.flow('checkout').send({ type: 'checkout.waitCancelled' });
      await app.settle();
      expect(app.effects.bookings.releaseHold).toHaveBeenLastCalledWith('booking-1', true);
      expect(checkout(app).value).toBe('reviewing');
      expect(app.toasts()).toEqual(['info: Payment process was cancelled.']);
      await confirm(app);
      expect(checkout(app).value).toEqual({ card: { paying: 'clean' } });
    });

    test('another selection is kept without a second payment, and the wait continues', async () => {
      const app = await waitForBank();
      app.flow('checkout').send({
        type: 'checkout.started',
        selection: { room, date: DATE, range: { start: 30, end: 31 } },
      });
      await app.settle(MINUTE);
      expect(checkout(app).hasTag('waiting')).toBe(true);
      expect(checkout(app).context['next']).toMatchObject({ range: { start: 30, end: 31 } });
      expect(app.effects.bookings.releaseHold).toHaveBeenCalledTimes(1);
      expect(app.effects.bookings.createOrder).toHaveBeenCalledTimes(1);
    });
  });

  test('leaving the page closes the checkout and releases the hold', async () => {
    const effects = guestEffects();
    const close = vi.fn();
    effects.gateway.open.mockImplementation(() => close);
    const app = await startPaying(effects);
    app.flow('navigation').send({ type: 'navigation.arrived', path: '/' });
    await app.settle();
    expect(close).toHaveBeenCalledTimes(1);
    expect(effects.bookings.releaseHold).toHaveBeenCalledWith('booking-1', false);
  });

  test('a checkout that is open until its timeout is closed, its hold is released, and it can be started again', async () => {
    const app = await startPaying();
    await app.settle(600_000);
    expect(app.effects.bookings.releaseHold).toHaveBeenCalledTimes(1);
    expect(checkout(app).value).toBe('timedOut');
    expect(app.toasts()).toEqual([]);
    await confirm(app);
    expect(app.effects.bookings.createOrder).toHaveBeenCalledTimes(2);
    expect(checkout(app).value).toEqual({ card: { paying: 'clean' } });
  });

  test('a user who signed out in the meantime has to sign in before starting again', async () => {
    const app = await startPaying();
    await app.settle(600_000);
    app.emitTokenEvent({ type: 'session.tokensGone' });
    await confirm(app);
    expect(checkout(app).value).toBe('signingIn');
  });

  test('a payment captured after the slots were taken is shown as refunded', async () => {
    const effects = guestEffects();
    effects.bookings.releaseHold.mockRejectedValue(new Failure(410, 'hold-over'));
    const app = await startPaying(effects);
    app.emitGatewayEvent({ type: 'gateway.dismissed' });
    await app.settle();
    expect(checkout(app).value).toBe('paidLate');
    expect(app.toasts()).toEqual(['error: Payment & Booking Failed!']);
    // Another search on the current page does not leave the state.
    const search = { path: '/meeting-room', query: '?headcount=4', isSamePage: true };
    app.flow('navigation').send({ type: 'navigation.arrived', ...search });
    expect(checkout(app).value).toBe('paidLate');
    app.flow('navigation').send({ type: 'navigation.arrived', path: '/my-bookings' });
    expect(checkout(app).hasTag('empty')).toBe(true);
  });

  test('after a late payment My bookings is loaded again', async () => {
    const effects = guestEffects();
    effects.bookings.verifyPayment.mockRejectedValue(new Failure(410, 'hold-over'));
    const app = await startPaying(effects);
    app.flow('bookings').send({ type: 'resource.used' });
    await app.settle();
    effects.bookings.loadPages.mockClear();
    app.emitGatewayEvent({ type: 'gateway.paid', proof });
    await app.settle();
    expect(effects.bookings.loadPages).toHaveBeenCalledTimes(1);
  });

  test('a payment that is verified after its hold has ended is shown as refunded', async () => {
    const effects = guestEffects();
    effects.bookings.verifyPayment.mockRejectedValue(new Failure(410, 'hold-over'));
    const app = await startPaying(effects);
    app.emitGatewayEvent({ type: 'gateway.paid', proof });
    await app.settle();
    expect(checkout(app).value).toBe('paidLate');
  });

  test('when the script does not load, the hold is released and the selection is kept', async () => {
    const effects = guestEffects();
    effects.gateway.load.mockRejectedValue(new Failure('TIMEOUT_ERROR'));
    const app = await startPaying(effects);
    expect(app.toasts()).toEqual(['error: Payment Gateway Failed!']);
    expect(effects.bookings.releaseHold).toHaveBeenCalledTimes(1);
    expect(checkout(app).value).toBe('reviewing');
    expect(checkout(app).context['selection']).not.toBeNull();
  });

  test('when the provider’s checkout fails, a toast says so', async () => {
    const app = await startPaying();
    app.emitGatewayEvent({ type: 'gateway.failed' });
    await app.settle();
    expect(app.toasts()).toEqual(['error: Payment Gateway Failed!']);
    expect(checkout(app).value).toBe('reviewing');
  });

  test('an unresponsive payment window can be left, which releases the hold', async () => {
    const effects = guestEffects();
    const close = vi.fn();
    effects.gateway.open.mockImplementation(() => close);
    const app = await startPaying(effects);
    app.emitGatewayEvent({ type: 'gateway.unresponsive' });
    expect(checkout(app).value).toEqual({ card: { paying: 'unresponsive' } });
    app.flow('checkout').send({ type: 'checkout.cancelled' });
    await app.settle();
    expect(close).toHaveBeenCalledTimes(1);
    expect(effects.bookings.releaseHold).toHaveBeenCalledWith('booking-1', false);
    expect(app.toasts()).toEqual(['info: Payment process was cancelled.']);
    expect(checkout(app).value).toBe('reviewing');
  });

  test('a payment window that becomes responsive again can pay', async () => {
    const app = await startPaying();
    app.emitGatewayEvent({ type: 'gateway.unresponsive' });
    app.emitGatewayEvent({ type: 'gateway.responded' });
    expect(checkout(app).value).toEqual({ card: { paying: 'clean' } });
    app.emitGatewayEvent({ type: 'gateway.unresponsive' });
    app.emitGatewayEvent({ type: 'gateway.paid', proof });
    await app.settle();
    expect(app.visited.at(-1)).toBe('/my-bookings');
  });

  test('when the checkout cannot be opened, a toast says so and the visitor can continue', async () => {
    const effects = guestEffects();
    effects.gateway.open.mockImplementation(() => {
      throw new Failure('PARSING_ERROR');
    });
    const app = await startPaying(effects);
    expect(app.toasts()).toEqual(['error: Payment Gateway Failed!']);
    expect(checkout(app).value).toBe('reviewing');
  });

  test('verification is retried while the server cannot be reached', async () => {
    const effects = guestEffects();
    effects.bookings.verifyPayment.mockRejectedValueOnce(unreachable);
    const app = await startPaying(effects);
    app.emitGatewayEvent({ type: 'gateway.paid', proof });
    await app.settle();
    expect(checkout(app).value).toEqual({ card: 'verifying' });
    await app.settle(1999);
    expect(effects.bookings.verifyPayment).toHaveBeenCalledTimes(1);
    await app.settle(1);
    expect(app.visited.at(-1)).toBe('/my-bookings');
  });

  test('a release and a status are retried three times, and after a reload the status is fetched without a release', async () => {
    const effects = guestEffects();
    effects.bookings.releaseHold.mockRejectedValue(unreachable);
    const app = await startPaying(effects);
    app.emitGatewayEvent({ type: 'gateway.dismissed' });
    await app.settle(14_000);
    expect(effects.bookings.releaseHold.mock.calls).toEqual(fourTimes(['booking-1', false]));
    expect(checkout(app).value).toEqual({ card: 'unconfirmed' });
    expect(app.toasts()).toEqual(['error: Something Went Wrong!']);

    const [persisted] = effects.storage.saveCheckout.mock.calls.at(-1) ?? [];
    const reloaded = guestEffects();
    reloaded.storage.load.mockReturnValue({ ...noPersistedState, checkout: persisted ?? null });
    reloaded.session.restore.mockResolvedValue({ kind: 'live', ...liveSession(false) });
    reloaded.bookings.fetchPaymentStatus.mockRejectedValue(unreachable);
    const again = await startApp(reloaded);
    await again.settle(14_000);
    expect(reloaded.bookings.fetchPaymentStatus.mock.calls).toEqual(fourTimes(['booking-1']));
    expect(reloaded.bookings.releaseHold).not.toHaveBeenCalled();
    expect(checkout(again).value).toEqual({ card: 'unconfirmed' });
  });

  test('a release has all of its retries, even after another call has used up its retries', async () => {
    const effects = guestEffects();
    effects.bookings.verifyPayment.mockRejectedValue(unreachable);
    effects.bookings.releaseHold.mockRejectedValue(unreachable);
    const app = await startPaying(effects);
    app.emitGatewayEvent({ type: 'gateway.paid', proof });
    await app.settle(14_000);
    app.flow('checkout').send({
      type: 'checkout.started',
      selection: { room, date: DATE, range: { start: 30, end: 31 } },
    });
    effects.gateway.load.mockRejectedValueOnce(new Failure('TIMEOUT_ERROR'));
    await confirm(app);
    await app.settle(14_000);
    expect(effects.bookings.releaseHold).toHaveBeenCalledTimes(4);
  });

  test('a verification without a response is shown as unconfirmed, not as failed, and can be retried', async () => {
    const effects = guestEffects();
    effects.bookings.verifyPayment.mockRejectedValue(unreachable);
    effects.bookings.releaseHold.mockResolvedValue({ status: 'confirmed' });
    const app = await startPaying(effects);
    app.emitGatewayEvent({ type: 'gateway.paid', proof });
    await app.settle(60_000);
    expect(checkout(app).value).toEqual({ card: 'unconfirmed' });
    expect(effects.bookings.verifyPayment).toHaveBeenCalledTimes(4);
    app.flow('checkout').send({ type: 'checkout.retried' });
    await app.settle();
    expect(app.visited.at(-1)).toBe('/my-bookings');
  });

  test('when the session ends during the payment, signing in again checks the payment', async () => {
    const closeGateway = vi.fn();
    const effects = guestEffects();
    effects.gateway.open.mockReturnValue(closeGateway);
    effects.bookings.releaseHold.mockResolvedValue({ status: 'confirmed' });
    const app = await startPaying(effects);
    app.emitTokenEvent({ type: 'session.tokensGone' });
    app.emitGatewayEvent({ type: 'gateway.paid', proof });
    await app.settle();
    expect(closeGateway).toHaveBeenCalled();
    expect(checkout(app).value).toEqual({ card: 'unconfirmed' });
    expect(app.persisted()).not.toContain(order().payer.name);
    expect(effects.bookings.releaseHold).not.toHaveBeenCalled();
    app.emitTokenEvent({ type: 'session.tokensChanged', session: liveSession(false) });
    await app.settle();
    expect(effects.bookings.releaseHold).toHaveBeenCalledWith('booking-1', false);
    expect(app.visited.at(-1)).toBe('/my-bookings');
  });

  test('when the user signs out during the release, signing in again releases the hold', async () => {
    const effects = guestEffects();
    effects.bookings.releaseHold.mockRejectedValueOnce(unreachable);
    const app = await startPaying(effects);
    app.emitGatewayEvent({ type: 'gateway.dismissed' });
    await app.settle();
    app.emitTokenEvent({ type: 'session.tokensGone' });
    expect(checkout(app).value).toEqual({ card: 'releasing' });
    effects.bookings.releaseHold.mockRejectedValueOnce(new Failure(401, 'unauthenticated'));
    await app.settle(2000);
    expect(checkout(app).value).toEqual({ card: 'unconfirmed' });
    app.emitTokenEvent({ type: 'session.tokensChanged', session: liveSession(false) });
    await app.settle();
    expect(effects.bookings.releaseHold).toHaveBeenCalledTimes(3);
    expect(checkout(app).value).toBe('reviewing');
  });

  test('a payment becomes a booking when its user signs out during the verification', async () => {
    const effects = guestEffects();
    let resolveCall: () => void = () => undefined;
    effects.bookings.verifyPayment.mockReturnValue(new Promise((resolve) => (resolveCall = resolve)));
    const app = await startPaying(effects);
    app.emitGatewayEvent({ type: 'gateway.paid', proof });
    app.emitTokenEvent({ type: 'session.tokensGone' });
    expect(checkout(app).value).toEqual({ card: 'verifying' });
    resolveCall();
    await app.settle();
    expect(app.toasts()).toContain('success: Payment & Booking Confirmed!');
    expect(effects.storage.saveCheckout).toHaveBeenLastCalledWith(null);
  });

  test.each([
    ['at once', []],
    ['after a sign-out', [{ type: 'session.tokensGone' }]],
  ] as const)(
    'another user who signs in in another tab, %s, does not continue the payment',
    async (_when, before) => {
      const closeGateway = vi.fn();
      const effects = guestEffects();
      effects.gateway.open.mockReturnValue(closeGateway);
      const app = await startPaying(effects);
      for (const event of before) app.emitTokenEvent(event);
      const user = { id: 'user-2', isMember: false };
      app.emitTokenEvent({ type: 'session.tokensChanged', session: { ...liveSession(), user } });
      await app.settle();
      expect(closeGateway).toHaveBeenCalled();
      expect(checkout(app).value).toBe('reviewing');
      expect(checkout(app).context).toMatchObject({ user, order: null, bookingId: null });
      expect(effects.storage.saveCheckout).toHaveBeenLastCalledWith(
        expect.objectContaining({ bookingId: null }),
      );
      expect(effects.bookings.releaseHold).not.toHaveBeenCalled();
      expect(effects.bookings.fetchPaymentStatus).not.toHaveBeenCalled();
    },
  );

  test('after a refused verification the payment is shown as unconfirmed, not as failed', async () => {
    const effects = guestEffects();
    effects.bookings.verifyPayment.mockRejectedValue(new Failure(400, 'payment-not-verified'));
    const app = await startPaying(effects);
    app.emitGatewayEvent({ type: 'gateway.paid', proof });
    await app.settle();
    expect(app.toasts()).toEqual(['error: Payment Confirmation Failed!']);
    expect(checkout(app).value).toEqual({ card: 'unconfirmed' });
  });

  test.each([
    ['the slots were taken in the meantime', slotTaken, 'Failed to process payment', 'slotsLost'],
    ['the account is blocked', new Failure(403, 'blocked'), 'Some thing Went Wrong!', 'blocked'],
    ['they are booked already', new Failure(409, 'already-booked'), 'Failed to process payment', 'reviewing'],
    [
      'a payment is open already',
      new Failure(409, 'payment-under-way'),
      'Failed to process payment',
      'reviewing',
    ],
    [
      'the provider cannot be reached',
      new Failure(503, 'unavailable'),
      'Failed to process payment',
      'reviewing',
    ],
  ])('when %s, no checkout opens', async (_case, failure, text, state) => {
    const effects = guestEffects();
    effects.bookings.createOrder.mockRejectedValue(failure);
    const app = await startPaying(effects);
    expect(app.toasts()).toContain(`error: ${text}`);
    expect(checkout(app).value).toBe(state);
    expect(effects.gateway.open).not.toHaveBeenCalled();
  });

  test('a changed price is shown before the payment', async () => {
    const effects = guestEffects();
    effects.bookings.createOrder.mockRejectedValueOnce(
      new Failure(409, 'price-changed', 'changed', { amount: 106_200, pricePerHour: 600_00 }),
    );
    const app = await startPaying(effects);
    expect(checkout(app).value).toBe('reviewing');
    expect(checkout(app).context['selection']).toMatchObject({ room: { pricePerHour: 600_00 } });
  });

  test('changed rates are shown before the payment, and paid with the next CONFIRM', async () => {
    const effects = guestEffects();
    const rates = [{ weekdays: [weekdayOf(DATE)], start: 0, end: 48, pricePerHour: 600_00 }];
    effects.bookings.createOrder.mockRejectedValueOnce(
      new Failure(409, 'price-changed', 'changed', { amount: 106_200, pricePerHour: 500_00, rates }),
    );
    const app = await startPaying(effects);
    const { selection } = checkout(app).context;
    expect(selection && priceOfSelection(selection)).toMatchObject({ total: 106_200 });
    effects.bookings.createOrder.mockRejectedValueOnce(
      new Failure(409, 'price-changed', 'changed', { amount: 88_500, pricePerHour: 500_00 }),
    );
    await confirm(app);
    expect(effects.bookings.createOrder).toHaveBeenLastCalledWith('user-1', selection);
    expect(checkout(app).context.selection?.room).not.toHaveProperty('rates');
  });

  test('after a reload during the payment, the status is fetched first', async () => {
    const effects = guestEffects();
    effects.storage.load.mockReturnValue({
      ...noPersistedState,
      checkout: { selection: { room, date: DATE, range: { start: 20, end: 23 } }, bookingId: 'booking-1' },
    });
    effects.session.restore.mockResolvedValue({ kind: 'live', ...liveSession(false) });
    effects.bookings.fetchPaymentStatus.mockResolvedValue({ status: 'confirmed' });
    const app = await startApp(effects);
    expect(effects.bookings.fetchPaymentStatus).toHaveBeenCalledWith('booking-1');
    expect(app.visited).toEqual(['/my-bookings']);
  });

  test('after a reload during the payment, no second payment can start before the status is known', async () => {
    const paying = await startPaying();
    const [persisted] = paying.effects.storage.saveCheckout.mock.calls.at(-1) ?? [];
    expect(persisted).toMatchObject({ bookingId: 'booking-1' });

    const effects = guestEffects();
    effects.storage.load.mockReturnValue({ ...noPersistedState, checkout: persisted ?? null });
    effects.session.restore.mockResolvedValue({ kind: 'live', ...liveSession(false) });
    effects.bookings.fetchPaymentStatus.mockReturnValue(new Promise(() => undefined));
    const reloaded = await startApp(effects);
    await confirm(reloaded);
    expect(checkout(reloaded).value).toEqual({ card: 'resuming' });
    expect(effects.bookings.fetchPaymentStatus).toHaveBeenCalledWith('booking-1');
    expect(effects.bookings.createOrder).not.toHaveBeenCalled();
  });

  test('after a reload without a payment, the selection is kept without a toast', async () => {
    const effects = guestEffects();
    effects.storage.load.mockReturnValue({
      ...noPersistedState,
      checkout: { selection: { room, date: DATE, range: { start: 20, end: 23 } }, bookingId: 'booking-1' },
    });
    effects.session.restore.mockResolvedValue({ kind: 'live', ...liveSession(false) });
    const app = await startApp(effects);
    expect(app.toasts()).toEqual([]);
    expect(checkout(app).value).toBe('reviewing');
    expect(checkout(app).context['bookingId']).toBeNull();
    expect(effects.bookings.releaseHold).not.toHaveBeenCalled();
  });
});

test('CONFIRM does not book a time that has started since it was selected', async () => {
  const app = await startBooking();
  vi.setSystemTime(instantOf(DATE, 20));
  app.flow('checkout').send({ type: 'checkout.confirmed' });
  await app.settle();
  expect(app.flow('checkout').getSnapshot().value).toBe('startPassed');
  expect(app.toasts()).toEqual(['error: slot-unavailable']);
  expect(app.effects.bookings.bookWithPoints).not.toHaveBeenCalled();
  expect(app.effects.bookings.createOrder).not.toHaveBeenCalled();
});

test('CONFIRM books a time until the instant at which it starts', async () => {
  const app = await startBooking();
  vi.setSystemTime(instantOf(DATE, 20) - 1);
  app.flow('checkout').send({ type: 'checkout.confirmed' });
  await app.settle();
  expect(app.effects.bookings.bookWithPoints).toHaveBeenCalledTimes(1);
});
