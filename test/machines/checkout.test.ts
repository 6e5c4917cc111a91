import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { instantOf } from '../../domain/calendar.ts';
import { Redacted } from '../../domain/redacted.ts';
import { Failure } from '../../machines/failure.ts';
import type { BookingSelection } from '../../machines/events/checkout.ts';
import { DATE, NOON, room } from '../fixtures/booking.ts';
import {
  liveSession,
  noPersistedState,
  order,
  quietEffects,
  type RunningApp,
  startApp,
  startBooking,
} from './startApp.ts';

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
  first_name: 'Asha',
  last_name: 'Raman',
  email: 'asha@example.com',
  phone: '+919840012345',
  website: '',
  is_membership: isMember,
  monthly_limit: points,
  company_name: '',
  business_type: '',
  email_confirmed: true,
  is_staff: false,
  pending_email: '',
});

const guestEffects = () => {
  const effects = quietEffects();
  effects.member.details.mockResolvedValue(details(false, 0));
  return effects;
};

const slotTaken = new Failure(409, 'slot-taken', 'taken', { taken: ['10:00:00'] });
const unreachable = new Failure('FETCH_ERROR');
const fourTimes = <T>(value: T): T[] => Array.from({ length: 4 }, () => value);

describe('before confirming', () => {
  test('without a selection there is nothing to review', async () => {
    expect(checkout(await startApp()).hasTag('empty')).toBe(true);
  });

  test('a visitor is asked to sign in, in a dialog, and goes on reviewing after it', async () => {
    const app = await startBooking(quietEffects(), false);
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

  test('signing in takes the request to do so away', async () => {
    const effects = quietEffects();
    effects.session.signIn.mockReturnValue(new Promise(() => undefined));
    const app = await startBooking(effects, false);
    await confirm(app);
    const credentials = new Redacted({ email: 'asha@example.com', password: 'secret' });
    app.flow('session').send({ type: 'session.signInRequested', credentials, from: 'dialog' });
    await app.settle();
    expect(app.toasts()).toEqual(['loading: Logging in…']);
  });

  test('the dialog can be dismissed, and nothing is lost', async () => {
    const app = await startBooking(quietEffects(), false);
    await confirm(app);
    app.flow('checkout').send({ type: 'checkout.signInDismissed' });
    expect(checkout(app).value).toBe('reviewing');
  });

  test('missing times are asked for', async () => {
    const app = await startBooking();
    app.flow('checkout').send({ type: 'checkout.started', selection: { room, date: DATE, range: null } });
    await confirm(app);
    expect(app.toasts()).toEqual(['error: Please select start and end time']);
    expect(checkout(app).value).toBe('reviewing');
  });

  test('member details that do not load stop the booking before it begins', async () => {
    const effects = quietEffects();
    effects.member.details.mockRejectedValue(unreachable);
    const app = await startBooking(effects);
    await confirm(app);
    expect(app.toasts()).toEqual(['error: Failed to fetch user details !']);
    expect(checkout(app).value).toBe('reviewing');
    expect(effects.bookings.createOrder).not.toHaveBeenCalled();
  });

  test('the selection survives a reload', async () => {
    const effects = quietEffects();
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
  test('a member with enough of them books at once, sees it in My bookings, and everything shown is refreshed', async () => {
    const app = await startBooking();
    app.flow('bookings').send({ type: 'resource.used' });
    await app.settle();
    app.flow('checkout').send({ type: 'checkout.confirmed' });
    expect(app.toasts()).toEqual(['loading: Initialize booking…']);
    await app.settle();
    expect(app.effects.bookings.bookWithPoints).toHaveBeenCalledTimes(1);
    expect(app.toasts()).toEqual(['success: Your Booking Confirmed!']);
    expect(app.visited.at(-1)).toBe('/my-bookings');
    expect(app.effects.bookings.list).toHaveBeenCalledTimes(2);
    expect(checkout(app).hasTag('empty')).toBe(true);
    expect(app.flow('slots:1').getSnapshot().context['selection']).toEqual([]);
  });

  test('a second press during the first books nothing more', async () => {
    const app = await startBooking();
    app.flow('checkout').send({ type: 'checkout.confirmed' });
    await confirm(app);
    expect(app.effects.bookings.bookWithPoints).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['too few points', details(true, 1)],
    ['no membership', details(false, 20)],
  ])('%s means paying by card', async (_case, member) => {
    const effects = quietEffects();
    effects.member.details.mockResolvedValue(member);
    const app = await startBooking(effects);
    await confirm(app);
    expect(effects.bookings.bookWithPoints).not.toHaveBeenCalled();
    expect(effects.bookings.createOrder).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['the slots were taken meanwhile', slotTaken, 'Booking Failed!', 'slotsLost'],
    ['the account is blocked', new Failure(403, 'blocked'), 'Some thing Went Wrong!', 'blocked'],
    ['they are booked already', new Failure(409, 'already-booked'), 'Booking Failed!', 'reviewing'],
    ['a payment is open already', new Failure(409, 'payment-under-way'), 'Booking Failed!', 'reviewing'],
    ['the server refuses', new Failure(422, 'not-enough-points'), 'Booking Failed!', 'reviewing'],
    ['the server cannot be reached', unreachable, 'Something Went Wrong!', 'reviewing'],
  ])('when %s, the visitor sees it and can continue', async (_case, failure, text, state) => {
    const effects = quietEffects();
    effects.bookings.bookWithPoints.mockRejectedValue(failure);
    const app = await startBooking(effects);
    await confirm(app);
    expect(app.toasts()).toContain(`error: ${text}`);
    expect(checkout(app).value).toBe(state);
  });
});

describe('slots that somebody else has booked', () => {
  const lostTo = (...taken: string[]) => new Failure(409, 'slot-taken', 'taken', { taken });
  async function startLosing(...taken: string[]) {
    const effects = quietEffects();
    effects.bookings.bookWithPoints.mockRejectedValueOnce(lostTo(...taken));
    const app = await startBooking(effects);
    await confirm(app);
    return app;
  }

  test('are named, and what is left can be confirmed as it is', async () => {
    const app = await startLosing('10:00:00');
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
    ['all of them', ['10:00:00', '10:30:00', '11:00:00']],
    ['what a server does not say', []],
  ])('leave nothing to confirm when they are %s', async (_case, taken) => {
    const app = await startLosing(...taken);
    expect(checkout(app).context['missed']).toMatchObject({ lost: [20, 21, 22], kept: null });
    expect(checkout(app).can({ type: 'checkout.confirmed' })).toBe(false);
  });

  test('are kept in part in the room as well', async () => {
    const effects = quietEffects();
    effects.bookings.bookWithPoints.mockRejectedValueOnce(lostTo('10:00:00'));
    const app = await startBooking(effects);
    effects.rooms.taken.mockResolvedValue(['10:00:00']);
    await confirm(app);
    expect(app.flow('slots:1').getSnapshot().context['selection']).toEqual([21, 22]);
  });

  test('leave a move as it was chosen', async () => {
    const app = await startLosing('10:00:00');
    const { selection } = checkout(app).context as { selection: BookingSelection };
    const moves = { bookingId: 'booking-7', sequence: 1, difference: 59_000 };
    app.flow('checkout').send({ type: 'checkout.started', selection: { ...selection, moves } });
    app.effects.bookings.createOrder.mockRejectedValueOnce(lostTo('10:30:00'));
    await confirm(app);
    expect(checkout(app).value).toBe('slotsLost');
    expect(checkout(app).context).toMatchObject({
      missed: null,
      selection: { range: { start: 21, end: 23 } },
    });
  });
});

describe('a blocked account', () => {
  /** Refused, in front of a booking that it cannot confirm. */
  async function startBlocked() {
    const effects = quietEffects();
    effects.bookings.bookWithPoints.mockRejectedValue(new Failure(403, 'blocked'));
    const app = await startBooking(effects);
    await confirm(app);
    return app;
  }
  const other = { ...liveSession(), user: { id: 'user-2', isMember: false } };

  test('cannot confirm again, nor by its own renewed session', async () => {
    const app = await startBlocked();
    const calls = app.effects.bookings.bookWithPoints.mock.calls.length;
    app.flow('checkout').send({ type: 'checkout.userChanged', user: liveSession().user });
    expect(checkout(app).can({ type: 'checkout.confirmed' })).toBe(false);
    await confirm(app);
    expect(checkout(app).value).toBe('blocked');
    expect(app.effects.bookings.bookWithPoints).toHaveBeenCalledTimes(calls);
  });

  test.each([
    ['who signs in after it', { type: 'checkout.userChanged', user: other.user }],
    ['nobody signed in', { type: 'checkout.userChanged', user: null }],
    ['who comes back later', { type: 'checkout.left' }],
  ])('does not bar %s', async (_who, event) => {
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

  test('order, script, checkout, verification, My bookings', async () => {
    const app = await startPaying();
    expect(app.effects.gateway.load).toHaveBeenCalledWith('/checkout.js');
    expect(checkout(app).value).toEqual({ card: { paying: 'clean' } });
    app.gateway({ type: 'gateway.paid', proof });
    await app.settle();
    expect(app.effects.bookings.verifyPayment).toHaveBeenCalledWith('booking-1', 88_500, proof);
    expect(app.toasts()).toEqual(['success: Payment & Booking Confirmed!']);
    expect(app.visited.at(-1)).toBe('/my-bookings');
    expect(app.effects.storage.saveCheckout).toHaveBeenLastCalledWith(null);
  });

  test('a declined card leaves the checkout open, and the next one pays', async () => {
    const app = await startPaying();
    app.gateway({ type: 'gateway.attemptFailed' });
    expect(checkout(app).value).toEqual({ card: { paying: 'attemptFailed' } });
    expect(app.toasts()).toEqual(['error: Failed to process payment']);
    app.gateway({ type: 'gateway.paid', proof });
    await app.settle();
    expect(app.visited.at(-1)).toBe('/my-bookings');
  });

  test('a dismissed checkout is called cancelled only after the server says unpaid', async () => {
    const effects = guestEffects();
    let answer: (found: { status: 'released' }) => void = () => undefined;
    effects.bookings.releaseHold.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    const app = await startPaying(effects);
    app.gateway({ type: 'gateway.dismissed' });
    await app.settle();
    expect(app.toasts()).toEqual([]);
    answer({ status: 'released' });
    await app.settle();
    expect(app.toasts()).toEqual(['info: Payment process was cancelled.']);
    expect(checkout(app).value).toBe('reviewing');
  });

  test('a dismissed checkout that was paid after all is a booking', async () => {
    const effects = guestEffects();
    effects.bookings.releaseHold.mockResolvedValue({ status: 'confirmed' });
    const app = await startPaying(effects);
    app.gateway({ type: 'gateway.dismissed' });
    await app.settle();
    expect(app.toasts()).toEqual(['success: Payment & Booking Confirmed!']);
    expect(app.visited.at(-1)).toBe('/my-bookings');
  });

  describe('while the bank has not decided', () => {
    const MINUTE = 60_000;
    const pending = { status: 'pending', since: NOON - MINUTE, until: NOON + 20 * MINUTE } as const;
    const held = { status: 'held' } as const;

    /** A UPI request lives, and its window was closed. */
    async function waitForBank(effects = guestEffects()): Promise<RunningApp> {
      effects.bookings.releaseHold.mockResolvedValueOnce(pending);
      effects.bookings.fetchPaymentStatus.mockResolvedValue(pending);
      const app = await startPaying(effects);
      app.gateway({ type: 'gateway.dismissed' });
      await app.settle();
      expect(checkout(app).value).toEqual({ card: { waitingForBank: 'pausing' } });
      return app;
    }

    test('nothing is confirmed, released or said to be cancelled, and what is awaited is known', async () => {
      const app = await waitForBank();
      await app.settle(MINUTE);
      expect(checkout(app).hasTag('busy')).toBe(false);
      expect(checkout(app).hasTag('waiting')).toBe(true);
      expect(checkout(app).context['pending']).toEqual(pending);
      expect(app.effects.bookings.releaseHold).toHaveBeenCalledTimes(1);
      expect(app.toasts()).toEqual([]);
    });

    test('the server is asked again, and the booking follows', async () => {
      const app = await waitForBank();
      app.effects.bookings.fetchPaymentStatus.mockResolvedValue({ status: 'confirmed' });
      await app.settle(4000);
      expect(app.visited.at(-1)).toBe('/my-bookings');
    });

    test('a server that cannot be reached meanwhile is asked again', async () => {
      const app = await waitForBank();
      app.effects.bookings.fetchPaymentStatus.mockRejectedValueOnce(unreachable);
      await app.settle(8000);
      expect(checkout(app).hasTag('waiting')).toBe(true);
    });

    test('an attempt that failed releases the room, and says so', async () => {
      const app = await waitForBank();
      app.effects.bookings.fetchPaymentStatus.mockResolvedValue(held);
      await app.settle(4000);
      expect(app.effects.bookings.releaseHold).toHaveBeenLastCalledWith('booking-1', false);
      expect(checkout(app).value).toBe('reviewing');
      expect(app.toasts()).toEqual(['info: Payment process was cancelled.']);
    });

    test('the wait ends with the hold, also when the bank never answers', async () => {
      const app = await waitForBank();
      app.effects.bookings.releaseHold.mockResolvedValue(pending);
      await app.settle(20 * MINUTE);
      expect(checkout(app).value).toEqual({ card: 'unconfirmed' });
      expect(checkout(app).hasTag('busy')).toBe(false);
    });

    test('who stops waiting can pay another way at once', async () => {
      const app = await waitForBank();
      app.flow('checkout').send({ type: 'checkout.waitCancelled' });
      await app.settle();
      expect(app.effects.bookings.releaseHold).toHaveBeenLastCalledWith('booking-1', true);
      expect(checkout(app).value).toBe('reviewing');
      expect(app.toasts()).toEqual(['info: Payment process was cancelled.']);
      await confirm(app);
      expect(checkout(app).value).toEqual({ card: { paying: 'clean' } });
    });

    test('another room that is chosen is kept: no second payment begins, and the wait goes on', async () => {
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

  test('leaving the page closes the checkout and asks the server', async () => {
    const effects = guestEffects();
    const close = vi.fn();
    effects.gateway.open.mockImplementation(() => close);
    const app = await startPaying(effects);
    app.flow('navigation').send({ type: 'navigation.arrived', path: '/' });
    await app.settle();
    expect(close).toHaveBeenCalledTimes(1);
    expect(effects.bookings.releaseHold).toHaveBeenCalledWith('booking-1', false);
  });

  test('a checkout left open until its time is over is closed, checked, and can be started again', async () => {
    const app = await startPaying();
    await app.settle(600_000);
    expect(app.effects.bookings.releaseHold).toHaveBeenCalledTimes(1);
    expect(checkout(app).value).toBe('timedOut');
    expect(app.toasts()).toEqual([]);
    await confirm(app);
    expect(app.effects.bookings.createOrder).toHaveBeenCalledTimes(2);
    expect(checkout(app).value).toEqual({ card: { paying: 'clean' } });
  });

  test('who signed out meanwhile is asked to sign in before beginning again', async () => {
    const app = await startPaying();
    await app.settle(600_000);
    app.tokens({ type: 'session.tokensGone' });
    await confirm(app);
    expect(checkout(app).value).toBe('signingIn');
  });

  test('a payment captured after the slots were taken is shown as refunded', async () => {
    const effects = guestEffects();
    effects.bookings.releaseHold.mockRejectedValue(new Failure(410, 'hold-over'));
    const app = await startPaying(effects);
    app.gateway({ type: 'gateway.dismissed' });
    await app.settle();
    expect(checkout(app).value).toBe('paidLate');
    expect(app.toasts()).toEqual(['error: Payment & Booking Failed!']);
    // Another search on the page that is shown leads nowhere else.
    const search = { path: '/meeting-room', query: '?headcount=4', isSamePage: true };
    app.flow('navigation').send({ type: 'navigation.arrived', ...search });
    expect(checkout(app).value).toBe('paidLate');
    app.flow('navigation').send({ type: 'navigation.arrived', path: '/my-bookings' });
    expect(checkout(app).hasTag('empty')).toBe(true);
  });

  test('a late payment shows in My bookings at once: what was loaded before is loaded again', async () => {
    const effects = guestEffects();
    effects.bookings.verifyPayment.mockRejectedValue(new Failure(410, 'hold-over'));
    const app = await startPaying(effects);
    app.flow('bookings').send({ type: 'resource.used' });
    await app.settle();
    effects.bookings.list.mockClear();
    app.gateway({ type: 'gateway.paid', proof });
    await app.settle();
    expect(effects.bookings.list).toHaveBeenCalledTimes(1);
  });

  test('a verification that comes too late for the slots shows that the payment is refunded', async () => {
    const effects = guestEffects();
    effects.bookings.verifyPayment.mockRejectedValue(new Failure(410, 'hold-over'));
    const app = await startPaying(effects);
    app.gateway({ type: 'gateway.paid', proof });
    await app.settle();
    expect(checkout(app).value).toBe('paidLate');
  });

  test('a script that does not load gives the hold back and keeps the selection', async () => {
    const effects = guestEffects();
    effects.gateway.load.mockRejectedValue(new Failure('TIMEOUT_ERROR'));
    const app = await startPaying(effects);
    expect(app.toasts()).toEqual(['error: Payment Gateway Failed!']);
    expect(effects.bookings.releaseHold).toHaveBeenCalledTimes(1);
    expect(checkout(app).value).toBe('reviewing');
    expect(checkout(app).context['selection']).not.toBeNull();
  });

  test('a checkout that breaks says the gateway failed', async () => {
    const app = await startPaying();
    app.gateway({ type: 'gateway.failed' });
    await app.settle();
    expect(app.toasts()).toEqual(['error: Payment Gateway Failed!']);
    expect(checkout(app).value).toBe('reviewing');
  });

  test('a payment window that shows no sign of life can be left, which asks the server', async () => {
    const effects = guestEffects();
    const close = vi.fn();
    effects.gateway.open.mockImplementation(() => close);
    const app = await startPaying(effects);
    app.gateway({ type: 'gateway.unresponsive' });
    expect(checkout(app).value).toEqual({ card: { paying: 'unresponsive' } });
    app.flow('checkout').send({ type: 'checkout.cancelled' });
    await app.settle();
    expect(close).toHaveBeenCalledTimes(1);
    expect(effects.bookings.releaseHold).toHaveBeenCalledWith('booking-1', false);
    expect(app.toasts()).toEqual(['info: Payment process was cancelled.']);
    expect(checkout(app).value).toBe('reviewing');
  });

  test('a payment window that was only slow pays as any other', async () => {
    const app = await startPaying();
    app.gateway({ type: 'gateway.unresponsive' });
    app.gateway({ type: 'gateway.responded' });
    expect(checkout(app).value).toEqual({ card: { paying: 'clean' } });
    app.gateway({ type: 'gateway.unresponsive' });
    app.gateway({ type: 'gateway.paid', proof });
    await app.settle();
    expect(app.visited.at(-1)).toBe('/my-bookings');
  });

  test('a checkout that cannot be opened says so and nothing stays locked', async () => {
    const effects = guestEffects();
    effects.gateway.open.mockImplementation(() => {
      throw new Failure('PARSING_ERROR');
    });
    const app = await startPaying(effects);
    expect(app.toasts()).toEqual(['error: Payment Gateway Failed!']);
    expect(checkout(app).value).toBe('reviewing');
  });

  test('verification is tried again while the server cannot be reached', async () => {
    const effects = guestEffects();
    effects.bookings.verifyPayment.mockRejectedValueOnce(unreachable);
    const app = await startPaying(effects);
    app.gateway({ type: 'gateway.paid', proof });
    await app.settle();
    expect(checkout(app).value).toEqual({ card: 'verifying' });
    await app.settle(1999);
    expect(effects.bookings.verifyPayment).toHaveBeenCalledTimes(1);
    await app.settle(1);
    expect(app.visited.at(-1)).toBe('/my-bookings');
  });

  test('a release and a status are tried again as often, and a status is fetched and nothing released', async () => {
    const effects = guestEffects();
    effects.bookings.releaseHold.mockRejectedValue(unreachable);
    const app = await startPaying(effects);
    app.gateway({ type: 'gateway.dismissed' });
    await app.settle(14_000);
    expect(effects.bookings.releaseHold.mock.calls).toEqual(fourTimes(['booking-1', false]));
    expect(checkout(app).value).toEqual({ card: 'unconfirmed' });
    expect(app.toasts()).toEqual(['error: Something Went Wrong!']);

    const [kept] = effects.storage.saveCheckout.mock.calls.at(-1) ?? [];
    const reloaded = guestEffects();
    reloaded.storage.load.mockReturnValue({ ...noPersistedState, checkout: kept ?? null });
    reloaded.session.restore.mockResolvedValue({ kind: 'live', ...liveSession(false) });
    reloaded.bookings.fetchPaymentStatus.mockRejectedValue(unreachable);
    const again = await startApp(reloaded);
    await again.settle(14_000);
    expect(reloaded.bookings.fetchPaymentStatus.mock.calls).toEqual(fourTimes(['booking-1']));
    expect(reloaded.bookings.releaseHold).not.toHaveBeenCalled();
    expect(checkout(again).value).toEqual({ card: 'unconfirmed' });
  });

  test('a release has all its tries, also after another call had used its own', async () => {
    const effects = guestEffects();
    effects.bookings.verifyPayment.mockRejectedValue(unreachable);
    effects.bookings.releaseHold.mockRejectedValue(unreachable);
    const app = await startPaying(effects);
    app.gateway({ type: 'gateway.paid', proof });
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

  test('verification that never gets an answer is not called failed payment, and can be asked again', async () => {
    const effects = guestEffects();
    effects.bookings.verifyPayment.mockRejectedValue(unreachable);
    effects.bookings.releaseHold.mockResolvedValue({ status: 'confirmed' });
    const app = await startPaying(effects);
    app.gateway({ type: 'gateway.paid', proof });
    await app.settle(60_000);
    expect(checkout(app).value).toEqual({ card: 'unconfirmed' });
    expect(effects.bookings.verifyPayment).toHaveBeenCalledTimes(4);
    app.flow('checkout').send({ type: 'checkout.retried' });
    await app.settle();
    expect(app.visited.at(-1)).toBe('/my-bookings');
  });

  test('a session that ends while paying does not lose the payment: signing in again asks about it', async () => {
    const effects = guestEffects();
    effects.bookings.verifyPayment.mockRejectedValue(new Failure(401, 'unauthenticated'));
    effects.bookings.releaseHold.mockResolvedValue({ status: 'confirmed' });
    const app = await startPaying(effects);
    app.tokens({ type: 'session.tokensGone' });
    app.gateway({ type: 'gateway.paid', proof });
    await app.settle();
    expect(checkout(app).value).toEqual({ card: 'unconfirmed' });
    expect(app.toasts()).toContain('error: Payment Confirmation Failed!');
    app.tokens({ type: 'session.tokensChanged', session: liveSession(false) });
    await app.settle();
    expect(effects.bookings.releaseHold).toHaveBeenCalledWith('booking-1', false);
    expect(app.visited.at(-1)).toBe('/my-bookings');
  });

  test('who signs out while the hold is released is asked to sign in, which releases it', async () => {
    const effects = guestEffects();
    effects.bookings.releaseHold.mockRejectedValueOnce(unreachable);
    const app = await startPaying(effects);
    app.gateway({ type: 'gateway.dismissed' });
    await app.settle();
    app.tokens({ type: 'session.tokensGone' });
    expect(checkout(app).value).toEqual({ card: 'releasing' });
    effects.bookings.releaseHold.mockRejectedValueOnce(new Failure(401, 'unauthenticated'));
    await app.settle(2000);
    expect(checkout(app).value).toEqual({ card: 'unconfirmed' });
    app.tokens({ type: 'session.tokensChanged', session: liveSession(false) });
    await app.settle();
    expect(effects.bookings.releaseHold).toHaveBeenCalledTimes(3);
    expect(checkout(app).value).toBe('reviewing');
  });

  test('a payment that is verified while its payer signs out is a booking', async () => {
    const effects = guestEffects();
    let answer: () => void = () => undefined;
    effects.bookings.verifyPayment.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    const app = await startPaying(effects);
    app.gateway({ type: 'gateway.paid', proof });
    app.tokens({ type: 'session.tokensGone' });
    expect(checkout(app).value).toEqual({ card: 'verifying' });
    answer();
    await app.settle();
    expect(app.toasts()).toContain('success: Payment & Booking Confirmed!');
    expect(effects.storage.saveCheckout).toHaveBeenLastCalledWith(null);
  });

  test.each([
    ['at once', []],
    ['after a sign-out', [{ type: 'session.tokensGone' }]],
  ] as const)('another user who signs in in another tab, %s, does not continue it', async (_when, before) => {
    const closed = vi.fn();
    const effects = guestEffects();
    effects.gateway.open.mockReturnValue(closed);
    const app = await startPaying(effects);
    for (const event of before) app.tokens(event);
    const user = { id: 'user-2', isMember: false };
    app.tokens({ type: 'session.tokensChanged', session: { ...liveSession(), user } });
    await app.settle();
    expect(closed).toHaveBeenCalled();
    expect(checkout(app).value).toBe('reviewing');
    expect(checkout(app).context).toMatchObject({ user, order: null, bookingId: null });
    expect(effects.storage.saveCheckout).toHaveBeenLastCalledWith(
      expect.objectContaining({ bookingId: null }),
    );
    expect(effects.bookings.releaseHold).not.toHaveBeenCalled();
    expect(effects.bookings.fetchPaymentStatus).not.toHaveBeenCalled();
  });

  test('a refused verification does not say that the payment failed, which nobody knows', async () => {
    const effects = guestEffects();
    effects.bookings.verifyPayment.mockRejectedValue(new Failure(400, 'payment-not-verified'));
    const app = await startPaying(effects);
    app.gateway({ type: 'gateway.paid', proof });
    await app.settle();
    expect(app.toasts()).toEqual(['error: Payment Confirmation Failed!']);
    expect(checkout(app).value).toEqual({ card: 'unconfirmed' });
  });

  test.each([
    ['the slots were taken meanwhile', slotTaken, 'Failed to process payment', 'slotsLost'],
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

  test('a changed price is shown before anything is paid', async () => {
    const effects = guestEffects();
    effects.bookings.createOrder.mockRejectedValueOnce(
      new Failure(409, 'price-changed', 'changed', { amount: '1062.00', price_per_hour: 600 }),
    );
    const app = await startPaying(effects);
    expect(checkout(app).value).toBe('reviewing');
    expect(checkout(app).context['selection']).toMatchObject({ room: { price_per_hour: 600 } });
  });

  test('after a reload in the middle of paying, the server is asked before anything else can be done', async () => {
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

  test('a reload while paying does not forget the payment: it is asked about before another can be made', async () => {
    const paying = await startPaying();
    const [kept] = paying.effects.storage.saveCheckout.mock.calls.at(-1) ?? [];
    expect(kept).toMatchObject({ bookingId: 'booking-1' });

    const effects = guestEffects();
    effects.storage.load.mockReturnValue({ ...noPersistedState, checkout: kept ?? null });
    effects.session.restore.mockResolvedValue({ kind: 'live', ...liveSession(false) });
    effects.bookings.fetchPaymentStatus.mockReturnValue(new Promise(() => undefined));
    const reloaded = await startApp(effects);
    await confirm(reloaded);
    expect(checkout(reloaded).value).toEqual({ card: 'resuming' });
    expect(effects.bookings.fetchPaymentStatus).toHaveBeenCalledWith('booking-1');
    expect(effects.bookings.createOrder).not.toHaveBeenCalled();
  });

  test('after a reload without a payment, nothing is said and the selection is still there', async () => {
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

test('CONFIRM creates no order for a time that has started by the clock of that moment', async () => {
  const app = await startBooking();
  vi.setSystemTime(instantOf(DATE, 20));
  app.flow('checkout').send({ type: 'checkout.confirmed' });
  await app.settle();
  expect(app.flow('checkout').getSnapshot().value).toBe('startPassed');
  expect(app.toasts()).toEqual(['error: slot-unavailable']);
  expect(app.effects.bookings.bookWithPoints).not.toHaveBeenCalled();
  expect(app.effects.bookings.createOrder).not.toHaveBeenCalled();
});
