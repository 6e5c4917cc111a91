import { messages, toastDurations } from '../../../domain/text/messages.ts';
import type { LiveSession, SessionEvent } from '../session/events.ts';
import { toast } from '../../engine/system.ts';

/* The toasts and the session event of a new account, for the registration page and for the booking. */

/** All toasts about a registration have the same topic, so each replaces the one before. */
const topic = 'registration';

export const creatingToast = toast('loading', 'Creating your account…', { topic });

export const registrationFailedToast = toast('error', messages.registration.failed, {
  topic,
  duration: toastDurations.registration,
});

export const registeredToast = toast('success', messages.registration.successful, {
  topic,
  duration: toastDurations.registration,
});

export const dismissRegistrationToasts = { type: 'notifier.dismissTopic', topic } as const;

/**
 * Signs the new user in (decision 0047). When the server sent no session, the event changes nothing, and the visitor signs in.
 */
export const newSessionEvent = (session: LiveSession | null): SessionEvent =>
  session === null ? { type: 'session.userRequested' } : { type: 'session.tokensChanged', session };
