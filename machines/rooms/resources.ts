import { fromPromise } from 'xstate';
import type { MemberDetails } from '../account/member.ts';
import type { Room } from '../../domain/rooms/room.ts';
import './events.ts';
import { resourceMachine } from '../engine/resource.ts';
import { resourceFlow } from '../engine/resourceFlow.ts';
import { sendToFlow } from '../engine/system.ts';
import { defineFlow } from '../engine/flow.ts';

/** The rooms of a city. The key is the city. */
export const roomListMachine = resourceMachine<readonly Room[]>('roomList').provide({
  actions: {
    announce: sendToFlow('rooms', ({ context }) => ({
      type: 'rooms.listed' as const,
      rooms: context.data ?? [],
    })),
  },
});

interface RoomListNeeds {
  readonly rooms: { list(city: string, signal: AbortSignal): Promise<readonly Room[]> };
}

export const roomListFlow = defineFlow({
  id: 'roomList',
  machine: roomListMachine,
  whenSessionEnds: 'kept',
  shows: ['rooms'],
  needs: ['rooms'],
  provide: (machine, { rooms }: RoomListNeeds) =>
    machine.provide({
      actors: { load: fromPromise(({ input, signal }) => rooms.list(input.key, signal)) },
    }),
  input: ({ initialData }) => initialData.rooms,
});

interface MemberNeeds {
  readonly member: { details(userId: string, signal: AbortSignal): Promise<MemberDetails> };
}

/** The signed-in user's details, with the balance of points. The key is the user's id. */
export const memberFlow = resourceFlow(
  'member',
  { needs: ['member'], shows: ['account', 'points'] },
  ({ member }: MemberNeeds, userId, signal) => member.details(userId, signal),
);
