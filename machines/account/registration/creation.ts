import { messages, toastDurations } from '../../../domain/text/messages.ts';
import { toast } from '../../engine/system.ts';
import type { LiveSession, SessionEvent } from '../session/events.ts';
import type { Registration } from './form.ts';

/* What the page with two steps and the form within a booking have in common when an account is created. */

export interface RegistrationEffects {
  readonly registration: {
    /**
     * The international form of a number that is valid for its country (two letters, ISO 3166); null for any
     * other (spec 5).
     */
    checkPhone(phone: string, country: string): Promise<string | null>;
    /** Resolves only on status 201 (spec 4). Null: the server sent no session. */
    register(registration: Registration, password: string): Promise<LiveSession | null>;
  };
}

/** A toast replaces the one before with the same topic. */
const topic = 'registration';
const duration = toastDurations.registration;

export const creatingToast = toast('loading', 'Creating your account…', { topic });
export const failedToast = toast('error', messages.registration.failed, { topic, duration });
export const createdToast = toast('success', messages.registration.successful, { topic, duration });
export const noToasts = { type: 'notifier.dismissTopic', topic } as const;

/** For the session. Without one from the server, the visitor signs in. */
export const created = (session: LiveSession | null): SessionEvent =>
  session === null ? { type: 'session.userRequested' } : { type: 'session.tokensChanged', session };
