import { Failure } from '../../../machines/engine/failure.ts';
import { linkDetails, linkedAccount } from '../../fixtures/link.ts';
import { linkMachine } from '../../../machines/account/link.ts';
import type { MachineModel } from '../paths.ts';

const email = 'asha@example.com';
const linkExpired = new Failure(410, 'link-over');
const unreachable = new Failure('FETCH_ERROR');

export const link: MachineModel = {
  machine: linkMachine,
  payloads: {
    'link.opened': [{ isNotMe: false }, { isNotMe: true }],
    'link.refused': [{ failure: linkExpired }, { failure: unreachable }],
    'xstate.done.actor.read': [
      { output: linkDetails({ action: 'reset', email }) },
      { output: linkDetails({ action: 'confirm', email }) },
      { output: linkDetails({ action: 'confirm', email, isOwn: false }) },
      { output: linkDetails({ action: 'register', email }) },
      { output: linkDetails({ action: 'invitation', email, account: null, isOwn: false, role: 'staff' }) },
      {
        output: linkDetails({
          action: 'register',
          email,
          account: { ...linkedAccount, bookings: 1, holdsAnything: true },
        }),
      },
    ],
    'xstate.error.actor.read': [{ error: linkExpired }, { error: unreachable }],
    'xstate.error.actor.claim': [{ error: 'failed' }],
    'xstate.error.actor.disown': [{ error: linkExpired }, { error: unreachable }],
    'xstate.error.actor.use': [{ error: 'failed' }],
  },
  key: ({ context }) => ({ action: context.details?.action ?? null, isNotMe: context.isNotMe }),
};
