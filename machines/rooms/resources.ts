import { fromPromise } from 'xstate';
import type { Room } from '../../domain/rooms/room.ts';
import './events.ts';
import { resourceMachine } from '../engine/resource/resource.ts';
import type { InitialResource } from '../engine/resource/resourceEvents.ts';
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

declare module '../engine/visit.ts' {
  interface InitialData {
    readonly rooms?: InitialResource<readonly Room[]>;
  }
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
