import { pickerMachine } from '../../../machines/engine/form/picker.ts';
import type { MachineModel } from '../paths.ts';

export const picker: MachineModel = {
  machine: pickerMachine,
  payloads: { 'xstate.error.actor.load': [{ error: new Error('not loaded') }] },
  key: ({ context }) => context.isLoaded,
};
