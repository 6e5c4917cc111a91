import type { DeskPolicy as ApiDeskPolicy } from '../../contract/desk/policy.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';
import { canonicalJson } from '../../domain/text/canonicalJson.ts';
import { resourceFlow } from '../engine/resource/resourceFlow.ts';
import { policyErrors, policyFields } from './policyEntry.ts';
import { reasonRequired, staffForm } from './staffForm.ts';

/** The policies in force, followed by those that start on a later day. */
export type DeskPolicy = CamelCased<ApiDeskPolicy>;

/** Promises reject with a Failure. */
interface Needs {
  readonly desk: { policy(signal: AbortSignal): Promise<DeskPolicy> };
}

export const policyRecord = (policy: DeskPolicy) => ({ id: 'cancellation' as const, ...policy });

const deskPolicyFlow = resourceFlow(
  'deskPolicy',
  {
    needs: ['desk'],
    shows: ['policy'],
    editedBy: { setPolicy: (policy: DeskPolicy) => [policyRecord(policy)] },
  },
  ({ desk }: Needs, _key, signal) => desk.policy(signal),
);

/** Only owners set the policy. It applies to new bookings. */
export const policyFlows = [
  deskPolicyFlow,
  staffForm({
    id: 'setPolicy',
    area: 'desk',
    call: 'setPolicy',
    // The numbers need no labels, because their errors are found before the entry is sent.
    labels: {
      ...Object.fromEntries(policyFields.map((field) => [field, ''])),
      fromDay: 'First day',
      reason: 'Reason',
    },
    required: { fromDay: 'Enter the first day', ...reasonRequired },
    validate: policyErrors,
    doneText: 'The policy is set',
    changes: ['policy'],
    isOpen: true,
    // The fields start with the values of the latest policy, also after a new one was set.
    edits: {
      resource: 'deskPolicy',
      fieldsOf: ({ policies }: ReturnType<typeof policyRecord>) => {
        const last = policies.at(-1);
        return canonicalJson([last?.card, last?.points]);
      },
      refillsWhenSaved: true,
    },
  }),
  staffForm({
    id: 'removePolicy',
    area: 'desk',
    call: 'removePolicy',
    labels: { reason: 'Reason' },
    required: reasonRequired,
    doneText: 'The policy is removed',
    changes: ['policy'],
    record: {} as DeskPolicy['policies'][number],
    alsoSaves: 'setPolicy',
  }),
] as const;
