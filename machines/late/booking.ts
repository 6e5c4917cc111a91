import { fromCallback, fromPromise } from 'xstate';
import type { LateFlows } from '../app.ts';
import { checkoutMachine } from '../checkout/checkout.ts';
import { liveMachine } from '../live.ts';
import { slotsMachine } from '../slots.ts';

/** The flows in which half-hours are chosen and paid for. */
export const bookingFlows = (({ storage, rooms, member, bookings, gateway }) => ({
  slots: slotsMachine.provide({
    actors: { loadTaken: fromPromise(({ input, signal }) => rooms.taken(input, signal)) },
    actions: {
      persist: ({ context: { room, date, selection } }) => {
        if (date !== null) storage.saveSlots(room.id, { date, selection });
      },
    },
  }),
  live: liveMachine.provide({
    actors: {
      watchSlots: fromCallback(({ input, sendBack }) => rooms.watch(input.date, sendBack)),
      watchActivity: fromCallback(({ sendBack }) => rooms.watchActivity(sendBack)),
    },
  }),
  checkout: checkoutMachine.provide({
    actors: {
      loadBalance: fromPromise(async ({ input, signal }) => {
        const details = await member.details(input.userId, signal);
        return { isMember: details.is_membership, points: details.monthly_limit };
      }),
      bookWithPoints: fromPromise(({ input }) => bookings.bookWithPoints(input.userId, input.selection)),
      createOrder: fromPromise(({ input }) => bookings.createOrder(input.userId, input.selection)),
      loadGateway: fromPromise(({ input }) => gateway.load(input.script)),
      openGateway: fromCallback(({ input, sendBack }) => gateway.open(input, sendBack)),
      verifyPayment: fromPromise(({ input }) =>
        bookings.verifyPayment(input.bookingId, input.amount, input.proof),
      ),
      releaseHold: fromPromise(({ input }) => bookings.releaseHold(input.bookingId, input.evenIfPending)),
      fetchPaymentStatus: fromPromise(({ input }) => bookings.fetchPaymentStatus(input.bookingId)),
    },
    actions: {
      persist: ({ context: { selection, bookingId, next } }) => {
        const persisted = selection ?? next;
        storage.saveCheckout(persisted && { selection: persisted, bookingId, next: selection ? next : null });
      },
    },
  }),
})) satisfies LateFlows;
