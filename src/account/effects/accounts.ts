import type { LoginResponse } from '../../../contract/account/session.ts';
import type { Effects } from '../../../machines/effects.ts';
import type { LiveSession } from '../../../machines/account/session/events.ts';
import { createAccount } from './account.ts';
import type { Send } from '../../app/effects/http.ts';
import { createRecovery } from './recovery.ts';
import { createRegistration } from './registration.ts';

export const createAccounts = (
  authenticatedRequest: Send,
  requestAsCaller: Send,
  startSession: (response: LoginResponse) => LiveSession,
): Pick<Effects, 'account' | 'recovery' | 'registration'> => ({
  account: createAccount(authenticatedRequest),
  recovery: createRecovery(requestAsCaller),
  registration: createRegistration(requestAsCaller, startSession),
});
