import { messages, toastDurations } from '../domain/messages.ts';
import type { LiveSession, SessionEvent } from './events/session.ts';
import { toast } from './system.ts';

/* What creating an account shows and leads to, on the page of the registration and within a booking. */

/** All toasts about a registration share one topic: each replaces the one before. */
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

/** The new user is signed in (decision 0047). Without a session in the response nothing changes, and the visitor signs in. */
export const newSessionEvent = (session: LiveSession | null): SessionEvent =>
  session === null ? { type: 'session.userRequested' } : { type: 'session.tokensChanged', session };
