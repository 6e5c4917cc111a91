import { restartDelay } from '../../../machines/engine/supervisor.ts';
import { slotsId } from '../../../machines/engine/system.ts';
import { roomsMachine } from '../../../machines/rooms/rooms.ts';
import { clock, DATE, room } from '../../fixtures/booking.ts';
import type { MachineModel } from '../paths.ts';

const criteria = { date: DATE, headcount: 1, city: 'chennai', startSlot: 20 };
const withTime = { ...criteria, requestedRange: { start: 20, end: 24 } };

/** Of an unlisted room. No actor runs under this id, because a path could not start the same id twice. */
const FAILING = slotsId(9);

const start = { clock, rooms: [], criteria: null, isEdited: false, persisted: {} };
const persisted = { 1: { date: DATE, selection: [20] }, 2: { date: DATE, selection: [30] } };

export const rooms: MachineModel = {
  machine: roomsMachine,
  inputs: [start, { ...start, rooms: [room], criteria: withTime, isEdited: true, persisted }],
  payloads: {
    'rooms.listed': [{ rooms: [room] }, { rooms: [] }],
    'rooms.searched': [{ criteria }, { criteria: withTime }],
    'rooms.searchEdited': [{ isEdited: true }],
    'rooms.outdated': [{ roomId: 1 }, { roomId: 2 }, { roomId: null }],
    'xstate.done.actor.findRooms': [{ output: [{ roomId: 1, match: 'free' }] }],
    'xstate.error.actor.findRooms': [{ error: 'failed' }],
    'xstate.done.actor.*': [{ actorId: slotsId(1) }],
    'xstate.error.actor.*': [{ actorId: FAILING, error: 'failed' }],
    'flow.restartDue': [{ flow: FAILING }],
    'flow.restartRequested': [{ flow: FAILING }],
    'flow.recovered': [{ flow: FAILING }],
  },
  canHappen: ({ context, value }, { type }) => {
    const failures = context.failures[FAILING] ?? 0;
    const isDown = context.down.includes(FAILING);
    switch (type) {
      case 'xstate.error.actor.any':
        return value === 'unsearched' && !isDown;
      case 'flow.recovered':
        return failures > 0 && !isDown;
      case 'flow.restartDue':
        // After the last automatic restart, only the visitor's press restarts the actor.
        return isDown && restartDelay(failures) !== null;
      default:
        return true;
    }
  },
  key: ({ context }) => ({
    date: context.criteria?.date ?? null,
    found: context.found.length,
    rooms: context.rooms.length,
    failures: context.failures[FAILING],
    isDown: context.down.includes(FAILING),
  }),
  detail: ({ context }) => ({ hasFailed: context.failure !== null, isEdited: context.isEdited }),
};
