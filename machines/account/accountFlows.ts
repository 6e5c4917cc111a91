import { fromPromise } from 'xstate';
import type { PointsAccount } from '../points/exports.ts';
import {
  addressErrors,
  missingFieldErrors,
  missingPasswordError,
  newPasswordErrors,
} from './accountEntries.ts';
import { formMachine, type FormEntry } from '../engine/form/form.ts';
import { deviceFlows } from './devices.ts';
import { defineFlow } from '../engine/flow.ts';
import { resourceFlow } from '../engine/resource/resourceFlow.ts';
import { sendToFlow } from '../engine/system.ts';

/** An entry has a `code` when the account has a second factor. */
interface Needs {
  readonly account: {
    updateDetails(entry: FormEntry): Promise<void>;
    changePassword(entry: FormEntry): Promise<void>;
    changeAddress(entry: FormEntry): Promise<void>;
    /** Sends the confirmation link to the current address again. */
    resendConfirmation(): Promise<void>;
    /** All stored data about the user, as a file. */
    exportData(entry: FormEntry): Promise<void>;
    close(entry: FormEntry): Promise<void>;
    points(signal: AbortSignal): Promise<PointsAccount>;
  };
}

const codeLabel = { code: 'Code' } as const;

const currentPasswordMissing = 'Enter your current password';

export const detailLabels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  phone: 'Phone Number',
  companyName: 'Company Name',
  businessType: 'Business Type',
  website: 'Website',
} as const;

const detailsFlow = defineFlow({
  id: 'details',
  machine: formMachine('details', {
    changes: ['account'],
    labels: detailLabels,
    validate: (entry) =>
      missingFieldErrors(entry, { firstName: 'Enter your first name', phone: 'Enter your phone number' }),
    doneText: 'Your details are saved',
  }),
  whenSessionEnds: 'cleared',
  needs: ['account'],
  provide: (machine, { account }: Needs) =>
    machine.provide({ actors: { send: fromPromise(({ input }) => account.updateDetails(input.reveal())) } }),
  input: () => ({ isOpen: false }),
});

const passwordFlow = defineFlow({
  id: 'password',
  machine: formMachine('password', {
    changes: ['account', 'devices'],
    labels: {
      password: 'Current Password',
      newPassword: 'New Password',
      again: 'Confirm New Password',
      ...codeLabel,
    },
    validate: (entry) => ({
      ...missingPasswordError(entry, 'password', currentPasswordMissing),
      ...newPasswordErrors(entry, 'newPassword'),
    }),
    doneText: 'Your password has been changed. All other devices have been signed out.',
  }),
  whenSessionEnds: 'cleared',
  needs: ['account'],
  provide: (machine, { account }: Needs) =>
    machine.provide({ actors: { send: fromPromise(({ input }) => account.changePassword(input.reveal())) } }),
  input: () => ({ isOpen: false }),
});

const addressFlow = defineFlow({
  id: 'address',
  machine: formMachine('address', {
    changes: ['account'],
    labels: { email: 'New Email Address', password: 'Current Password', ...codeLabel },
    validate: (entry) => ({
      ...addressErrors(entry),
      ...missingPasswordError(entry, 'password', currentPasswordMissing),
    }),
  }),
  whenSessionEnds: 'cleared',
  needs: ['account'],
  provide: (machine, { account }: Needs) =>
    machine.provide({ actors: { send: fromPromise(({ input }) => account.changeAddress(input.reveal())) } }),
  input: () => ({ isOpen: false }),
});

const confirmationFlow = defineFlow({
  id: 'confirmation',
  machine: formMachine('confirmation', { changes: ['account'], labels: {} }),
  whenSessionEnds: 'cleared',
  needs: ['account'],
  provide: (machine, { account }: Needs) =>
    machine.provide({ actors: { send: fromPromise((_noEntry) => account.resendConfirmation()) } }),
  input: () => ({ isOpen: true }),
});

const exportFlow = defineFlow({
  id: 'export',
  machine: formMachine('export', {
    changes: [],
    labels: codeLabel,
    doneText: 'Your data is in your downloads',
  }),
  whenSessionEnds: 'cleared',
  needs: ['account'],
  provide: (machine, { account }: Needs) =>
    machine.provide({ actors: { send: fromPromise(({ input }) => account.exportData(input.reveal())) } }),
  input: () => ({ isOpen: true }),
});

const closingFlow = defineFlow({
  id: 'closing',
  machine: formMachine('closing', {
    changes: [],
    labels: { password: 'Current Password', ...codeLabel },
    validate: (entry) => missingPasswordError(entry, 'password', currentPasswordMissing),
    doneText: 'Your account is closed',
  }).provide({
    actions: {
      proceed: sendToFlow('navigation', { type: 'navigation.go', path: '/' }),
      // Signs out only after the navigation: on this page the sign-out would redirect to the sign-in page.
      leave: sendToFlow('session', { type: 'session.signOutRequested' }),
    },
  }),
  whenSessionEnds: 'cleared',
  needs: ['account'],
  provide: (machine, { account }: Needs) =>
    machine.provide({ actors: { send: fromPromise(({ input }) => account.close(input.reveal())) } }),
  input: () => ({ isOpen: false }),
});

/** The key is the user's id. */
const pointsFlow = resourceFlow(
  'points',
  { needs: ['account'], shows: ['points'] },
  ({ account }: Needs, _key, signal) => account.points(signal),
);

export const accountFlows = [
  detailsFlow,
  passwordFlow,
  addressFlow,
  confirmationFlow,
  ...deviceFlows,
  exportFlow,
  closingFlow,
  pointsFlow,
] as const;
