import type { WaitedTimes } from '../../../machines/bookings/waitingList/events.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { joinWaitingListMachine } from '../../../machines/bookings/waitingList/joinWaitingList.ts';
import { DATE, room, selection } from '../../fixtures/booking.ts';
import type { MachineModel } from '../paths.ts';

const waitedTimes: WaitedTimes = {
  room: { id: room.id, roomName: room.roomName },
  date: DATE,
  range: { start: 18, end: 19 },
};

export const joinWaitingList: MachineModel = {
  machine: joinWaitingListMachine,
  inputs: [{ persisted: null }, { persisted: waitedTimes }],
  payloads: {
    'joinWaitingList.joinRequested': [{ times: waitedTimes, page: '/meeting-room' }],
    'joinWaitingList.bookPressed': [{ selection: { ...selection, room: { ...room, id: 2 } } }],
    'xstate.error.actor.join': [
      { error: new Failure(409, 'still-free') },
      { error: new Failure(401, 'unauthenticated') },
    ],
  },
  key: ({ context }) => ({ isResumed: context.isResumed }),
  detail: ({ context }) => ({ failure: context.failure?.code ?? null }),
};
