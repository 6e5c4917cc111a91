import { fromPromise } from 'xstate';
import type { DeskRoom } from '../../contract/deskRooms.ts';
import { accountFormMachine, type FormEntry } from '../accountForm.ts';
import { defineFlow } from '../flow.ts';
import { resourceFlow } from '../resourceFlow.ts';
import { sendToFlow } from '../system.ts';

/* What the public site shows, kept by managers: rooms and their prices. */

/** What these flows need of the world. Promises reject with a Failure. */
interface Needs {
  readonly desk: {
    rooms(signal: AbortSignal): Promise<readonly DeskRoom[]>;
    saveRoom(entry: FormEntry): Promise<void>;
    setPrice(entry: FormEntry): Promise<void>;
    removePrice(entry: FormEntry): Promise<void>;
    archiveRoom(entry: FormEntry): Promise<void>;
    /** `ids`: those of all rooms in their order, with commas between. */
    orderRooms(entry: FormEntry): Promise<void>;
  };
}

const deskRoomsFlow = resourceFlow('deskRooms', ['desk'], ({ desk }: Needs, _key, signal) =>
  desk.rooms(signal),
);

interface RoomForm<Id extends string> {
  readonly id: Id;
  readonly call: Exclude<keyof Needs['desk'], 'rooms'>;
  /** The fields that the server may refuse, in page order. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The fields that must be filled in, with what is said when they are not. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly doneText: string;
}

/** A form that changes rooms; their list is loaded again afterwards. */
const roomForm = <const Id extends string>({ id, call, labels = {}, texts = {}, doneText }: RoomForm<Id>) =>
  defineFlow({
    id,
    machine: accountFormMachine(id, {
      labels,
      validate: (entry) =>
        Object.fromEntries(Object.entries(texts).filter(([field]) => (entry[field] ?? '').trim() === '')),
      doneText,
    }).provide({ actions: { proceed: sendToFlow('deskRooms', { type: 'resource.refreshed' }) } }),
    needs: ['desk'],
    provide: (machine, { desk }: Needs) =>
      machine.provide({ actors: { send: fromPromise(({ input }) => desk[call](input.reveal())) } }),
    input: () => ({ isOpen: false }),
  });

/** The desk's flows about rooms. */
export const siteFlows = [
  deskRoomsFlow,
  roomForm({
    id: 'saveRoom',
    call: 'saveRoom',
    labels: {
      room_name: 'Name',
      room_capacity: 'Seats',
      price_per_hour: 'Price per hour',
      floor: 'Floor',
      building_no: 'Building',
      street_name: 'Street',
      area_name: 'Area',
      pincode: 'Pincode',
      amenities: 'Amenities',
      layouts: 'Layouts',
      opening_hours: 'Opening hours',
      images: 'Pictures',
    },
    texts: {
      room_name: 'Enter the name of the room',
      room_capacity: 'Enter how many people it seats',
      building_no: 'Enter the building',
      street_name: 'Enter the street',
      area_name: 'Enter the area',
      pincode: 'Enter the pincode',
    },
    doneText: 'The room is saved',
  }),
  roomForm({
    id: 'setPrice',
    call: 'setPrice',
    labels: { price_per_hour: 'Price per hour', from_day: 'First day' },
    texts: { price_per_hour: 'Enter the price of an hour', from_day: 'Enter the first day' },
    doneText: 'The price is set',
  }),
  roomForm({ id: 'removePrice', call: 'removePrice', doneText: 'The price is removed' }),
  roomForm({
    id: 'archiveRoom',
    call: 'archiveRoom',
    labels: { room_name: 'Name', reason: 'Reason' },
    doneText: 'The room is changed',
  }),
  roomForm({ id: 'orderRooms', call: 'orderRooms', doneText: 'The order is saved' }),
] as const;
