import { Redacted } from '../../../domain/text/redacted.ts';
import { calendarLinkMachine } from '../../../machines/bookings/calendarLink.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import type { MachineModel } from '../paths.ts';

const since = '2025-11-20T06:30:00.000Z';
const failed = { error: new Failure('FETCH_ERROR') };

export const calendarLink: MachineModel = {
  machine: calendarLinkMachine,
  payloads: {
    'xstate.done.actor.load': [
      { output: { active: false, since: null } },
      { output: { active: true, since } },
    ],
    'xstate.error.actor.load': [failed],
    'xstate.done.actor.create': [{ output: { address: new Redacted('https://litrooms.test/feed'), since } }],
    'xstate.error.actor.create': [failed],
    'xstate.error.actor.revoke': [failed],
    'xstate.error.actor.copy': [failed],
  },
  key: ({ context }) => ({ created: context.created !== null, failed: context.failure !== null }),
};
