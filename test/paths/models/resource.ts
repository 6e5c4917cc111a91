import { Failure } from '../../../machines/engine/failure.ts';
import { resourceMachine } from '../../../machines/engine/resource/resource.ts';
import type { MachineModel } from '../paths.ts';

export const resource: MachineModel = {
  machine: resourceMachine('resource', (data) => (data as string[]).includes('unsettled')),
  inputs: [undefined, { key: '1', data: ['given'] }],
  payloads: {
    'resource.used': [{ key: '1' }, { key: '2' }, {}],
    'xstate.done.actor.load': [{ output: ['something'] }, { output: ['unsettled'] }],
    'xstate.error.actor.load': [{ error: 'failed' }, { error: new Failure(403) }],
  },
  key: ({ context }) => ({ users: Math.min(context.users, 2), key: context.key, data: context.data }),
};
