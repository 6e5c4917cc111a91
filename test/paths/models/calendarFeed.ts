import { Redacted } from '../../../domain/text/redacted.ts';
import { calendarFeedMachine } from '../../../machines/bookings/calendarFeed/calendarFeed.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import type { MachineModel } from '../paths.ts';

const since = '2025-11-20T06:30:00.000Z';
const later = '2025-11-20T07:30:00.000Z';
const failed = { error: new Failure('FETCH_ERROR') };

export const calendarFeed: MachineModel = {
  machine: calendarFeedMachine,
  payloads: {
    'xstate.done.actor.load': [
      { output: { active: false, since: null } },
      { output: { active: true, since } },
      { output: { active: true, since: later } },
    ],
    'xstate.error.actor.load': [failed],
    'xstate.done.actor.create': [{ output: { address: new Redacted('https://litrooms.test/feed'), since } }],
    'xstate.error.actor.create': [failed],
    'xstate.error.actor.revoke': [failed],
    'xstate.error.actor.copy': [failed],
  },
  key: ({ context }) => ({ since: context.since, address: context.address !== null }),
};
