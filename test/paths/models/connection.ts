import { connectionMachine } from '../../../machines/engine/connection.ts';
import type { MachineModel } from '../paths.ts';

export const connection: MachineModel = {
  machine: connectionMachine,
  payloads: { 'xstate.error.actor.watchConnection': [{ error: 'failed' }] },
};
