import type { MissedTimes } from '../../../machines/events/waitlist.ts';
import { Failure } from '../../../machines/failure.ts';
import { waitlistMachine } from '../../../machines/waitlist.ts';
import { DATE, room } from '../../fixtures/booking.ts';
import type { MachineModel } from '../paths.ts';

const pressed: MissedTimes = { room, date: DATE, range: { start: 18, end: 19 }, lost: [], kept: null };

export const waitlist: MachineModel = {
  machine: waitlistMachine,
  payloads: {
    'waitlist.missed': [{ missed: pressed }],
    'waitlist.roomChosen': [{ room: { ...room, id: 2 } }],
    'xstate.error.actor.join': [
      { error: new Failure(409, 'still-free') },
      { error: new Failure(401, 'unauthenticated') },
    ],
  },
  detail: ({ context }) => ({ failure: context.failure?.code ?? null }),
};
