import { enquiryMachine } from '../../../machines/content/enquiry/enquiry.ts';
import type { MachineModel } from '../paths.ts';

const persisted = {
  name: 'Asha Raman',
  email: 'asha@example.com',
  phone: '98400 12345',
  enquireFor: 'EVENTS',
};

export const enquiry: MachineModel = {
  machine: enquiryMachine,
  inputs: [{ variant: 'enquiry' }, { variant: 'contact', persisted }],
  payloads: {
    'enquiry.changed': [
      { field: 'name', value: 'Asha' },
      { field: 'name', value: '' },
    ],
    'xstate.error.actor.send': [{ error: 'failed' }],
  },
  key: ({ context }) => ({ name: context.fields.name }),
};
