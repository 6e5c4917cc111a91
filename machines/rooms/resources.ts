import { fromPromise } from 'xstate';
import type { MemberDetails } from '../../contract/account/member.ts';
import type { Room } from '../../contract/rooms/rooms.ts';
import { resourceMachine } from '../engine/resource.ts';
import { resourceFlow } from '../engine/resourceFlow.ts';
import { sendToFlow } from '../engine/system.ts';
import { defineFlow } from '../engine/flow.ts';

/** The rooms of a city. The key is the city. The root starts a slots actor for each room. */
export const roomsMachine = resourceMachine<readonly Room[]>('rooms').provide({
  actions: {
    announce: sendToFlow('root', ({ context }) => ({
      type: 'rooms.loaded' as const,
      rooms: context.data ?? [],
    })),
  },
});

interface RoomsNeeds {
  readonly rooms: { list(city: string, signal: AbortSignal): Promise<readonly Room[]> };
}

export const roomsFlow = defineFlow({
  id: 'rooms',
  machine: roomsMachine,
  whenSessionEnds: 'kept',
  shows: ['rooms'],
  needs: ['rooms'],
  provide: (machine, { rooms }: RoomsNeeds) =>
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
