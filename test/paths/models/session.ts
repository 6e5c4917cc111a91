import { Redacted } from '../../../domain/text/redacted.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { sessionMachine } from '../../../machines/account/session/session.ts';
import {
  clock,
  sessionDueForRenewal,
  freshSession,
  otherUsersSession,
  monthLongSession,
} from '../../fixtures/booking.ts';
import type { MachineModel } from '../paths.ts';

/** As the page says it (src/app/effects/http.ts). */
const unreachable = 'We could not reach the server. Check your connection and try again.';
const failures = [{ error: new Failure('FETCH_ERROR') }, { error: new Failure(401, 'unauthenticated') }];
const credentials = new Redacted({ email: 'a@b.in', password: 'secret' });

export const session: MachineModel = {
  machine: sessionMachine,
  inputs: [{ clock }],
  payloads: {
    'session.signInRequested': [
      { credentials, from: 'page' },
      { credentials, from: 'dialog' },
    ],
    'session.tokensChanged': [
      { session: freshSession },
      { session: sessionDueForRenewal },
      { session: monthLongSession },
      { session: otherUsersSession },
    ],
    'xstate.done.actor.restore': [
      { output: { kind: 'live', ...freshSession } },
      { output: { kind: 'live', ...sessionDueForRenewal } },
      { output: { kind: 'expired' } },
      { output: { kind: 'none' } },
    ],
    'xstate.error.actor.restore': [{ error: 'failed' }],
    'xstate.error.actor.watchTokens': [{ error: 'failed' }],
    'xstate.done.actor.signIn': [{ output: freshSession }],
    'xstate.error.actor.signIn': [
      { error: new Failure('FETCH_ERROR', null, unreachable) },
      { error: new Failure(401, 'unauthenticated') },
    ],
    'xstate.done.actor.recover': [{ output: freshSession }],
    'xstate.error.actor.recover': failures,
    'xstate.done.actor.renew': [{ output: freshSession }, { output: otherUsersSession }],
    'xstate.error.actor.renew': failures,
    'xstate.error.actor.signOut': [{ error: 'failed' }],
  },
  // `untilRenewal` ends before a renewal is due only when the session is longer than the timer limit.
  canHappen: ({ context }, { type }) =>
    !type.startsWith('xstate.after.untilRenewal') ||
    context.session?.expiresAt === monthLongSession.expiresAt,
  key: ({ context }) => ({
    expiresAt: context.session?.expiresAt ?? null,
    retries: Math.min(context.retries, 1),
  }),
  detail: ({ context }) => ({ from: context.from }),
};
