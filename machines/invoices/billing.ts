import { fromPromise } from 'xstate';
import {
  type BillingFields,
  emptyBilling,
  stateOfGstin,
  validateBilling,
} from '../../domain/invoices/billing.ts';
import { defineFlow } from '../engine/flow.ts';
import { type FormEntry, formMachine } from '../engine/form/form.ts';
import { resourceFlow } from '../engine/resource/resourceFlow.ts';

/** A checkbox has the value 'on'. */
export const entryOfBilling = (fields: BillingFields): FormEntry => ({
  ...fields,
  isSez: fields.isSez ? 'on' : '',
});

export const billingOfEntry = (entry: FormEntry): BillingFields => ({
  ...emptyBilling,
  ...entry,
  isSez: entry['isSez'] === 'on',
});

interface Needs {
  readonly billing: {
    /** Empty while there are none. */
    load(signal: AbortSignal): Promise<BillingFields>;
    /** Returns the details as the server has saved them. */
    save(fields: BillingFields, signal: AbortSignal): Promise<BillingFields>;
  };
}

/** On the profile and before a card payment. */
export const billingFlows = [
  resourceFlow('billing', { needs: ['billing'], shows: ['billing'] }, ({ billing }: Needs, _key, signal) =>
    billing.load(signal),
  ),
  defineFlow({
    id: 'saveBilling',
    machine: formMachine('saveBilling', {
      changes: ['billing'],
      labels: { companyName: 'Name on the invoice', gstin: 'GSTIN', address: 'Address', state: 'State' },
      validate: (entry) => validateBilling(billingOfEntry(entry)),
      keeps: entryOfBilling(emptyBilling),
      // The GSTIN decides the state.
      derive: (kept) => ({ ...kept, state: stateOfGstin(kept['gstin'] ?? '') ?? kept['state'] ?? '' }),
    }),
    whenSessionEnds: 'cleared',
    needs: ['billing'],
    provide: (machine, { billing }: Needs) =>
      machine.provide({
        actors: {
          send: fromPromise(async ({ input, signal }) =>
            entryOfBilling(await billing.save(billingOfEntry(input.reveal()), signal)),
          ),
        },
      }),
    input: () => ({ isOpen: false }),
  }),
] as const;
