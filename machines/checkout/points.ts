import { checkoutSetup } from './setup.ts';

/** Implements spec 4. */
export const checkingBalance = checkoutSetup.createStateConfig({
  description: 'The current balance decides between points and card',
  tags: ['busy'],
  entry: 'showInitializeToast',
  invoke: {
    id: 'loadBalance',
    src: 'loadBalance',
    input: ({ context }) => ({ userId: context.user?.id ?? '' }),
    onDone: [
      {
        // The response has just synced the clock.
        description: 'The time may have started, because the page was open for long or the clock was wrong',
        guard: 'hasStarted',
        target: 'startPassed',
      },
      { guard: 'paysWithPoints', target: 'bookingWithPoints' },
      { target: 'card' },
    ],
    onError: { target: 'reviewing', actions: ['setFailure', 'showDetailsFailedToast'] },
  },
  on: {
    'checkout.userChanged': {
      guard: 'isSignOut',
      target: 'reviewing',
      actions: ['setUser', 'dismissToast'],
    },
  },
});

export const bookingWithPoints = checkoutSetup.createStateConfig({
  description:
    'The server takes slots and points in one transaction; after an error the selection is unchanged',
  tags: ['busy'],
  invoke: {
    id: 'bookWithPoints',
    src: 'bookWithPoints',
    input: ({ context }) => {
      if (!context.user || !context.selection) throw new Error('booking without a user or a selection');
      return { userId: context.user.id, selection: context.selection };
    },
    onDone: { target: 'booked', actions: 'showBookedToast' },
    onError: [
      { guard: 'isSlotTaken', target: 'slotsLost', actions: ['setFailure', 'showBookingFailedToast'] },
      { guard: 'isBlocked', target: 'blocked', actions: ['setFailure', 'showBlockedToast'] },
      {
        guard: 'isAlreadyBooked',
        target: 'reviewing',
        actions: ['setFailure', 'showBookingFailedToast', 'announceBooking'],
      },
      { guard: 'isTransient', target: 'reviewing', actions: ['setFailure', 'showSomethingWrongToast'] },
      { target: 'reviewing', actions: ['setFailure', 'showBookingFailedToast'] },
    ],
  },
});
