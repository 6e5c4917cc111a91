import { expect, test } from 'vitest';
import { divergencesOf } from '../recordedPath.ts';

test('checkout takes the path that was recorded on 2025-11-20', () => {
  expect(
    divergencesOf({
      path: 'checkout',
      name: 'checkout',
      machine: 'checkout',
      steps: [
        {
          event: {
            type: 'xstate.init',
            input: {
              clock: {},
              persisted: null,
            },
          },
          clock: {
            now: 1763620200000,
            isUnsynced: false,
          },
          state: 'empty',
        },
        {
          event: {
            type: 'checkout.userChanged',
            user: null,
          },
          clock: {
            now: 1763620200000,
            isUnsynced: false,
          },
          state: 'empty',
        },
        {
          event: {
            type: 'checkout.started',
            selection: {
              room: {
                id: 1,
                roomName: 'Marina Huddle',
                roomCapacity: 4,
                pricePerHour: 50000,
                images: [
                  {
                    image: '/images/room-01-huddle-4.jpg',
                  },
                ],
                amenities: [
                  {
                    name: 'wifi',
                  },
                ],
                location: {
                  floor: '2',
                  buildingNo: '14',
                  streetName: 'Usman Road',
                  areaName: 'T. Nagar',
                  city: 'Chennai',
                  pincode: '600017',
                },
              },
              date: '2025-11-24',
              range: {
                start: 20,
                end: 23,
              },
            },
          },
          clock: {
            now: 1763620200000,
            isUnsynced: false,
          },
          state: 'reviewing',
        },
        {
          event: {
            type: 'checkout.confirmed',
          },
          clock: {
            now: 1763620200000,
            isUnsynced: false,
          },
          state: 'signingIn',
        },
        {
          event: {
            type: 'checkout.userChanged',
            user: {
              id: 'user-1',
              isMember: false,
            },
          },
          clock: {
            now: 1763620200000,
            isUnsynced: false,
          },
          state: 'reviewing',
        },
        {
          event: {
            type: 'checkout.confirmed',
          },
          clock: {
            now: 1763620200000,
            isUnsynced: false,
          },
          state: 'checkingBalance',
        },
        {
          event: {
            type: 'xstate.done.actor.loadBalance',
            output: {
              isMember: false,
              points: 0,
            },
            actorId: 'loadBalance',
          },
          clock: {
            now: 1763620200000,
            isUnsynced: false,
          },
          state: 'card.creatingOrder',
        },
        {
          event: {
            type: 'xstate.done.actor.createOrder',
            output: {
              bookingId: 'booking-1',
              orderId: 'order_12345678901234',
              amount: 88500,
              keyId: 'rzp_test_1',
              script: '/checkout.js',
              timeout: 600,
              payUntil: 1763620800000,
              payer: {
                name: 'Asha Raman',
                email: '[email]',
                phone: '[phone]',
              },
              description: 'Marina Huddle',
            },
            actorId: 'createOrder',
          },
          clock: {
            now: 1763620200000,
            isUnsynced: false,
          },
          state: 'card.loadingGateway',
        },
        {
          event: {
            type: 'xstate.done.actor.loadGateway',
            actorId: 'loadGateway',
          },
          clock: {
            now: 1763620200000,
            isUnsynced: false,
          },
          state: 'card.paying.clean',
        },
        {
          event: {
            type: 'gateway.paid',
            proof: {
              orderId: 'order_12345678901234',
              paymentId: 'pay_12345678901234',
              signature: '[redacted]',
            },
          },
          clock: {
            now: 1763620200000,
            isUnsynced: false,
          },
          state: 'card.verifying',
        },
        {
          event: {
            type: 'xstate.done.actor.verifyPayment',
            actorId: 'verifyPayment',
          },
          clock: {
            now: 1763620200000,
            isUnsynced: false,
          },
          state: 'empty',
        },
      ],
    }),
  ).toEqual([]);
});
