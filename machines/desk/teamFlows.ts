import type { SecondFactorSetup as ApiSecondFactorSetup } from '../../contract/account/secondFactor.ts';
import type { Invitation as ApiInvitation } from '../../contract/desk/invitations.ts';
import type { Colleague as ApiColleague } from '../../contract/desk/desk.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';
import type { Redacted } from '../../domain/text/redacted.ts';
import { resourceFlow } from '../engine/resource/resourceFlow.ts';
import { reasonRequired, staffForm } from './staffForm.ts';

/** A person who has a role. */
export type Colleague = CamelCased<ApiColleague>;

export type SecondFactorSetup = CamelCased<ApiSecondFactorSetup>;

/** Of a person who has not accepted it yet. */
export type Invitation = CamelCased<ApiInvitation>;

/** Promises reject with a Failure. */
interface Needs {
  readonly team: {
    colleagues(signal: AbortSignal): Promise<readonly Colleague[]>;
    invitations(signal: AbortSignal): Promise<readonly Invitation[]>;
    /** The new second factor must then be confirmed. It replaces an unconfirmed one. */
    beginFactor(): Promise<Redacted<SecondFactorSetup>>;
  };
}

const colleaguesFlow = resourceFlow(
  'colleagues',
  { needs: ['team'], shows: ['staff'] },
  ({ team }: Needs, _key, signal) => team.colleagues(signal),
);

const invitationsFlow = resourceFlow(
  'invitations',
  { needs: ['team'], shows: ['staff'] },
  ({ team }: Needs, _key, signal) => team.invitations(signal),
);

const factorSetupFlow = resourceFlow('factorSetup', { needs: ['team'], shows: [] }, ({ team }: Needs) =>
  team.beginFactor(),
);

/** Roles, invitations, and the second factor of the staff. */
export const teamFlows = [
  colleaguesFlow,
  invitationsFlow,
  factorSetupFlow,
  staffForm({
    id: 'invite',
    area: 'team',
    call: 'invite',
    labels: { email: 'Email Address', role: 'Role', reason: 'Reason' },
    required: { email: 'Enter the email address of the person', ...reasonRequired },
    doneText: 'The invitation will be sent by email',
    changes: ['staff'],
  }),
  staffForm({
    id: 'sendInvitation',
    area: 'team',
    call: 'sendInvitation',
    doneText: 'The invitation will be sent again',
    changes: ['staff'],
    isOpen: true,
  }),
  staffForm({
    id: 'withdrawInvitation',
    area: 'team',
    call: 'withdrawInvitation',
    labels: { reason: 'Reason' },
    required: reasonRequired,
    doneText: 'The invitation is withdrawn',
    record: {} as Invitation,
    changes: ['staff'],
  }),
  staffForm({
    id: 'giveRole',
    area: 'team',
    call: 'giveRole',
    labels: { email: 'Email Address', role: 'Role', reason: 'Reason' },
    required: { email: 'Enter the email address of the account', ...reasonRequired },
    doneText: 'The role has been assigned',
    record: {} as Colleague,
    changes: ['staff', 'people'],
  }),
  staffForm({
    id: 'resetFactor',
    area: 'team',
    call: 'resetFactor',
    labels: { reason: 'Reason' },
    required: reasonRequired,
    doneText: 'The second factor is removed',
    record: {} as Colleague,
    changes: ['staff'],
  }),
  staffForm({
    id: 'confirmFactor',
    area: 'team',
    call: 'confirmFactor',
    labels: { code: 'Code' },
    required: { code: 'Enter the six digits that the app shows' },
    doneText: 'The second factor is set up',
    changes: ['staff'],
    isOpen: true,
  }),
  staffForm({
    id: 'proveFactor',
    area: 'team',
    call: 'proveFactor',
    labels: { code: 'Code' },
    required: { code: 'Enter the six digits that the app shows, or a recovery code' },
    doneText: 'Welcome to the desk',
    changes: ['staff'],
    isOpen: true,
  }),
] as const;
