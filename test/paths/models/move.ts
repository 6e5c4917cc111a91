import { Failure } from '../../../machines/engine/failure.ts';
import { moveMachine } from '../../../machines/bookings/move/move.ts';
import type { MachineModel } from '../paths.ts';
import { clock, DATE, otherRoom, room } from '../../fixtures/booking.ts';
import { bookedHour, cheaperMove, costlierMove, moveTerms } from '../../fixtures/bookingDetails.ts';

const tooLate = { error: new Failure(409, 'too-late-to-move', 'It is too late to move this booking') };
const unreachable = { error: new Failure('FETCH_ERROR') };
const taken = {
  error: new Failure(409, 'slot-taken', 'Someone else has taken these times', {
    alternatives: { times: [], rooms: [otherRoom] },
  }),
};

export const move: MachineModel = {
  machine: moveMachine,
  inputs: [{ clock }],
  payloads: {
    'move.opened': [{ booking: bookedHour }],
    'move.roomChosen': [{ roomId: otherRoom.id }],
    'move.dateChosen': [{ date: DATE }, { date: '' }],
    'move.startChosen': [{ slot: 22 }],
    'move.endChosen': [{ slot: 23 }],
    'move.alternativeChosen': [{ roomId: otherRoom.id, range: { start: 22, end: 23 } }],
    'move.confirmed': [{ room }],
    'xstate.done.actor.loadTaken': [{ output: [] }, { output: [20, 21, 23] }],
    'xstate.error.actor.loadTaken': [unreachable],
    'xstate.done.actor.loadTerms': [{ output: moveTerms }, { output: costlierMove }],
    'xstate.error.actor.loadTerms': [tooLate, taken, unreachable],
    'xstate.done.actor.checkTerms': [{ output: moveTerms }],
    'xstate.error.actor.checkTerms': [taken, unreachable],
    'xstate.error.actor.moveBooking': [
      { error: new Failure(409, 'terms-changed', '', { moveTerms: cheaperMove }) },
      taken,
      tooLate,
      unreachable,
    ],
  },
  key: ({ context }) => ({
    hasDate: context.date !== '',
    start: context.start,
    hasEnd: context.end !== null,
    isTaken: context.taken.length > 0,
    difference: context.terms?.difference ?? null,
    failed: context.failure?.code ?? context.failure !== null,
  }),
};
