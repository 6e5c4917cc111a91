import { emptyBilling } from '../../../domain/money/billing.ts';
import { billingMachine } from '../../../machines/invoices/billing.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import type { MachineModel } from '../paths.ts';

const fields = {
  companyName: 'Chola Traders',
  gstin: '33AAACH7409R1Z8',
  address: '12, North Mada Street, Chennai',
  state: '33',
  isSez: false,
};
const failed = { error: new Failure('FETCH_ERROR') };

export const billing: MachineModel = {
  machine: billingMachine,
  payloads: {
    'billing.changed': [
      { field: 'gstin', value: '33AAACH7409R1Z9' },
      { field: 'gstin', value: '27AAPFU0939F1ZV' },
    ],
    'billing.sezChanged': [{ isSez: true }],
    'xstate.done.actor.load': [
      { output: { fields: emptyBilling, isSaved: false } },
      { output: { fields, isSaved: true } },
    ],
    'xstate.error.actor.load': [failed],
    'xstate.done.actor.save': [{ output: { fields, isSaved: true } }],
    'xstate.error.actor.save': [failed],
  },
  key: ({ context }) => ({
    gstin: context.fields.gstin,
    isSez: context.fields.isSez,
    failed: context.failure !== null,
  }),
};
