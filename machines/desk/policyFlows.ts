import type { DeskPolicy } from '../../contract/desk/policy.ts';
import { resourceFlow } from '../engine/resourceFlow.ts';
import { policyErrors, policyFields } from './policyEntry.ts';
import { reasonRequired, staffForm } from './staffForm.ts';

/** The effects of the flows about the cancellation policy. Promises reject with a Failure. */
interface Needs {
  readonly desk: { policy(signal: AbortSignal): Promise<DeskPolicy> };
}

const deskPolicyFlow = resourceFlow(
  'deskPolicy',
  { needs: ['desk'], shows: ['policy'] },
  ({ desk }: Needs, _key, signal) => desk.policy(signal),
);

/** The cancellation policy of new bookings, which owners set. */
export const policyFlows = [
  deskPolicyFlow,
  staffForm({
    id: 'setPolicy',
    area: 'desk',
    call: 'setPolicy',
    // The numbers need no labels, because their errors are found before the entry is sent.
    labels: {
      ...Object.fromEntries(policyFields.map((field) => [field, ''])),
      from_day: 'First day',
      reason: 'Reason',
    },
    required: { from_day: 'Enter the first day', ...reasonRequired },
    validate: policyErrors,
    doneText: 'The policy is set',
    changes: ['policy'],
  }),
  staffForm({
    id: 'removePolicy',
    area: 'desk',
    call: 'removePolicy',
    labels: { reason: 'Reason' },
    required: reasonRequired,
    doneText: 'The policy is removed',
    changes: ['policy'],
  }),
] as const;
