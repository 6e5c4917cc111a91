import { Redacted } from '../../../domain/text/redacted.ts';
import { devicesMachine } from '../../../machines/account/devices/devices.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { device } from '../../fixtures/device.ts';
import type { MachineModel } from '../paths.ts';

export const devices: MachineModel = {
  machine: devicesMachine,
  payloads: {
    'devices.signOutPressed': [
      { id: device.id, code: new Redacted('') },
      { id: null, code: new Redacted('123456') },
    ],
    'xstate.done.actor.load': [{ output: [device] }],
    'xstate.error.actor.load': [{ error: new Failure('FETCH_ERROR') }],
    'xstate.error.actor.signOut': [
      { error: new Failure('FETCH_ERROR') },
      { error: new Failure(404, 'not-found') },
    ],
  },
};
