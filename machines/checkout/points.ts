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
      { guard: { type: 'paysWithPoints', params: ({ event }) => event.output }, target: 'bookingWithPoints' },
      { target: 'card' },
    ],
    onError: {
      target: 'reviewing',
      actions: [{ type: 'setFailure', params: ({ event }) => event }, 'showDetailsFailedToast'],
    },
  },
  on: {
    'checkout.userChanged': {
      guard: { type: 'isSignOut', params: ({ event }) => event },
      target: 'reviewing',
      actions: [{ type: 'setUser', params: ({ event }) => event }, 'dismissToast'],
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
      {
        guard: { type: 'isSlotTaken', params: ({ event }) => event },
        target: 'slotsLost',
        actions: [{ type: 'setFailure', params: ({ event }) => event }, 'showBookingFailedToast'],
      },
      {
        guard: { type: 'isBlocked', params: ({ event }) => event },
        target: 'blocked',
        actions: [{ type: 'setFailure', params: ({ event }) => event }, 'showBlockedToast'],
      },
      {
        guard: { type: 'isAlreadyBooked', params: ({ event }) => event },
        target: 'reviewing',
        actions: [
          { type: 'setFailure', params: ({ event }) => event },
          'showBookingFailedToast',
          'announceBooking',
        ],
      },
      {
        guard: { type: 'isTransient', params: ({ event }) => event },
        target: 'reviewing',
        actions: [{ type: 'setFailure', params: ({ event }) => event }, 'showSomethingWrongToast'],
      },
      {
        target: 'reviewing',
        actions: [{ type: 'setFailure', params: ({ event }) => event }, 'showBookingFailedToast'],
      },
    ],
  },
});
